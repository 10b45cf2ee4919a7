"""Which values of a map are high, which are not, and which mean that nobody looked; by products from TOML."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import SettingError
from mercalli.estimates.whole_numbers import codes_text, whole_numbers
from mercalli.inputs.arrays import Bools
from mercalli.inputs.binary import Binary
from mercalli.io.maps.rasters import Raster
from mercalli.io.toml import Library
from mercalli.profiles.codebooks import readings, top_table
from mercalli.profiles.table import Table
from mercalli.tasks.wildfire.errors import FireError

Codes = Sequence[int] | int | None


MTBS = "mtbs"
MOST_CLASSES = 20  # more unknown codes are levels of an index


@dataclass(frozen=True)
class Product:
    """What the codes of a product of burn severity mean.

    Attributes:
        codes: All of them.
        high: Those that are high.
        not_observed: Those that mean that nobody looked.
        classes: Those that are in an order, from the lowest.
        likes: Those that mean that nobody looked, in readings of other programs.
    """

    codes: tuple[int, ...]
    high: tuple[int, ...]
    not_observed: tuple[int, ...]
    classes: tuple[int, ...]
    likes: Mapping[str, tuple[int, ...]]

    def unseen(self, like: str | None) -> tuple[int, ...]:
        """Codes that mean that nobody looked, as another program reads them if one is named."""
        return self.not_observed if like is None else self.likes.get(like, self.not_observed)


def codes_of(name: str, codes: Codes, usual: tuple[int, ...] = (), *, some: bool = False) -> tuple[int, ...]:
    """Codes as they are given: one, several, or the usual ones; with `some` there must be one."""
    return usual if codes is None else whole_numbers(name, codes, some=some)


@dataclass(frozen=True)
class Reading:
    """How the values of one map are read.

    Attributes:
        name: The map.
        high: Codes that are high.
        missing: Codes that mean that nobody looked.
        codes: Codes that the product knows.
        threshold: Read numbers instead of codes: high from here on.
        option: The setting that gives the threshold, if there is one.
        model: Whether it is the model's map.
        yes_no: Whether the map holds True and False, so that no code means anything.
    """

    name: str
    high: tuple[int, ...]
    missing: tuple[int, ...]
    codes: tuple[int, ...]
    threshold: float | None = None
    option: str | None = "threshold"
    model: bool = False
    yes_no: bool = False

    def __post_init__(self) -> None:
        if self.threshold is not None and not np.isfinite(self.threshold):
            raise SettingError.outside(self.option or "threshold", self.threshold, "a finite number")
        both = sorted(set(self.high) & set(self.missing))
        if both and self.threshold is None:
            raise FireError.two_meanings(both, "high", "not observed")

    def fitting(self, raster: Raster) -> Reading:
        """The same or, of a map of True and False, one by which what is true is high and every cell was looked at.

        >>> from mercalli.io.maps.rasters import opened_raster
        >>> with opened_raster(np.array([[True, False]])) as raster:
        ...     Reading("fire.npy", (4,), (0,), (0, 2, 4)).fitting(raster).binary(*raster.read(0, 1)).positive
        array([[ True, False]])
        """
        return replace(self, high=(1,), missing=(), codes=(0, 1), yes_no=True) if raster.yes_no else self

    @property
    def has_codes(self) -> bool:
        """Whether codes are read, not numbers, nor True and False."""
        return self.threshold is None and not self.yes_no

    @property
    def known(self) -> tuple[int, ...]:
        """Codes that were explained."""
        return tuple(sorted({*self.codes, *self.high, *self.missing}))

    def binary(self, values: NDArray[Any], seen: Bools | None = None) -> Binary:
        """What is high, and what is known: what was seen and is no code that means the contrary.

        >>> Reading("fire.tif", (4,), (0,), (0, 2, 4)).binary(np.array([0, 2, 4])).known
        array([False,  True,  True])
        """
        if self.threshold is None:
            self._check(values, seen)
        positive = _among(values, self.high) if self.threshold is None else values >= self.threshold
        return Binary(positive, self.seen(values, seen))

    def finite(self, values: NDArray[Any], seen: Bools | None) -> Bools | None:
        """What was seen, less what is infinite where numbers are read: that is no probability and no index."""
        if self.threshold is None or values.dtype.kind != "f":
            return seen
        numbers: Bools = np.isfinite(values)
        return numbers if seen is None else np.logical_and(numbers, seen)

    def shared(self, values: NDArray[Any], known: Bools) -> int:
        """How many cells that count hold, in another map, a code that here means that nobody looked."""
        return int(np.count_nonzero(_among(values, self.missing) & known)) if self.missing else 0

    def seen(self, values: NDArray[Any], seen: Bools | None) -> Bools | None:
        """What was seen and is no code that means the contrary."""
        if not self.missing:
            return seen
        known = np.logical_not(_among(values, self.missing))
        return known if seen is None else np.logical_and(known, seen, out=known)

    def _check(self, values: NDArray[Any], seen: Bools | None) -> None:
        """Codes are whole numbers that somebody explained."""
        low, high = self.codes[0], self.codes[-1]
        whole = values.dtype.kind != "f" and high - low < len(self.codes)
        if values.size and whole and low <= values.min() <= values.max() <= high:
            return
        looked_at = values if seen is None else values[seen]
        broken = (
            looked_at[~np.isfinite(looked_at) | (looked_at != np.floor(looked_at))]
            if values.dtype.kind == "f"
            else looked_at[:0]
        )
        if broken.size:
            raise FireError.needs_threshold(self.name, float(broken.flat[0]), self.option)
        unknown = [int(code) for code in np.unique(looked_at) if code not in self.known]
        if len(unknown) > MOST_CLASSES:
            raise FireError.levels_for_codes(self.name, unknown, self.known, self.option)
        if unknown:
            raise FireError.unknown_codes(self.name, unknown, self.known, self.missing, model=self.model)


@dataclass(frozen=True)
class MapCodes:
    """Which values of an observation and of models mean what; `known` are all codes of the product."""

    high: tuple[int, ...]
    not_observed: tuple[int, ...]
    model_missing: tuple[int, ...]
    known: tuple[int, ...]
    threshold: float | None = None
    observed_threshold: float | None = None

    @classmethod
    def check(
        cls,
        product: Product,
        high: Codes,
        not_observed: Codes,
        model_missing: Codes,
        unseen: tuple[int, ...],
        *thresholds: float | None,
    ) -> MapCodes:
        """Codes as they are given, else those of a product; `unseen` are its codes that mean that nobody looked."""
        return cls(
            codes_of("high", high, product.high, some=True),
            codes_of("not_observed", not_observed, unseen),
            codes_of("model_missing", model_missing),
            product.codes,
            *thresholds,
        )

    def of_observed(self, raster: Raster, option: str | None = "observed_threshold") -> Reading:
        """How the observation is read."""
        reading = Reading(raster.name, self.high, self.not_observed, self.known, self.observed_threshold, option)
        return reading.fitting(raster)

    def of_model(self, raster: Raster) -> Reading:
        """How a model is read."""
        reading = Reading(raster.name, self.high, self.model_missing, self.known, self.threshold, model=True)
        return reading.fitting(raster)

    @property
    def settings(self) -> dict[str, str]:
        """As the settings of a result name them."""
        return {name: codes_text(getattr(self, name)) for name in ("high", "not_observed", "model_missing")}


def _among(values: NDArray[Any], codes: tuple[int, ...]) -> Bools:
    """Which values are one of a few codes."""
    among = np.zeros(values.shape, np.bool_) if not codes else values == codes[0]
    for code in codes[1:]:
        among |= values == code
    return np.asarray(among, np.bool_)


def check_product(text: str, origin: str) -> Product:
    """What the codes of a map mean."""
    top = top_table(text, origin, "the product", ("codes", "high", "not_observed", "classes", "like"))
    table = top.table("codes", "the table of codes")
    codes = sorted(_code(table, key) for key in table.content)
    high, unseen, classes = (_codes(top, key, codes) for key in ("high", "not_observed", "classes"))
    for key, listed in (("high", high), ("classes", classes)):
        if not listed:
            top.fail(f"the product needs {key!r}, a list of codes.", key)
    both = sorted(set(unseen) & {*high, *classes})
    if both:
        top.fail(f"the code {both[0]} cannot be not observed and also a class.", "not_observed")
    likes = {program: _codes(reading, "not_observed", codes) for program, reading in readings(top, "not_observed")}
    return Product(tuple(codes), high, unseen, classes, likes)


def _code(table: Table, key: str) -> int:
    """A key that is a whole number, and its meaning, which must be a text."""
    if not table.text(key):
        table.fail(f"the code {key} needs a meaning.", key)
    try:
        return int(key)
    except ValueError:
        table.fail(f"codes are whole numbers; found {key!r}.", key)


def _codes(table: Table, key: str, known: Collection[int]) -> tuple[int, ...]:
    codes = table.whole_numbers(key)
    for code in codes:
        if code not in known:
            table.fail(f"{key!r} names the code {code}, which [codes] does not have.", key)
        if codes.count(code) > 1:
            table.fail(f"{key!r} must have each code once; {code} is there {codes.count(code)} times.", key)
    return codes


PRODUCTS = Library("product", "codes", check_product)
