"""Growth over all steps of a fire, with intervals that resample the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.maps.area_overlap import OVERLAPS, area_overlap
from mercalli.results.limits import FEW_UNITS
from mercalli.tasks.wildfire.estimate import over_units
from mercalli.tasks.wildfire.perimeter.shapes import INDICES, NO_GROWTH, NOT_OBSERVED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats
    from mercalli.tasks.wildfire.perimeter.result import PerimeterStep
    from mercalli.tasks.wildfire.result import Quantity

WHY = {"jaccard": NO_GROWTH, "dice": NO_GROWTH, "area_bias": NOT_OBSERVED}


def growth_over_steps(steps: Sequence[PerimeterStep], settings: Settings) -> tuple[Quantity, ...]:
    """Areas of the growth of all steps added up, and what follows from them; nothing where only one step has growth."""
    areas = _areas(steps)
    if len(areas) < 2:  # noqa: PLR2004 - one step can be drawn in one way only
        return ()
    indices = zip(OVERLAPS, over_units(areas, area_overlap, settings, "growth"), strict=True)
    return tuple(each.quantity(name, INDICES[name], why=WHY[name]) for name, each in indices)


def _areas(steps: Sequence[PerimeterStep]) -> Floats:
    """Observed, modelled and shared hectares of the growth of each step: (steps, 3)."""
    growths = [{each.name: each.value or 0.0 for each in step.growth} for step in steps if step.growth]
    rows = [(each["observed_ha"], each["modelled_ha"], each["modelled_ha"] - each["over_ha"]) for each in growths]
    return np.array(rows, np.float64).reshape(-1, 3)


def interval_notes(steps: Sequence[PerimeterStep], settings: Settings) -> Iterator[str]:
    """What the intervals rest on, or why there are none."""
    n = sum(bool(step.growth) for step in steps)
    if not settings.replicates:
        return
    if n < 2:  # noqa: PLR2004 - as above
        yield "There are no intervals: one pair of outlines, or of growths, has no parts to draw again."
        return
    few = f" There are only {n}: intervals are rough and tend to be too narrow." if n < FEW_UNITS else ""
    yield (
        f"Intervals are of the growth of all steps, which are drawn as wholes; a whole fire contains the fire of the "
        f"step before, so that it has none.{few}"
    )
