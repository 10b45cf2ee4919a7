"""Levels: how much of each was right, and what it was taken for."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.results.parts import INVALID
from mercalli.tasks.labels.result import Evaluation, LevelReport, SystemReport
from mercalli.tasks.labels.standing import best_first
from mercalli.telling.article import PAGE, Block, Cell, Section, Sentence, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.svg.strip import NARROW, Scale, Strip
from mercalli.text.names import readable
from mercalli.text.numbers import count, share_text
from mercalli.text.words import short_name

ABOUT = (
    "A level says what its classes call for. An item has the right level if it was put in any class of its level: "
    "it reaches the right desk, even if its class is wrong."
)


def level_section(result: Evaluation) -> Section:
    """How much of each level was put in its right class, for all systems, and what the best one takes levels for."""
    scales = dict.fromkeys(level.levels for level in result.systems[0].levels)
    blocks = (Sentence(ABOUT), *(block for scale in scales for block in _scale(result, scale))) if scales else ()
    return Section("Levels", blocks, on=PAGE, anchor="levels")


def _scale(result: Evaluation, scale: str) -> Iterator[Block]:
    ordered = best_first(result)
    yield _levels(ordered, scale)
    if any(level.taken_for for level in ordered[0].levels):
        yield _matrix(ordered[0], scale)


def _levels(ordered: list[SystemReport], scale: str) -> Table:
    first = [level for level in ordered[0].levels if level.levels == scale]
    names = (f"{readable(level.level)} ({readable(level.response)}, weight {level.weight:g})" for level in first)
    routed = any(system.routing for system in ordered)
    header = ("system", *(("right level, all items",) if routed else ()), *names)
    rows = ([Cell(system.name), *_routing(system, scale), *map(_cell, _of(system, scale))] for system in ordered)
    return table(f"Right class within each level of {short_name(scale)}", header, rows, look="board")


def _of(system: SystemReport, scale: str) -> list[LevelReport]:
    return [level for level in system.levels if level.levels == scale]


def _routing(system: SystemReport, scale: str) -> list[Cell]:
    measures = (each for each in system.routing if each.metric == f"level_accuracy_{scale}")
    return [measure_cell(each, Strip(each, Scale(0.0, 1.0, NARROW))) for each in measures]


def _cell(level: LevelReport) -> Cell:
    right = f"{count(level.correct)} of {count(level.total)}" if level.total else ""
    strip = Strip(level.accuracy, Scale(0.0, 1.0, NARROW)) if level.total else None
    return measure_cell(level.accuracy, strip, mark=right, tone="soft")


def _matrix(system: SystemReport, scale: str) -> Table:
    """Items of each true level by the level that they were taken for."""
    levels = _of(system, scale)
    outside = dict.fromkeys((INVALID, system.table.outside))
    none = [name for name in outside if any(level.taken_for.get(name) for level in levels)]
    columns = [*(level.level for level in levels), *none]
    rows = (_matrix_row(level, columns) for level in levels)
    header = ("true level", "items", *map(readable, columns))
    return table(f"Confusion matrix of levels for {short_name(system.name)}", header, rows, each="level")


def _matrix_row(level: LevelReport, columns: list[str]) -> list[str | Cell]:
    return [readable(level.level), count(level.total), *(_taken(level, name) for name in columns)]


def _taken(level: LevelReport, name: str) -> Cell:
    number = level.taken_for.get(name, 0.0)
    return Cell(count(number), mark=share_text(number / level.total) if level.total else "", tone="soft")
