"""Strips of the rows of two fields: which of their cells count, and why the others do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.tasks.wildfire.errors import FireError
from mercalli.tasks.wildfire.result import Excluded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.io.maps.rasters import Raster
    from mercalli.tasks.wildfire.codes import Reading


MOST_CODES = 5  # that are told
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


@dataclass
class CellsLeft:
    """How many cells count, and how many do not, by reason; with the codes that are a reason."""

    known: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    codes: dict[str, set[float]] = field(default_factory=dict)

    def add(self, known: Bools, reasons: dict[str, Bools]) -> None:
        """The cells of a strip."""
        self.known += int(np.count_nonzero(known))
        for reason, cells in reasons.items():
            self.reasons[reason] = self.reasons.get(reason, 0) + int(np.count_nonzero(cells))

    def add_codes(self, reason: str, codes: NDArray[Any]) -> None:
        """Codes of cells that do not count."""
        self.codes.setdefault(reason, set()).update(np.unique(codes).tolist())

    @property
    def excluded(self) -> tuple[Excluded, ...]:
        """What does not count."""
        return tuple(Excluded(f"{reason}{self._told(reason)}", n) for reason, n in self.reasons.items() if n)

    def _told(self, reason: str) -> str:
        codes = [f"{code:g}" for code in sorted(self.codes.get(reason, ()))]
        more = ["..."] if len(codes) > MOST_CODES else []
        return f" ({', '.join(codes[:MOST_CODES] + more)})" if codes else ""


@dataclass(frozen=True)
class FieldMaps:
    """Open maps on one grid, and how both are read."""

    truth: Raster
    model: Raster
    reference: Raster | None
    observed: Reading
    modelled: Reading

    def times(self, start: int, stop: int, left: CellsLeft) -> FieldStrip:
        """Arrival times, NaN where the fire never came; every cell counts."""
        came, said = (_finite(_numbers(*raster.read(start, stop))) for raster in (self.truth, self.model))
        known = np.ones(came.shape, np.bool_)
        left.add(known, {})
        return FieldStrip(start, came, said, known)

    def cells(self, start: int, stop: int, left: CellsLeft) -> FieldStrip:
        """The cells that were observed and for which there is an answer."""
        return self._strip(start, stop, left, None)

    def classes(self, start: int, stop: int, left: CellsLeft, among: tuple[int, ...]) -> FieldStrip:
        """The same of classes: whole numbers, and those that are among some."""
        return self._strip(start, stop, left, among)

    def _strip(self, start: int, stop: int, left: CellsLeft, among: tuple[int, ...] | None) -> FieldStrip:
        (values, looked), (answers, answered) = (raster.read(start, stop) for raster in (self.truth, self.model))
        seen, said = _known(self.observed, values, looked), _known(self.modelled, answers, answered)
        observed = _chosen(values, seen, among, self.truth.name)
        modelled = _chosen(answers, said, among, self.model.name)
        both = observed & modelled
        reference = None if self.reference is None else _numbers(*self.reference.read(start, stop))
        known = both if reference is None else both & ~np.isnan(reference)
        infinite = observed & ~modelled & np.isinf(answers)
        others = {OTHER: seen & ~observed, OTHER_MODEL: observed & said & ~modelled & ~infinite}
        silent = {"no answer of the model": observed & ~said & ~infinite, "infinite in the model": infinite}
        left.add(known, {"not observed": ~seen, **others, **silent, "no value in the reference": both & ~known})
        for (reason, cells), codes in zip(others.items(), (values, answers), strict=True):
            left.add_codes(reason, codes[cells])
        return FieldStrip(start, values, answers, known, reference)


def _known(reading: Reading, values: NDArray[Any], seen: Bools | None) -> Bools:
    there = _all(reading.finite(values, seen), values)
    return there & ~np.isin(values, reading.missing)


def _chosen(values: NDArray[Any], known: Bools, among: tuple[int, ...] | None, name: str) -> Bools:
    """What is known and, of classes, among some."""
    if among is None:
        return known
    _check_whole(values[known], name)
    return known & np.isin(values, among)


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


def _finite(times: Floats) -> Floats:
    """A fire that comes after an infinite time never comes."""
    return np.where(np.isfinite(times), times, np.nan)
