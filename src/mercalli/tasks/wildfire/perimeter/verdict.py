"""What the verdict on perimeters rests on.

The Jaccard index decides: of the growth of all steps where there are several, because a large fire that hardly grew
scores well whatever a model says; else of the last outline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.measure import named_measure
from mercalli.results.grounds import Finds, Grounds, Standing
from mercalli.results.measure import Measure
from mercalli.results.named import number_named
from mercalli.tasks.wildfire.estimate import method_over
from mercalli.tasks.wildfire.perimeter.estimate import GROWTH_JACCARD
from mercalli.tasks.wildfire.result import PerimeterReport, Perimeters, Quantity
from mercalli.tasks.wildfire.standing import Decisive, finds_of, grounds_of, ordered_by, size_step
from mercalli.tasks.wildfire.verdict import MORE_FIRES
from mercalli.text.names import plain
from mercalli.text.words import listed

JACCARD = "jaccard"
TRIVIAL = "trivial"
KILOMETRE = 1000.0
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
        alarms=(*_apart(systems), *_lacking(systems)),
        steps=_steps(best, threshold=result.provenance.settings.get("threshold") is not None),
    )


def _touches(system: PerimeterReport) -> bool:
    """Whether its outlines lie on the observed ones anywhere."""
    return any(step.quantity(JACCARD).value for step in system.steps)


def _apart(systems: Sequence[PerimeterReport]) -> Iterator[str]:
    """Models whose outlines never meet the observed ones."""
    for each in systems:
        offset = each.steps[-1].quantity("centroid_offset_m").value
        if not _touches(each) and offset is not None:
            away = f"{offset / 1000:,.0f} km" if offset >= KILOMETRE else f"{offset:,.0f} m"
            yield f"The outlines of {plain(each.name)} and the observed ones do not touch ({away} apart): same fire?"


def _lacking(systems: Sequence[PerimeterReport]) -> Iterator[str]:
    """Models that have no outline at some times at which the fire was observed."""
    for each in systems:
        lacking = [step.time for step in each.steps if step.observed and not step.model]
        if lacking and len(each.steps) > 1:
            times = f"{len(lacking)} of {len(each.steps)} times ({listed(lacking)})"
            yield f"{plain(each.name)} has no outline at {times}: they count as if it said that nothing burned."


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
    """How far its last outline is from the observed one."""
    mean, high = (best.steps[-1].quantity(name).value for name in ("boundary_mean_m", "boundary_p95_m"))
    if mean is not None and high is not None:
        at = "last " if len(best.steps) > 1 else ""
        yield (
            f"The {at}outline of {plain(best.name)} is {mean:,.0f} m from the observed one on average, and 95% of it "
            f"within {high:,.0f} m."
        )


def _speaks_for(best: PerimeterReport) -> str:
    steps = sum(bool(step.growth) for step in best.steps)
    if best.growth:
        return f"This applies to more steps of this fire like these {steps}, not to other fires."
    return "This applies to this outline only: one pair of outlines has no interval, so chance cannot be assessed."


def _steps(best: PerimeterReport, *, threshold: bool) -> Iterator[str]:
    found = best.growth or best.steps[-1].quantities
    much = f"as much {'growth' if best.growth else 'area'}"
    if _touches(best):
        yield from size_step(best.name, number_named(found, "area_bias").value, much, threshold=threshold)
    else:
        yield "Check that both files are of the same fire, at the same time, in the coordinate system that they name."
    if not best.growth:
        yield "Compare perimeters of several times (--time), so that the growth is compared and not the whole fire."
    yield MORE_FIRES
