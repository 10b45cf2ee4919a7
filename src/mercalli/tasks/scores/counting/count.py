"""From rows to the entries of a statistic: bins for scores, the positive class or none, groups for units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from mercalli.errors import ColumnError, SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.whole_numbers import whole_number
from mercalli.inputs.arrays import Floats, rounded
from mercalli.inputs.classes import label_text, normal
from mercalli.inputs.labels import Policy
from mercalli.inputs.octaves import Octaves
from mercalli.inputs.scores import Inside, Scores, ScoreTally
from mercalli.inputs.tally import MISSING, Column
from mercalli.io.tables import open_database
from mercalli.plan.guess import labels_in
from mercalli.plan.roles import TableRoles, table_roles
from mercalli.plan.rows import error_or_drop
from mercalli.plan.tables import TableFiles, open_tables
from mercalli.stats.counted_units import Units
from mercalli.stats.entries import INSIDE, INSIDE_SQ, WEIGHT, WEIGHT_SQ, Entries, exact
from mercalli.tasks.scores.counting.question import BIN, OTHER, TRUTH, ScoreQuestion
from mercalli.tasks.scores.data import MOST_LABELS, positives_of, words_of
from mercalli.tasks.scores.files import ROLES
from mercalli.text.words import shown

BINS = 32  # of an octave: small enough to send, and fine enough for 0.0001


def counted(
    data: object = None,
    *,
    key: bytes | None = None,
    truth: object = None,
    score: object = None,
    positive: object = None,
    weight: object = None,
    unit: object = None,
    by: object = None,
    bins: int = BINS,
    groups: int = 256,
    public_units: bool = False,
    missing: Literal["error", "drop"] = "error",
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> tuple[dict[str, Any], Entries]:
    """The header and the entries; arguments are those of `threshold`, and how units are named."""
    roles = table_roles(data, truth=truth, pred=score, role="score", weight=weight, unit=unit, by=by, encoding=encoding)
    octaves, policy = Octaves.check(whole_number("bins", bins, least=1)), Policy(missing=error_or_drop(missing))
    (system, column), *others = roles.systems.items()
    if others:
        raise _several([system, *dict(others)])
    units = Units.chosen(roles.unit, roles.by, groups, key, public=public_units)
    question = ScoreQuestion(
        score=system,
        by=roles.by,
        unit=roles.unit,
        positive=_positive(roles, positive),
        bins=octaves.bins,
        missing=policy.missing,
        weighted=roles.weight is not None,
        units=units,
    )
    _check_names(question)
    progress(f"counting {system}", 0, 1)
    keys = [name for name in dict.fromkeys((roles.truth, roles.unit, *roles.by)) if name is not None]
    tally = roles.source.score_tally(column, keys, roles.weight, octaves.bins)
    _check(tally, roles, column, question, policy)
    progress(f"counting {system}", 1, 1)
    return question.json, _entries(tally, roles, question, key)


def opened_file(
    path: str, asked: Mapping[str, Any], settings: Mapping[str, Any]
) -> tuple[object, dict[str, Any], list[str]]:
    """A file with its columns found, and what to say about that."""
    files = TableFiles.of(path, truth=asked.get("truth"), score=asked.get("score"), **settings)
    (table,) = open_tables(files, ROLES, open_database())
    column, *others = table.columns["score"]
    if others:
        raise _several([column, *others])
    return table.source, {**asked, "truth": table.truth, "score": column}, [table.told]


def _several(names: Sequence[str]) -> SettingError:
    return SettingError.named(
        "score", f"names {shown(names)}; a statistic holds the scores of one system. Name one, and count each alone."
    )


def _positive(roles: TableRoles, asked: object) -> str:
    """The positive class as it was asked for: a part need not have a row of it."""
    if asked is None:
        return next(iter(positives_of(roles, None, None).values()))
    name = str(int(asked)) if isinstance(asked, bool | np.bool_) else label_text(asked)
    labels = labels_in(roles.source, [roles.truth], MOST_LABELS, words_of(roles, name))
    same = {normal(label): label for label in labels}
    return positives_of(roles, asked, None)[next(iter(roles.systems))] if normal(name) in same else name


def _check_names(question: ScoreQuestion) -> None:
    faults = question.faults()
    if faults:
        raise ColumnError.about(
            "the columns", f"have {faults[0]}. Every column needs its own name, and none may be {TRUTH!r}. Rename one."
        )


def _check(tally: ScoreTally, roles: TableRoles, column: str, question: ScoreQuestion, policy: Policy) -> None:
    """Refuse what `threshold` refuses of rows, but for parts that have rows of one class."""
    Scores.check(
        tally,
        name=column,
        truth=roles.truth,
        positive=question.positive,
        policy=policy,
        unit=roles.unit,
        by=roles.by,
        words=words_of(roles, question.positive),
        where=roles.source.where,
    )


def _entries(counted: ScoreTally, roles: TableRoles, question: ScoreQuestion, key: bytes | None) -> Entries:
    """The positive class or none in place of truths, low ends of bins in place of scores, groups in place of units."""
    tally, edges, inside = counted.tally, counted.edges, counted.inside or Inside(np.empty(0), np.empty(0))
    names = question.columns
    columns = {names[name]: _as_text(tally.columns[name]) for name in roles.by}
    if roles.unit is not None and question.units is not None:
        columns[names[roles.unit]] = question.units.named(_as_text(tally.columns[roles.unit]), key)
    columns[TRUTH] = _truth(tally.columns[roles.truth], words_of(roles, question.positive), question.positive)
    known = ~np.isnan(counted.score)
    codes = np.full(len(known), MISSING)
    if edges is not None:
        codes[known] = np.searchsorted(edges.mean, counted.score[known])
        columns[BIN] = Column(tuple(map(repr, edges.low.tolist())), codes)
    ordered = {name: columns[name] for name in names.values()}
    sums = {WEIGHT: tally.weight, WEIGHT_SQ: tally.weight_sq} if question.weighted else {}
    sums |= {INSIDE: inside.offset, INSIDE_SQ: inside.square}
    return Entries.of(ordered, tally.rows, {name: _exact(part, question) for name, part in sums.items()})


def _exact(part: Floats, question: ScoreQuestion) -> Any:  # noqa: ANN401 - an array of decimals
    return exact(rounded(part) if question.weighted else part)


def _as_text(column: Column) -> Column:
    """Values as slices and units name them."""
    return replace(column, values=tuple(label_text(value) for value in column.values))


def _truth(column: Column, words: frozenset[str], positive: str) -> Column:
    """The positive class, one word for all others, and nothing for what is missing."""
    known = column.known(words)
    is_positive = [normal(label_text(value)) == normal(positive) for value in known.values]
    return replace(known, values=tuple(positive if each else OTHER for each in is_positive))
