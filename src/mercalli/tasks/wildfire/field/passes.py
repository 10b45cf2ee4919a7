"""Passes over two fields, a strip of rows at a time: which cells count, neighbourhoods, times and classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.io.maps.rasters import Raster
from mercalli.metrics.ordinal.quadratic_kappa import quadratic_kappa
from mercalli.metrics.ordinal.within_one import within_one
from mercalli.metrics.ratio import ratio
from mercalli.stats.fractions import TileFractions
from mercalli.stats.ordinal import OrdinalTable
from mercalli.stats.tiles import TileSums
from mercalli.tasks.wildfire.cells import CellsLeft, Side
from mercalli.tasks.wildfire.codes import Reading
from mercalli.tasks.wildfire.compare import Compared, Number
from mercalli.tasks.wildfire.errors import FireError
from mercalli.tasks.wildfire.estimate import (
    SHARE,
    FieldNumbers,
    fss_by_window,
    neighbourhoods,
    over_units,
    window_name,
)
from mercalli.tasks.wildfire.result import FieldTable, Quantity

ERRORS = {
    "bias": "mean error (late is positive)",
    "mae": "mean absolute error",
    "rmse": "root mean square error",
}
POSITIVE = (0.0, inf)
ERROR_RANGES = ((-inf, inf), POSITIVE, POSITIVE)
RANGES = ((-1.0, 1.0), SHARE, SHARE)  # of kappa and of the shares right, and right or off by one
BURNED = {
    "recall": "burned cells that the model burned too",
    "precision": "cells burned by the model that burned",
}
COMMON = "mae_common"  # where all of several models burned, if some miss a part
COUNTS = {
    "both": "burned in both",
    "observed_only": "burned in the observation only",
    "model_only": "burned in the model only",
    "neither": "burned in neither",
}


@dataclass(frozen=True)
class FieldStrip:
    """Rows of both maps from `start` on, and which of their cells count; what a reference says of them."""

    start: int
    values: NDArray[Any]
    answers: NDArray[Any]
    known: Bools
    reference: Floats | None = None


Again = Callable[[Callable[[FieldStrip], None]], None]


@dataclass(frozen=True)
class FieldMaps:
    """Open maps on one grid, each with how it is read and, of classes, which count."""

    truth: Side
    model: Side
    reference: Raster | None
    among: tuple[int, ...] | None

    def times(self, start: int, stop: int, left: CellsLeft) -> FieldStrip:
        """Arrival times, NaN where the fire never came, or after an infinite time; every cell counts."""
        times = (_numbers(*side.raster.read(start, stop)) for side in (self.truth, self.model))
        observed, modelled = (np.where(np.isfinite(each), each, np.nan) for each in times)
        left.known += observed.size
        return FieldStrip(start, observed, modelled, np.ones(observed.shape, np.bool_))

    def cells(self, start: int, stop: int, left: CellsLeft) -> FieldStrip:
        """The cells that were observed and for which there is an answer; of classes, those that are among some."""
        (values, seen, observed), (answers, answered, modelled) = (
            self._side(side, start, stop) for side in (self.truth, self.model)
        )
        infinite, known = np.isinf(answers), np.ones(values.shape, np.bool_)
        left.narrow(known, "not observed", seen)
        left.narrow(known, "code not among the classes", observed, values)
        left.narrow(known, "code of the model not among the classes", modelled | ~answered | infinite, answers)
        left.narrow(known, "no answer of the model", answered | infinite)
        left.narrow(known, "infinite in the model", modelled)
        reference = None if self.reference is None else _numbers(*self.reference.read(start, stop))
        left.narrow(known, "no value in the reference", None if reference is None else ~np.isnan(reference))
        left.known += int(np.count_nonzero(known))
        return FieldStrip(start, values, answers, known, reference)

    def _side(self, side: Side, start: int, stop: int) -> tuple[NDArray[Any], Bools, Bools]:
        """Values of a strip, which of them are known, and of those which count; of classes, which are whole numbers."""
        values, there = side.raster.read(start, stop)
        known = _all(side.reading.seen(values, side.reading.finite(values, there)), values)
        if self.among is None:
            return values, known, known
        broken = values[known & (values != np.floor(values))] if values.dtype.kind == "f" else values[:0]
        if broken.size:
            raise FireError.not_classes(side.raster.name, float(broken.flat[0]))
        return values, known, known & np.isin(values, self.among)


def _all(seen: Bools | None, values: NDArray[Any]) -> Bools:
    return np.ones(values.shape, np.bool_) if seen is None else seen


def _numbers(values: NDArray[Any], seen: Bools | None) -> Floats:
    """NaN where nothing was seen."""
    return np.where(_all(seen, values), values, np.nan).astype(np.float64)


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

    @property
    def compared(self) -> Compared:
        """The score of every window, that in the middle first."""
        windows = self.tiles.windows
        order = [len(windows) // 2, *(at for at in range(len(windows)) if at != len(windows) // 2)]
        names = tuple(Number(window_name(windows[at]), 1) for at in order)
        return Compared(names, lambda sums: fss_by_window(sums)[..., order])


class ArrivalPass:
    """Counts of cells that burned in both maps, in one or in none, and sums of errors, by tile."""

    def __init__(self, shape: tuple[int, int], side: int, unit: str) -> None:
        """Times are in some unit."""
        self.sums, self.unit = TileSums.empty(shape, side, len(COUNTS) + len(ERRORS)), unit

    def add(self, strip: FieldStrip) -> None:
        """The next rows; times are NaN where the fire never came."""
        observed, modelled = ~np.isnan(strip.values), ~np.isnan(strip.answers)
        both = observed & modelled & strip.known
        error = np.where(both, strip.answers - strip.values, 0.0)
        others = (observed & ~modelled, modelled & ~observed, ~observed & ~modelled)
        self.sums.add(strip.start, 0, both, *(each & strip.known for each in others), error, np.abs(error), error**2)

    @property
    def by_tile(self) -> Floats:
        """The sums of every tile, of those that are empty too: (tiles, K)."""
        return self.sums.sums.reshape(-1, self.sums.sums.shape[-1])

    @property
    def misses(self) -> bool:
        """Whether the fire came somewhere where the model does not have it."""
        return bool(self.sums.units[:, list(COUNTS).index("observed_only")].any())

    @property
    def compared(self) -> Compared:
        """Errors on cells of all models, then how much of the fire each has: of sums of those cells, and of all.

        No direction of the mean error is better.
        """
        order = [list(ERRORS).index(name) for name in ("mae", "rmse", "bias")]
        names = (Number("mae", -1), Number("rmse", -1), Number("bias", 0), *(Number(name, 1) for name in BURNED))
        size = len(COUNTS) + len(ERRORS)

        def numbers(sums: Floats) -> Floats:
            return np.concatenate([_errors(sums[..., :size])[..., order], _burned(sums[..., size:])], axis=-1)

        return Compared(names, numbers)

    def common(self, settings: Settings) -> Quantity:
        """The error of sums over cells where all of several models burned."""
        ends = over_units(self.sums.units, _errors, settings, "arrival")[list(ERRORS).index("mae")]
        return ends.quantity(COMMON, "mean absolute error where all models burned", self.unit, "no cell burned in all")

    def numbers(self, settings: Settings, again: Again) -> FieldNumbers:  # noqa: ARG002 - as every pass
        """Errors with their intervals, and counts."""
        units = self.sums.units
        errors = zip(ERRORS.items(), over_units(units, _errors, settings, "arrival", ERROR_RANGES), strict=True)
        burned = zip(BURNED.items(), over_units(units, _burned, settings, "burned", (SHARE, SHARE)), strict=True)
        counts = zip(COUNTS.items(), units.sum(axis=0).tolist(), strict=False)
        return FieldNumbers(
            (
                *(ends.quantity(name, label, self.unit, "no cell burned in both") for (name, label), ends in errors),
                *(ends.quantity(name, label, "", "nothing burned") for (name, label), ends in burned),
                *(Quantity(name, label, value, "cells") for (name, label), value in counts),
            )
        )


def _errors(sums: Floats) -> Floats:
    """Bias, mean absolute and root mean square error: (..., 3)."""
    means = ratio(sums[..., len(COUNTS) :], sums[..., :1])
    return np.concatenate([means[..., :2], np.sqrt(means[..., 2:])], axis=-1)


def _burned(sums: Floats) -> Floats:
    """The share of the burned cells that was found, and of the cells called burned that burned: (..., 2)."""
    both, missed, false = sums[..., 0], sums[..., 1], sums[..., 2]
    return np.stack([ratio(both, both + missed), ratio(both, both + false)], axis=-1)


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

    @property
    def compared(self) -> Compared:
        """Agreement; no direction of the mean error is better."""
        names = (Number("quadratic_kappa", 1), Number("exact", 1), Number("within_one", 1), Number("mean_error", 0))
        return Compared(names, self._numbers)

    def _places(self, codes: NDArray[Any]) -> Ints:
        order = np.argsort(self.classes)
        places: Ints = order[np.searchsorted(self.classes, codes, sorter=order)]
        return places

    def numbers(self, settings: Settings, again: Again) -> FieldNumbers:  # noqa: ARG002 - as every pass
        """Agreement with intervals, and the table of all cells."""
        units = self.sums.units
        kappa, exact, near, error = over_units(units, self._numbers, settings, "ordinal", RANGES)
        table = self._table(units.sum(axis=0)).cells.tolist()
        rows = tuple((float(code), *row) for code, row in zip(self.classes, table, strict=True))
        return FieldNumbers(
            (
                kappa.quantity("quadratic_kappa", "quadratic weighted kappa", "", "only one class occurs"),
                exact.quantity("exact", "class right"),
                near.quantity("within_one", "class right or off by one"),
                error.quantity("mean_error", "mean error (too severe is positive)", "classes"),
            ),
            FieldTable("Cells by class observed (down) and modelled", ("observed", *map(str, self.classes)), rows),
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
