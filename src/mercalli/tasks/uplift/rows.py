"""Uplift in sentences and rows that every report shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.uplift.text import gained, gained_span, people, target_text
from mercalli.text.numbers import interval, number, percent

if TYPE_CHECKING:
    from mercalli.results.measure import Measure
    from mercalli.tasks.uplift.result import Target, UpliftReport, UpliftResult, UpliftSlice

PER = 1000
DIGITS = 4
EFFECT = "average_treatment_effect"
ARMS = ("arm", "people", "mean outcome")


def arm_rows(system: UpliftReport) -> list[list[str]]:
    """Who was treated and who was not."""
    arms = (("treated", system.treated), ("controls", system.control))
    weighs = ["" if arm.people == arm.n else f" (weigh {people(arm.people)})" for _, arm in arms]
    return [
        [name, f"{arm.n:,}{weigh}", number(arm.outcome, DIGITS)]
        for (name, arm), weigh in zip(arms, weighs, strict=True)
    ]


def effect(result: UpliftResult, system: UpliftReport) -> str:
    """What treating everyone gains."""
    value, low, high = _thousand(system.measure(EFFECT))
    sure = "" if low is None else f" [{gained_span(low, high)}]"
    told = f" ({level(result)})" if sure else ""
    return f"Treating everyone gains {gained(value)}{sure} per 1,000 people{told}."


def _thousand(measure: Measure) -> tuple[float | None, float | None, float | None]:
    value, low, high = (None if each is None else PER * each for each in (measure.value, measure.low, measure.high))
    return value, low, high


def level(result: UpliftResult) -> str:
    """As in `95% interval`."""
    return f"{percent(result.provenance.settings['level'])} interval"


def areas(result: UpliftResult) -> list[str]:
    """The headline metrics that are about the order of people."""
    return [metric for metric in result.headline if metric != EFFECT]


def area_cells(measure: Measure) -> list[str]:
    """One of them as a row: its name, value, interval, and what a random order gets."""
    return [
        measure.metric,
        number(measure.value, DIGITS),
        ends(measure),
        number(measure.baselines.get("random"), DIGITS),
    ]


def ends(measure: Measure) -> str:
    """An interval with as many digits as uplift needs."""
    return interval(measure.low, measure.high, digits=DIGITS)


def target_header(result: UpliftResult) -> list[str]:
    """What `target_cells` are."""
    return ["top", "treated", "controls", "gained", level(result)]


def target_cells(target: Target) -> list[str]:
    """What treating the first K gains, per 1,000 treated."""
    value, low, high = target.per_1000
    arms = [people(round(arm, 1)) for arm in (target.treated, target.control)]
    return [target_text(target), *arms, gained(value), gained_span(low, high)]


def slice_header(result: UpliftResult) -> list[str]:
    """What `slice_cells` are."""
    return ["slice", "treated", "controls", result.headline[0], "interval", "effect per 1,000"]


def slice_cells(result: UpliftResult, part: UpliftSlice) -> list[str]:
    """One slice as a row."""
    found = {measure.metric: measure for measure in part.measures}
    area, gain = found[result.headline[0]], _thousand(found[EFFECT])[0]
    arms = [f"{part.treated:,}", f"{part.control:,}"]
    return [part.name, *arms, number(area.value, DIGITS), ends(area), gained(gain)]
