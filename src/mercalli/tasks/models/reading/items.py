"""The items: their ids, their truths, and what else is true of each of them, from their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.source import Source
from mercalli.errors import ClassError, JoinError, MissingError
from mercalli.inputs.arrays import Ints
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.labels import sliced
from mercalli.inputs.tally import MISSING, Column
from mercalli.tasks.models.errors import RepeatError
from mercalli.tasks.models.reading.roles import ModelRoles
from mercalli.text.words import counted

SHOWN = 3


@dataclass(frozen=True)
class Items:
    """The items by id, and what is true of them; `ids` are empty where every row is an item of its own."""

    ids: tuple[str, ...]
    truth: Column
    columns: Mapping[str, Column]
    n: int


def _ids(rows: ArraySource, item: str) -> tuple[tuple[str, ...], Ints]:
    """The ids as texts in order, and that of every row; none may be missing."""
    column = rows.column(item)
    absent = column.codes == MISSING
    if absent.any():
        raise JoinError.about(
            f"{counted(int(absent.sum()), 'row')} of {rows.origin}",
            f"{'lacks' if absent.sum() == 1 else 'lack'} {item!r}, which must say to which item an answer is. "
            f"Fill in what is missing, or name another column with --item.",
        )
    texts = sliced(column)
    return tuple(str(value) for value in texts.values), texts.codes


def items_of_rows(rows: ArraySource, roles: ModelRoles, of_items: Sequence[str]) -> tuple[Ints, Items]:
    """The item of every row, and what its rows say of it, which must be the same in all of them."""
    n = len(next(iter(rows.arrays.values())))
    if roles.item is None:
        if roles.long:
            raise RepeatError.no_item(rows.origin)
        columns = {name: rows.column(name) for name in of_items}
        return np.arange(n), Items((), columns[roles.truth], columns, n)
    ids, place = _ids(rows, roles.item)
    if not roles.long:
        _check_once(ids, place, "an item", rows.origin)
    columns = {name: _of_item(rows.column(name), place, ids, name, rows.origin) for name in of_items}
    return place, Items(ids, columns[roles.truth], columns, len(ids))


def _check_once(ids: Sequence[str], place: Ints, what: str, origin: str) -> None:
    counts = np.bincount(place, minlength=len(ids))
    twice: list[int] = np.flatnonzero(counts > 1).tolist()
    if twice:
        raise RepeatError.twice(
            what,
            [ids[at] for at in twice[:SHOWN]],
            int((counts[twice] - 1).sum()),
            origin,
            "Each item needs one row here. If rows are samples, say so with --sample, --system or --factors.",
        )


def _of_item(column: Column, place: Ints, ids: Sequence[str], name: str, origin: str) -> Column:
    """One value for every item, from whichever of its rows has one."""
    forms = [normal(label_text(value)) for value in column.values]
    known = np.unique(forms, return_inverse=True)[1] if forms else np.empty(0, np.int64)
    form = np.append(known, MISSING)[column.codes]
    there = np.flatnonzero(form != MISSING)
    value = np.full(len(ids), MISSING, np.int64)
    value[place[there[::-1]]] = there[::-1]
    differing: list[int] = np.unique(place[there[form[there] != form[value[place[there]]]]]).tolist()
    if differing:
        raise RepeatError.differs(name, [ids[at] for at in differing[:SHOWN]], len(differing), origin)
    found = np.where(value == MISSING, MISSING, column.codes[value])
    return Column(column.values, found)


def truth_codes(column: Column, classes: ClassList, source: Source, name: str) -> Ints:
    """The class of every item; a missing truth, and one that is no class, is an error."""
    known, index = column.known(classes.missing_words), classes.index
    absent = known.codes == MISSING
    if absent.any():
        raise MissingError.about(
            f"{counted(int(absent.sum()), 'item')} of {source.origin}",
            f"{'has' if absent.sum() == 1 else 'have'} no truth in {name!r}. Fill in what is missing, or remove them.",
        )
    outside = [label_text(value) for value in known.occurring().values if normal(label_text(value)) not in index]
    if outside:
        subject = f"Truths in {name!r} of {source.origin} are"
        advice = 'Correct the labels, add an alias to the profile, or pass unknown="default".'
        raise ClassError.outside(subject, sorted(outside), classes.names, "", advice)
    return np.array([index.get(normal(label_text(value)), 0) for value in known.values], np.int64)[known.codes]
