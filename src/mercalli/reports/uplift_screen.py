"""Uplift on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.screen import note_table
from mercalli.reports.tables import DIM, MARK, Words, plain_table
from mercalli.reports.words import interval, plain
from mercalli.results.text import number, percent
from mercalli.results.uplift_text import gained, gained_span, people, target_text
from mercalli.results.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.measured import Measure
    from mercalli.results.uplift import UpliftReport, UpliftResult

MOST_SYSTEMS, MOST_SLICES = 20, 15
PER = 1000
DIGITS = 4
EFFECT = "average_treatment_effect"


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
    yield Words(_effect(result, first))
    yield ""
    yield _measures(result, best) if len(result.systems) == 1 else _systems(result)
    if len(result.systems) > 1:
        yield Words(f"\nBelow: {plain(best.name)}, best by {result.headline[0]}.")
    yield from _targets(result, best)
    yield from _slices(result, best)
    yield from _notes(best)


def _arms(system: UpliftReport) -> RenderableType:
    made = plain_table(("arm", "left"), ("people", "right"), ("mean outcome", "right"))
    for name, arm in (("treated", system.treated), ("controls", system.control)):
        weighs = "" if arm.people == arm.n else f" (weigh {people(arm.people)})"
        made.add_row(name, f"{arm.n:,}{weighs}", number(arm.outcome, DIGITS))
    return made


def _effect(result: UpliftResult, system: UpliftReport) -> str:
    """What treating everyone gains."""
    value, low, high = _thousand(system.measure(EFFECT))
    sure = "" if low is None else f" [{gained_span(low, high)}]"
    level = percent(result.provenance.settings["level"])
    told = f" ({level} interval)" if sure else ""
    return f"Treating everyone gains {gained(value)}{sure} per 1,000 people{told}."


def _thousand(measure: Measure) -> tuple[float | None, float | None, float | None]:
    value, low, high = (None if each is None else PER * each for each in (measure.value, measure.low, measure.high))
    return value, low, high


def _areas(result: UpliftResult) -> list[str]:
    return [metric for metric in result.headline if metric != EFFECT]


def _measures(result: UpliftResult, system: UpliftReport) -> RenderableType:
    level = percent(result.provenance.settings["level"])
    made = plain_table(("metric", "left"), ("value", "right"), (f"{level} interval", "right"), ("random", "right"))
    for name in _areas(result):
        measure = system.measure(name)
        random = Words(number(measure.baselines.get("random"), DIGITS), style=DIM)
        made.add_row(Words(name, style=MARK), number(measure.value, DIGITS), _interval(measure), random)
    return made


def _interval(measure: Measure) -> str:
    return interval(measure.low, measure.high, digits=DIGITS)


def _systems(result: UpliftResult) -> RenderableType:
    """A row for each system, the best first."""
    lead, *others = _areas(result)
    level, top = percent(result.provenance.settings["level"]), result.systems[0].targets[0]
    made = plain_table(
        ("system", "name"),
        (lead, "right"),
        (level, "right"),
        *((name, "right") for name in others),
        (f"gained, top {target_text(top).partition(' ')[0]}", "right"),
    )
    for system in best_first(result)[:MOST_SYSTEMS]:
        measure = system.measure(lead)
        rest = [number(system.measure(name).value, DIGITS) for name in others]
        made.add_row(
            Words(plain(system.name)),
            number(measure.value, DIGITS),
            _interval(measure),
            *rest,
            gained(system.targets[0].per_1000[0]),
        )
    return made


def _targets(result: UpliftResult, system: UpliftReport) -> Iterator[RenderableType]:
    """What treating the first K gains."""
    yield Words("\nOutcomes gained per 1,000 treated, highest scores first")
    level = percent(result.provenance.settings["level"])
    columns = ("top", "treated", "controls", "gained", f"{level} interval")
    made = plain_table(*((name, "right") for name in columns))
    for target in system.targets:
        value, low, high = target.per_1000
        arms = [people(round(arm, 1)) for arm in (target.treated, target.control)]
        made.add_row(target_text(target), *arms, Words(gained(value), style=MARK), gained_span(low, high))
    yield made


def _slices(result: UpliftResult, system: UpliftReport) -> Iterator[RenderableType]:
    if not system.slices:
        return
    yield Words("\nSlices")
    lead = result.headline[0]
    made = plain_table(
        ("slice", "left"),
        ("treated", "right"),
        ("controls", "right"),
        (lead, "right"),
        ("interval", "right"),
        ("effect per 1,000", "right"),
    )
    for part in sorted(system.slices, key=lambda part: -part.n)[:MOST_SLICES]:
        found = {measure.metric: measure for measure in part.measures}
        area, effect = found[lead], _thousand(found[EFFECT])[0]
        cells = f"{part.treated:,}", f"{part.control:,}", number(area.value, DIGITS), _interval(area), gained(effect)
        made.add_row(Words(plain(part.name)), *cells)
    yield made
    if len(system.slices) > MOST_SLICES:
        yield Words(f"{len(system.slices) - MOST_SLICES} more: see --json or --out.", style=DIM)


def _notes(system: UpliftReport) -> Iterator[RenderableType]:
    if system.notes:
        yield Words("\nBefore you rely on it")
        yield note_table(system.notes)
