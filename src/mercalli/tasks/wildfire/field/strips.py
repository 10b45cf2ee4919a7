"""Strips of the rows of two fields: which of their cells count, and why the others do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.tasks.wildfire.errors import FireError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.io.maps.rasters import Raster
    from mercalli.tasks.wildfire.cells import CellsLeft
    from mercalli.tasks.wildfire.codes import Reading

OTHER, OTHER_MODEL = "code not among the classes", "code of the model not among the classes"


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
    """Open maps on one grid, how both are read and, of classes, which count."""

    truth: Raster
    model: Raster
    reference: Raster | None
    observed: Reading
    modelled: Reading

    among: tuple[int, ...] | None

    def times(self, start: int, stop: int, left: CellsLeft) -> FieldStrip:
        """Arrival times, NaN where the fire never came, or after an infinite time; every cell counts."""
        times = (_numbers(*raster.read(start, stop)) for raster in (self.truth, self.model))
        came, said = (np.where(np.isfinite(each), each, np.nan) for each in times)
        left.known += came.size
        return FieldStrip(start, came, said, np.ones(came.shape, np.bool_))

    def cells(self, start: int, stop: int, left: CellsLeft) -> FieldStrip:
        """The cells that were observed and for which there is an answer; of classes, those that are among some."""
        (values, looked), (answers, answered) = (raster.read(start, stop) for raster in (self.truth, self.model))
        seen, said = _known(self.observed, values, looked), _known(self.modelled, answers, answered)
        observed, modelled = self._chosen(values, seen, self.truth.name), self._chosen(answers, said, self.model.name)
        infinite, known = np.isinf(answers), np.ones(values.shape, np.bool_)
        left.narrow(known, "not observed", seen)
        left.narrow(known, OTHER, observed, values)
        left.narrow(known, OTHER_MODEL, modelled | ~said | infinite, answers)
        left.narrow(known, "no answer of the model", said | infinite)
        left.narrow(known, "infinite in the model", modelled)
        reference = None if self.reference is None else _numbers(*self.reference.read(start, stop))
        left.narrow(known, "no value in the reference", None if reference is None else ~np.isnan(reference))
        left.known += int(np.count_nonzero(known))
        return FieldStrip(start, values, answers, known, reference)

    def _chosen(self, values: NDArray[Any], known: Bools, name: str) -> Bools:
        """What is known and, of classes, which are whole numbers, among some."""
        if self.among is None:
            return known
        _check_whole(values[known], name)
        return known & np.isin(values, self.among)


def _known(reading: Reading, values: NDArray[Any], seen: Bools | None) -> Bools:
    return _all(reading.seen(values, reading.finite(values, seen)), values)


def _check_whole(values: NDArray[Any], name: str) -> None:
    """Classes are whole numbers."""
    broken = values[values != np.floor(values)] if values.dtype.kind == "f" else values[:0]
    if broken.size:
        raise FireError.not_classes(name, float(broken[0]))


def _all(seen: Bools | None, values: NDArray[Any]) -> Bools:
    return np.ones(values.shape, np.bool_) if seen is None else seen


def _numbers(values: NDArray[Any], seen: Bools | None) -> Floats:
    """NaN where nothing was seen."""
    return np.where(_all(seen, values), values, np.nan).astype(np.float64)
