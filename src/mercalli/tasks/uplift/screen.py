"""Uplift on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.uplift.rows import (
    ARMS,
    DIGITS,
    area_cells,
    areas,
    arm_rows,
    effect,
    ends,
    level,
    slice_cells,
    slice_header,
    target_cells,
    target_header,
)
from mercalli.tasks.uplift.text import gained, target_text
from mercalli.telling.interval_columns import with_interval
from mercalli.telling.terminal import DIM, MARK, Words, note_table, plain_table
from mercalli.text.names import plain
from mercalli.text.numbers import number
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.measure import Measure
    from mercalli.tasks.uplift.result import UpliftReport, UpliftResult

MOST_SYSTEMS, MOST_SLICES = 20, 15


def show_uplift(console: Console, result: UpliftResult, said: Sequence[str]) -> None:
    """Print the whole screen."""
    for part in _parts(*visible_record((result, tuple(said)))):
        console.print(part)


def best_first(result: UpliftResult) -> list[UpliftReport]:
    """Systems by the first headline metric; equals in the order in which they were given."""
    lead = result.headline[0]
    return sorted(result.systems, key=lambda system: -_order(system.measure(lead)))


def _order(measure: Measure) -> float:
    return float("-inf") if measure.value is None else measure.value


def _parts(result: UpliftResult, said: Sequence[str]) -> Iterator[RenderableType]:
    first, best = result.systems[0], best_first(result)[0]
    systems = plain(first.name) if len(result.systems) == 1 else f"{len(result.systems)} systems"
    yield Words(f"{result.provenance.title}: {first.n:,} people, {systems}", style=MARK)
    yield from (Words(f"  {line}", style=DIM) for line in said)
    yield ""
    yield _arms(first)
    yield Words(effect(result, first))
    yield ""
    yield _measures(result, best) if len(result.systems) == 1 else _systems(result)
    if len(result.systems) > 1:
        yield Words(f"\nBelow: {plain(best.name)}, best by {result.headline[0]}.")
    yield from _targets(result, best)
    yield from _slices(result, best)
    yield from _notes(best)


def _arms(system: UpliftReport) -> RenderableType:
    made = plain_table((ARMS[0], "left"), *((name, "right") for name in ARMS[1:]))
    for row in arm_rows(system):
        made.add_row(*row)
    return made


def _measures(result: UpliftResult, system: UpliftReport) -> RenderableType:
    header = [("metric", "left"), ("value", "right"), (level(result), "right"), ("random", "right")]
    made = plain_table(*with_interval(result.provenance, header, 2))
    for metric in areas(result):
        name, value, span, random = area_cells(system.measure(metric))
        row: list[RenderableType] = [Words(name, style=MARK), value, span, Words(random, style=DIM)]
        made.add_row(*with_interval(result.provenance, row, 2))
    return made


def _systems(result: UpliftResult) -> RenderableType:
    """A row for each system, the best first."""
    lead, *others = areas(result)
    top = result.systems[0].targets[0]
    header = [
        ("system", "name"),
        (lead, "right"),
        (level(result).partition(" ")[0], "right"),
        *((name, "right") for name in others),
        (f"gained, top {target_text(top).partition(' ')[0]}", "right"),
    ]
    made = plain_table(*with_interval(result.provenance, header, 2))
    for system in best_first(result)[:MOST_SYSTEMS]:
        measure = system.measure(lead)
        rest = [number(system.measure(name).value, DIGITS) for name in others]
        row: list[RenderableType] = [
            Words(plain(system.name)),
            number(measure.value, DIGITS),
            ends(measure),
            *rest,
            gained(system.targets[0].per_1000[0]),
        ]
        made.add_row(*with_interval(result.provenance, row, 2))
    return made


def _targets(result: UpliftResult, system: UpliftReport) -> Iterator[RenderableType]:
    """What treating the first K gains."""
    yield Words("\nOutcomes gained per 1,000 treated, highest scores first")
    header = with_interval(result.provenance, target_header(result), 4)
    made = plain_table(*((name, "right") for name in header))
    for target in system.targets:
        top, treated, controls, gain, span = target_cells(target)
        row: list[RenderableType] = [top, treated, controls, Words(gain, style=MARK), span]
        made.add_row(*with_interval(result.provenance, row, 4))
    yield made


def _slices(result: UpliftResult, system: UpliftReport) -> Iterator[RenderableType]:
    if not system.slices:
        return
    yield Words("\nSlices")
    first, *others = with_interval(result.provenance, slice_header(result), 4)
    made = plain_table((first, "left"), *((name, "right") for name in others))
    for part in sorted(system.slices, key=lambda part: -part.n)[:MOST_SLICES]:
        name, *cells = with_interval(result.provenance, slice_cells(result, part), 4)
        made.add_row(Words(plain(name)), *cells)
    yield made
    if len(system.slices) > MOST_SLICES:
        yield Words(f"{len(system.slices) - MOST_SLICES} more: see --json or --out.", style=DIM)


def _notes(system: UpliftReport) -> Iterator[RenderableType]:
    if system.notes:
        yield Words("\nBefore you rely on it")
        yield note_table(system.notes)
