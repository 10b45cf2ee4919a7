"""Arrival times: how early or late a model's fire came, where it came in both maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.ratio import ratio
from mercalli.stats.tile_sums import TileSums
from mercalli.tasks.wildfire.over_units import FieldNumbers, over_units
from mercalli.tasks.wildfire.result import Quantity

if TYPE_CHECKING:
    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats
    from mercalli.tasks.wildfire.field.strips import Again, FieldStrip

NEVER_BOTH = "no cell burned in both"
ERRORS = {
    "bias": "mean error (late is positive)",
    "mae": "mean absolute error",
    "rmse": "root mean square error",
}
COUNTS = {
    "both": "burned in both",
    "observed_only": "burned in the observation only",
    "model_only": "burned in the model only",
    "neither": "burned in neither",
}


class ArrivalPass:
    """Counts of cells that burned in both maps, in one or in none, and sums of errors, by tile."""

    def __init__(self, shape: tuple[int, int], side: int, unit: str) -> None:
        """Times are in some unit."""
        self.sums, self.unit = TileSums.empty(shape, side, len(COUNTS) + len(ERRORS)), unit

    def add(self, strip: FieldStrip) -> None:
        """The next rows; times are NaN where the fire never came."""
        came, said = ~np.isnan(strip.values), ~np.isnan(strip.answers)
        error = np.where(came & said, strip.answers - strip.values, 0.0)
        kinds = (came & said, came & ~said, said & ~came, ~came & ~said)
        self.sums.add(strip.start, 0, *kinds, error, np.abs(error), error**2)

    def numbers(self, settings: Settings, again: Again) -> FieldNumbers:  # noqa: ARG002 - as every pass
        """Errors with their intervals, and counts."""
        units = self.sums.units
        errors = zip(ERRORS.items(), over_units(units, _numbers, settings, "arrival"), strict=True)
        counts = zip(COUNTS.items(), units.sum(axis=0).tolist(), strict=False)
        return FieldNumbers(
            (
                *(ends.quantity(name, label, self.unit, NEVER_BOTH) for (name, label), ends in errors),
                *(Quantity(name, label, value, "cells") for (name, label), value in counts),
            )
        )


def _numbers(sums: Floats) -> Floats:
    """Bias, mean absolute and root mean square error: (..., 3)."""
    means = ratio(sums[..., len(COUNTS) :], sums[..., :1])
    return np.concatenate([means[..., :2], np.sqrt(means[..., 2:])], axis=-1)
