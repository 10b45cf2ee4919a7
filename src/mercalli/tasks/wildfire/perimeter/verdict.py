"""What the verdict on perimeters rests on.

The Jaccard index decides: of the growth of all steps where there are several, because a large fire that hardly grew
scores well whatever a model says; else of the last outline.
"""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.measure import named_measure
from mercalli.results.grounds import Finds, Grounds, Standing
from mercalli.results.measure import Measure
from mercalli.results.named import number_named
from mercalli.tasks.wildfire.estimate import method_over
from mercalli.tasks.wildfire.perimeter.estimate import GROWTH_JACCARD
from mercalli.tasks.wildfire.result import PerimeterReport, Perimeters, Quantity
from mercalli.tasks.wildfire.standing import Decisive, finds_of, grounds_of, ordered_by, size_step
from mercalli.tasks.wildfire.verdict import MORE_FIRES

JACCARD = "jaccard"
TRIVIAL = "trivial"
SMALL_HA = 10.0  # below this, parts of a hectare are told


def grounds(result: Perimeters) -> Grounds:
    """The models by the Jaccard index of their growth or of their last outline."""
    systems = best_first(result)
    best = systems[0]
    return grounds_of(
        _decisive(best),
        [Standing(each.name, deciding(each), (_finds(each),)) for each in systems],
        result,
        systems=systems,
        speaks_for=_speaks_for(best),
        each="step",
        unit="step",
        beside=_edges(best),
        steps=_steps(best),
    )


def best_first(result: Perimeters) -> list[PerimeterReport]:
    """The models by the number that decides."""
    return ordered_by(result.systems, deciding)


def _decisive(best: PerimeterReport) -> Decisive:
    if best.growth:
        return Decisive(GROWTH_JACCARD, trivial="predicting no growth", baseline=TRIVIAL)
    return Decisive(JACCARD, trivial="the perimeter before, unchanged,", baseline=TRIVIAL)


def deciding(system: PerimeterReport) -> Measure:
    """The index that decides, with what predicting no change gets."""
    if system.growth:
        return _measure(GROWTH_JACCARD, number_named(system.growth, JACCARD), 0.0, method_of(system))
    last = system.steps[-1]
    return _measure(JACCARD, last.quantity(JACCARD), last.unchanged, method_of(system))


def method_of(system: PerimeterReport) -> str:
    """How intervals over the steps in which the fire grew are made."""
    return method_over(sum(bool(step.growth) for step in system.steps), "steps")


def _measure(name: str, found: Quantity, trivial: float | None, method: str) -> Measure:
    how = None if found.low is None else method
    return named_measure(
        name, found.value, found.low, found.high, how, undefined=found.undefined, baselines={TRIVIAL: trivial}
    )


def _finds(system: PerimeterReport) -> Finds:
    """Hectares that burned, or that the fire grew by, and how many of them the model has."""
    growths = [step.growth for step in system.steps if step.growth]
    parts = growths if system.growth else [system.steps[-1].quantities]
    observed, missed = (
        sum(number_named(part, name).value or 0.0 for part in parts) for name in ("observed_ha", "under_ha")
    )
    found = max(observed - missed, 0.0)
    name = "the growth in hectares" if system.growth else "the burned hectares"
    whole, part = (round(each, 0 if observed >= SMALL_HA else 2) for each in (observed, found))
    return finds_of(name, part, whole - part, each="hectare")


def _edges(best: PerimeterReport) -> Iterator[str]:
    """How far its last edge is from the observed one."""
    mean, high = (best.steps[-1].quantity(name).value for name in ("boundary_mean_m", "boundary_p95_m"))
    if mean is not None and high is not None:
        yield f"Its last edge is {mean:,.0f} m from the observed one on average, 95% of it within {high:,.0f} m."


def _speaks_for(best: PerimeterReport) -> str:
    steps = sum(bool(step.growth) for step in best.steps)
    if best.growth:
        return f"This applies to more steps of this fire like these {steps}, not to other fires."
    return "This applies to this outline only: one pair of outlines has no interval, so chance cannot be assessed."


def _steps(best: PerimeterReport) -> Iterator[str]:
    found = best.growth or best.steps[-1].quantities
    yield from size_step(best.name, number_named(found, "area_bias").value, "growth" if best.growth else "area")
    if not best.growth:
        yield "Compare perimeters of several times (--time), so that the growth is compared and not the whole fire."
    yield MORE_FIRES
