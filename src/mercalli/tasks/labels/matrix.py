"""The confusion matrix, its classes in order of what they ask for, with the harm beside each count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from mercalli.results.parts import Table
from mercalli.tasks.labels.result import ClassNote, Evaluation, SystemReport
from mercalli.telling.matrix import Grid, Level, Line, Square

MOST_CLASSES = 30
SHOWN_CLASSES = 20
OTHER = "(other classes)"


def matrix(result: Evaluation, system: SystemReport) -> Grid:
    """The classes in order of their level and weight; of many only those whose errors do most harm."""
    order = _by_weight(result, system)
    chosen = order if len(order) <= MOST_CLASSES else _most_harmful(order, system)
    extra = [
        *([OTHER] if len(chosen) < len(order) else []),
        *([system.table.outside] if has_outside(system.table) else []),
    ]
    responses = {level.level: level.response for level in system.levels}
    lines = dict(_lines(system.table, [note.name for note in chosen], extra))
    levels = [
        Level(level or "", responses.get(level or "", ""), tuple(Line(n.name, n.weight, lines[n.name]) for n in notes))
        for level, notes in groupby(chosen, key=lambda note: note.level)
    ]
    return Grid(tuple(levels), tuple(extra), len(order) - len(chosen), weighs(result, system))


def has_outside(table: Table) -> bool:
    """Whether some rows got no class for an answer."""
    return any(row[-1] for row in table.cells)


def weighs(result: Evaluation, system: SystemReport) -> bool:
    """Whether the harm of an error is anything else than its count."""
    weights = any(note.weight != 1 for note in result.classes)
    return weights or any(each.harm != each.count for each in system.confusions)


def _by_weight(result: Evaluation, system: SystemReport) -> list[ClassNote]:
    """Classes of the same level together, the weightiest first; else as they were declared."""
    places = {level.level: at for at, level in enumerate(system.levels)}
    return sorted(result.classes, key=lambda note: (places.get(note.level or "", len(places)), -note.weight))


def _most_harmful(order: Sequence[ClassNote], system: SystemReport) -> list[ClassNote]:
    harm = dict(zip(system.table.classes, map(sum, system.table.harms), strict=True))
    chosen = sorted(harm, key=lambda name: -harm[name])[:SHOWN_CLASSES]
    return [note for note in order if note.name in chosen]


def _lines(table: Table, names: Sequence[str], extra: Sequence[str]) -> Iterator[tuple[str, tuple[Square, ...]]]:
    """The cells of each class that is shown, those of all others added up."""
    place = {name: at for at, name in enumerate([*table.classes, table.outside])}
    rest = [at for name, at in place.items() if name not in (*names, table.outside)]
    columns = [*([place[name]] for name in names), *(rest if name == OTHER else [place[name]] for name in extra)]
    rows = {name: [_added(each[place[name]], columns) for each in (table.cells, table.harms)] for name in names}
    most = max((harm for _, harms in rows.values() for harm in harms), default=0.0) or 1.0
    for at, (name, (counts, harms)) in enumerate(rows.items()):
        total = sum(table.cells[place[name]]) or 1.0
        yield (
            name,
            tuple(
                _square(count, count / total, harm, most, right=at == column)
                for column, (count, harm) in enumerate(zip(counts, harms, strict=True))
            ),
        )


def _added(row: Sequence[float], columns: Sequence[Sequence[int]]) -> list[float]:
    return [sum(row[at] for at in each) for each in columns]


def _square(count: float, share: float, harm: float, most: float, *, right: bool) -> Square:
    return Square(count, share, None if right else harm, share if right else harm / most, right)
