"""Classes in an order: how often a model is right, or off by how many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.metrics.ordinal.quadratic_kappa import quadratic_kappa
from mercalli.metrics.ordinal.within_one import within_one
from mercalli.metrics.ratio import ratio
from mercalli.stats.ordinal import OrdinalTable
from mercalli.stats.tile_sums import TileSums
from mercalli.tasks.wildfire.over_units import FieldNumbers, over_units
from mercalli.tasks.wildfire.result import FieldTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.tasks.wildfire.field.strips import Again, FieldStrip

TITLE = "Cells by class observed (down) and modelled"
ONE_CLASS = "only one class occurs"


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
        found: Ints = order[np.searchsorted(self.classes, codes, sorter=order)]
        return found

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
