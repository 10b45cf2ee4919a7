"""Passes over two fields, a strip of rows at a time: neighbourhoods, arrival times and classes in an order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from mercalli.metrics.ordinal.quadratic_kappa import quadratic_kappa
from mercalli.metrics.ordinal.within_one import within_one
from mercalli.metrics.ratio import ratio
from mercalli.stats.ordinal import OrdinalTable
from mercalli.stats.tiles import TileSums
from mercalli.tasks.wildfire.estimate import FieldNumbers, over_units
from mercalli.tasks.wildfire.neighbourhoods import neighbourhoods
from mercalli.tasks.wildfire.result import FieldTable, Quantity

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.stats.fractions import TileFractions
    from mercalli.tasks.wildfire.codes import Reading
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
TITLE = "Cells by class observed (down) and modelled"
ONE_CLASS = "only one class occurs"


class FieldPass(Protocol):
    """Sums by tile of all strips."""

    @property
    def sums(self) -> TileSums:
        """What was added up."""
        ...

    def add(self, strip: FieldStrip) -> None:
        """The next rows."""

    def numbers(self, settings: Settings, again: Again) -> FieldNumbers:
        """Numbers with intervals over tiles; `again` passes over all strips once more."""
        ...


class FssPass:
    """High severity in both maps, by tile and window."""

    def __init__(self, tiles: TileFractions, observed: Reading, model: Reading) -> None:
        """How each map is read."""
        self.tiles, self.sums, self.observed, self.model = tiles, tiles.sums, observed, model

    def add(self, strip: FieldStrip) -> None:
        """The next rows."""
        truth = self.observed.binary(strip.values, strip.known).positive
        pred = self.model.binary(strip.answers, strip.known).positive
        self.tiles.add(strip.start, truth & strip.known, pred & strip.known, strip.known)

    def numbers(self, settings: Settings, again: Again) -> FieldNumbers:  # noqa: ARG002 - as every pass
        """Scores by window."""
        return neighbourhoods(self.tiles, settings)


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
        errors = zip(ERRORS.items(), over_units(units, _errors, settings, "arrival"), strict=True)
        counts = zip(COUNTS.items(), units.sum(axis=0).tolist(), strict=False)
        return FieldNumbers(
            (
                *(ends.quantity(name, label, self.unit, NEVER_BOTH) for (name, label), ends in errors),
                *(Quantity(name, label, value, "cells") for (name, label), value in counts),
            )
        )


def _errors(sums: Floats) -> Floats:
    """Bias, mean absolute and root mean square error: (..., 3)."""
    means = ratio(sums[..., len(COUNTS) :], sums[..., :1])
    return np.concatenate([means[..., :2], np.sqrt(means[..., 2:])], axis=-1)


class OrdinalPass:
    """The table of classes observed and modelled, by tile."""

    def __init__(self, shape: tuple[int, int], side: int, classes: tuple[int, ...]) -> None:
        """Classes are from the lowest to the highest."""
        self.sums, self.classes = TileSums.empty(shape, side, len(classes) ** 2), classes

    def add(self, strip: FieldStrip) -> None:
        """The next rows."""
        size = len(self.classes)
        level = self._places(strip.values[strip.known]) * size + self._places(strip.answers[strip.known])
        self.sums.add_levels(strip.start, level, strip.known, size=size**2)

    def _places(self, codes: NDArray[Any]) -> Ints:
        order = np.argsort(self.classes)
        places: Ints = order[np.searchsorted(self.classes, codes, sorter=order)]
        return places

    def numbers(self, settings: Settings, again: Again) -> FieldNumbers:  # noqa: ARG002 - as every pass
        """Agreement with intervals, and the table of all cells."""
        units = self.sums.units
        kappa, exact, near, error = over_units(units, self._numbers, settings, "ordinal")
        table = self._table(units.sum(axis=0)).cells.tolist()
        rows = tuple((float(code), *row) for code, row in zip(self.classes, table, strict=True))
        return FieldNumbers(
            (
                kappa.quantity("quadratic_kappa", "quadratic weighted kappa", "", ONE_CLASS),
                exact.quantity("exact", "class right"),
                near.quantity("within_one", "class right or off by one"),
                error.quantity("mean_error", "mean error (too severe is positive)", "classes"),
            ),
            FieldTable(TITLE, ("observed", *(f"{code}" for code in self.classes)), rows),
        )

    def _table(self, sums: Floats) -> OrdinalTable:
        size = len(self.classes)
        return OrdinalTable(sums.reshape(*sums.shape[:-1], size, size))

    def _numbers(self, sums: Floats) -> Floats:
        """Kappa, the share right and right or off by one, and the mean error: (..., 4)."""
        table = self._table(sums)
        right = np.trace(table.cells, axis1=-2, axis2=-1)
        error = (table.steps * table.cells).sum(axis=(-2, -1))
        shares = (ratio(right, table.total), within_one(table), ratio(error, table.total))
        return np.stack([quadratic_kappa(table), *shares], axis=-1)
