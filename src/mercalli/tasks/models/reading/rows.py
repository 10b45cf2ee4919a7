"""From rows to checked answers: which item and system each row is of, and what its output came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.counted import repeated
from mercalli.engines.source import Source
from mercalli.errors import AnswerError, ClassError, EmptyError, MissingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.answers.answer import MISSING as SILENT
from mercalli.inputs.answers.answer import READ, UNREADABLE
from mercalli.inputs.answers.counts import outside_labels
from mercalli.inputs.answers.outputs import ReadColumn
from mercalli.inputs.arrays import Bools, Ints, distinct_rows
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.digest import digest_of
from mercalli.inputs.labels import Policy, sliced, units
from mercalli.inputs.tally import MISSING, Column, Tally
from mercalli.plan.answer_settings import EXCLUDE, AnswerSettings
from mercalli.plan.answers import HALF, Outputs, finish_column, read_outputs
from mercalli.plan.columns import check_there
from mercalli.plan.rows import check_present
from mercalli.stats.groups import Contexts, Groups
from mercalli.tasks.models.cost.columns import CallColumns
from mercalli.tasks.models.data import NO_ROW, UNREAD, ModelsData, SystemAnswers
from mercalli.tasks.models.errors import RepeatError
from mercalli.tasks.models.reading.counts import holds_counts, likely_count
from mercalli.tasks.models.reading.items import SHOWN, Items, items_of_rows, truth_codes
from mercalli.tasks.models.reading.roles import ModelRoles
from mercalli.text.words import counted

SYSTEM = " / "


@dataclass(frozen=True)
class _Asked:
    """How answers are read and what to do about those that are not there."""

    classes: ClassList
    policy: Policy
    settings: AnswerSettings
    progress: Progress


def read_models(
    source: Source,
    roles: ModelRoles,
    classes: ClassList,
    *,
    contexts: Sequence[str] = (),
    policy: Policy,
    settings: AnswerSettings,
    progress: Progress = quiet,
) -> tuple[ModelsData, Outputs]:
    """Every answer of every system, checked, and how outputs were read."""
    of_items = [roles.truth, *([] if roles.unit is None else [roles.unit]), *contexts]
    usage = {part: name for part, name in CallColumns.of(source.columns).found.items() if name not in roles.columns}
    roles.checked(source, of_items)
    check_there(source, [settings.text])
    outputs_in = list(dict.fromkeys(column for columns in roles.preds.values() for column in columns))
    finishes = (finish_column(source.columns, name, outputs_in) for name in outputs_in)
    beside = [name for name in (settings.text, *finishes) if name is not None]
    guess = likely_count(roles, list(source.columns))
    likely = [] if guess is None else [guess]
    rows = source.rows([], list(dict.fromkeys([*roles.columns, *of_items, *usage.values(), *beside, *likely])))
    if not len(next(iter(rows.arrays.values()))):
        raise EmptyError.no_rows(source.origin)
    rows = rows if roles.count is None else repeated(rows, roles.count)
    for name in outputs_in:
        rows = rows.unnested(name)
    place, items = items_of_rows(rows, roles, of_items)
    asked = _Asked(classes, policy, settings, progress)
    truth = truth_codes(items.truth, classes, rows, roles.truth)
    systems, outputs = (
        _long(rows, roles, place, items, asked) if roles.long else _wide(rows, roles, place, items, asked)
    )
    groups = Groups.of({name: sliced(items.columns[name]) for name in contexts}, items.n)
    data = ModelsData(
        classes=classes,
        truth=truth,
        contexts=Contexts(tuple(dict(zip(contexts, key, strict=True)) for key in groups.keys), groups.codes),
        unit=_units(items, roles.unit, source.origin),
        systems=systems,
        rows=rows,
        usage=usage,
        repeated_without_sample=roles.keyed and roles.sample is None and any(s.repeats.max() > 1 for s in systems),
        uncounted=guess if guess is not None and holds_counts(rows, guess) else None,
        digest=_digest(classes, truth, systems),
    )
    return (data.without_unread() if settings.unread == EXCLUDE and outputs.columns else data), outputs


def _digest(classes: ClassList, truth: Ints, systems: Sequence[SystemAnswers]) -> str:
    names = [classes.names, [system.name for system in systems]]
    return digest_of(names, [truth, *(part for system in systems for part in (system.item, system.code))])


def _units(items: Items, name: str | None, origin: str) -> Column | None:
    rows = np.ones(items.n, np.int64)
    return None if name is None else units(Tally.of({name: items.columns[name]}, rows, origin), name, rows > 0)


@dataclass(frozen=True)
class _Coded:
    """A column of answers row by row: the code, the distinct output and whether it was a whole answer."""

    code: Ints
    raw: Ints
    whole: Bools
    outputs: bool


def _coded(before: ArraySource, after: ArraySource, name: str, read: ReadColumn | None, asked: _Asked) -> _Coded:
    raw, size = before.column(name).codes, len(asked.classes.names)
    if read is not None:
        column = read.kinds_of(after.column(name))
        codes = np.array([_kind_code(kind.label, kind.outcome, asked.classes) for kind in read.kinds], np.int64)
        whole = np.array([kind.whole for kind in read.kinds], np.bool_)
        return _Coded(codes[column.codes], raw, whole[column.codes], outputs=True)
    column = after.column(name).known(asked.classes.missing_words)
    _check_labels(after, name, column, asked)
    silent, other = (size + UNREAD.index(outcome) for outcome in (SILENT, UNREADABLE))
    index = asked.classes.index
    table = np.array([*(index.get(normal(label_text(value)), other) for value in column.values), silent], np.int64)
    return _Coded(table[column.codes], raw, np.ones(len(raw), np.bool_), outputs=False)


def _kind_code(label: str | None, outcome: str, classes: ClassList) -> int:
    if outcome == READ and label is not None:
        return classes.index[normal(label)]
    return len(classes.names) + UNREAD.index(outcome)


def _check_labels(rows: ArraySource, name: str, column: Column, asked: _Asked) -> None:
    """Plain labels: a blank is a broken join, and a label outside declared classes a mistake, unless said otherwise."""
    absent = column.codes == MISSING
    if absent.any() and asked.policy.missing == "error":
        raise MissingError.about(
            f"{counted(int(absent.sum()), 'row')} of {rows.origin}",
            f"{'lacks' if absent.sum() == 1 else 'lack'} a prediction in {name!r}{rows.first(absent)}. Fill in what is "
            f"missing, or pass --missing wrong to count it as wrong.",
        )
    outside = outside_labels(column, np.ones(len(column.codes), np.int64), asked.classes)
    if not outside or asked.policy.invalid != "error":
        return
    labels, lost = [each.label for each in outside], sum(each.count for each in outside)
    if asked.classes.declared:
        subject = f"Predictions of {name!r} in {rows.origin} are"
        advice = "Correct them, or pass --invalid wrong to count them as wrong."
        raise ClassError.outside(subject, sorted(labels), asked.classes.names, "", advice)
    if lost > HALF * len(absent):
        raise ClassError.most_outside(name, rows.origin, (lost, len(absent)), labels, asked.classes.names)


def _wide(
    rows: ArraySource, roles: ModelRoles, place: Ints, items: Items, asked: _Asked
) -> tuple[tuple[SystemAnswers, ...], Outputs]:
    """A row is an item, a column a sample of a system."""
    columns = list(dict.fromkeys(column for each in roles.preds.values() for column in each))
    after, outputs = _read(rows, columns, asked)
    coded = {name: _coded(rows, after, name, outputs.columns.get(name), asked) for name in columns}
    texts = _shared_raw(rows, columns)
    every = np.arange(len(place))
    systems = []
    for name, named in roles.preds.items():
        parts = [replace(coded[column], raw=texts[column]) for column in named]
        one = _answers(name, {}, np.tile(place, len(named)), _together(parts), np.tile(every, len(named)))
        systems.append(_complete(one, items.n, len(asked.classes.names)))
    return tuple(systems), outputs


def _read(rows: ArraySource, columns: Sequence[str], asked: _Asked) -> tuple[ArraySource, Outputs]:
    source, outputs = read_outputs(rows, columns, asked.classes, asked.settings, asked.progress)
    return (source if isinstance(source, ArraySource) else source.rows([], list(columns))), outputs


def _shared_raw(rows: ArraySource, columns: Sequence[str]) -> dict[str, Ints]:
    """Numbers of distinct outputs that mean the same output in every column."""
    every: dict[object, int] = {}
    found = {}
    for name in columns:
        column = rows.column(name)
        table = np.array([*(every.setdefault(value, len(every)) for value in column.values), MISSING], np.int64)
        found[name] = table[column.codes]
    return found


def _together(parts: Sequence[_Coded]) -> _Coded:
    code, raw = (np.concatenate([getattr(part, name) for part in parts]) for name in ("code", "raw"))
    whole = np.concatenate([part.whole for part in parts])
    return _Coded(code, raw, whole, any(part.outputs for part in parts))


def _answers(name: str, factors: Mapping[str, str], item: Ints, coded: _Coded, row: Ints) -> SystemAnswers:
    """Answers sorted by item."""
    order = np.argsort(item, kind="stable")
    code, raw, whole = coded.code[order], coded.raw[order], coded.whole[order]
    return SystemAnswers(name, factors, item[order], code, raw, whole, row[order], coded.outputs)


def _complete(system: SystemAnswers, n: int, size: int) -> SystemAnswers:
    """The same with a missing answer to every item that the system has none to."""
    lacking = np.setdiff1d(np.arange(n), system.item)
    if not len(lacking):
        return system
    fill = len(lacking)
    coded = _Coded(
        np.append(system.code, np.full(fill, size + UNREAD.index(SILENT))),
        np.append(system.raw, np.full(fill, MISSING)),
        np.append(system.whole, np.zeros(fill, np.bool_)),
        system.outputs,
    )
    rows = np.append(system.row, np.full(fill, NO_ROW))
    return _answers(system.name, system.factors, np.append(system.item, lacking), coded, rows)


def _long(
    rows: ArraySource, roles: ModelRoles, place: Ints, items: Items, asked: _Asked
) -> tuple[tuple[SystemAnswers, ...], Outputs]:
    """A row is an answer."""
    ((name, (pred,)),) = roles.preds.items()
    every, given = rows, ~_nobodys(rows, roles, pred)
    rows, place = rows.take(given), place[given]
    if not len(place):
        raise EmptyError.about(rows.origin, f"has no answers: every row lacks {pred!r} and whose answer it is.")
    names, of_row = _system_names(rows, roles) if roles.keyed else ([{"": name}], np.zeros(len(place), np.int64))
    called = [name if not roles.keyed else SYSTEM.join(each.values()) for each in names]
    _check_samples(rows, roles, called, (place, of_row), items.ids)
    after, outputs = _read(rows, [pred], asked)
    coded = _coded(rows, after, pred, outputs.columns.get(pred), asked)
    systems = []
    for at, factors in enumerate(names):
        mine = np.flatnonzero(of_row == at)
        own = _Coded(coded.code[mine], coded.raw[mine], coded.whole[mine], coded.outputs)
        kept = {factor: factors[factor] for factor in roles.factors}
        one = _answers(called[at], kept, place[mine], own, np.flatnonzero(given)[mine])
        _check_share(one, every, pred, asked)
        systems.append(_complete(one, items.n, len(asked.classes.names)))
    return tuple(systems), outputs


def _nobodys(rows: ArraySource, roles: ModelRoles, pred: str) -> Bools:
    """Rows without system, sample and output: items that nobody answered, as a join to truths leaves them."""
    keys = [name for name in (pred, roles.system, roles.sample, *roles.factors) if name is not None]
    nobodys: Bools = np.logical_and.reduce([rows.column(name).codes == MISSING for name in keys])
    return nobodys


def _system_names(rows: ArraySource, roles: ModelRoles) -> tuple[list[dict[str, str]], Ints]:
    """What makes every system, in the order of their names, and that of each row."""
    named = roles.factors or tuple(name for name in (roles.system,) if name is not None)
    columns = [rows.column(name) for name in named]
    for name, column in zip(named, columns, strict=True):
        check_present(rows, "system", name, column.codes == MISSING)
    texts = [sliced(column) for column in columns]
    kinds, of_row = distinct_rows([each.codes for each in texts], [len(each.values) for each in texts])
    systems = [
        {name: str(column.values[part[at]]) for name, column, part in zip(named, texts, kinds, strict=True)}
        for at in range(len(kinds[0]))
    ]
    return systems, of_row


def _check_samples(
    rows: ArraySource, roles: ModelRoles, called: Sequence[str], keys: tuple[Ints, Ints], ids: Sequence[str]
) -> None:
    """No two rows of one item, system and sample."""
    if roles.sample is None:
        return
    column = rows.column(roles.sample)
    check_present(rows, "sample", roles.sample, column.codes == MISSING)
    place, of_row = keys
    sizes = [len(ids), len(called), len(column.values)]
    (item, system, sample), position = distinct_rows([place, of_row, column.codes], sizes)
    counts = np.bincount(position, minlength=len(item))
    twice = np.flatnonzero(counts > 1)
    if len(twice):
        found = [
            f"item {ids[item[at].item()]}, system {called[system[at].item()]}, "
            f"sample {label_text(column.values[sample[at].item()])}"
            for at in twice[:SHOWN].tolist()
        ]
        advice = "Remove the repetitions, or number the samples."
        what = "an item, system and sample"
        raise RepeatError.twice(what, found, int((counts[twice] - 1).sum()), rows.origin, advice)


def _check_share(system: SystemAnswers, rows: ArraySource, pred: str, asked: _Asked) -> None:
    """Refuse a system of which more than half could not be read, unless that was allowed."""
    unread = system.code >= len(asked.classes.names)
    if system.outputs and asked.settings.unread is None and unread.mean() > HALF:
        lost = list(dict.fromkeys(rows.arrays[pred][system.row[unread]].tolist()))
        where = f"{pred} of {system.name}"
        raise AnswerError.unread(where, rows.origin, int(unread.sum()), len(unread), lost, none_allowed=False)
