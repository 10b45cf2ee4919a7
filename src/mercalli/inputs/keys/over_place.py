"""Keys made from places: squares of a grid, and rings around a point."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, cos, isnan, log10, nan, radians
from typing import Self

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.inputs.faulty import FaultyValueError
from mercalli.inputs.keys.key import NO_CODE, Values, Written
from mercalli.inputs.tally import is_missing, says_missing

EARTH = 6371.0088  # its mean radius in km
EAST, NORTH = 111.32, 110.57  # km in a degree of longitude at the equator, and of latitude
COLUMNS = 100_000_000  # more than a row of cells has, so that both make one number
LEAST_LENGTH, MOST_LENGTH = 0.001, 100_000.0  # km
MOST_AT = 89.0  # nearer to a pole, no grid is true
LENGTH = re.compile(r"\s*+(\d++(?:\.\d++)?)\s*+(km|m)?\s*+")
MOST_LATITUDE, MOST_LONGITUDE = 90.0, 360.0
NO_LATITUDE = "is no latitude, which lies between -90 and 90 degrees. Perhaps columns are swapped, or hold metres."
NO_LONGITUDE = "is no longitude, which lies between -180 and 180 degrees, or 0 and 360. Perhaps it holds metres."
NO_DISTANCE = "is no distance, which is a number of kilometres from 0 on."
NO_NUMBER = "is not a number. Write degrees and kilometres with a decimal point, as in 27.7172."


def distance(lat: Floats, lon: Floats, around: tuple[float, float]) -> Floats:
    """Kilometres along the surface to a point, by the haversine formula.

    >>> print(distance(np.array(27.7172), np.array(85.3240), (28.2096, 83.9856)).round(3))
    142.394
    """
    north, east = np.radians(around[0]), np.radians(around[1])
    half = np.sin((np.radians(lat) - north) / 2) ** 2
    half = half + np.cos(np.radians(lat)) * np.cos(north) * np.sin((np.radians(lon) - east) / 2) ** 2
    far: Floats = 2 * EARTH * np.arcsin(np.sqrt(half))
    return far


@dataclass(frozen=True)
class Placed:
    """A key that is made from places."""

    columns: tuple[str, ...]

    @property
    def times(self) -> tuple[str, ...]:
        """No column holds times."""
        return ()

    @property
    def grouping(self) -> str | None:
        """Words follow from codes alone."""
        return None

    def fitted(self, values: Sequence[Values], rows: Ints) -> Self:  # noqa: ARG002 - as every key
        """The same."""
        return self


@dataclass(frozen=True)
class Cell(Placed):
    """Squares of one width in km, in a grid that is true `at` one latitude: by default the mean, in whole degrees."""

    width: float
    at: float | None = None

    @classmethod
    def read(cls, text: Written) -> Cell:
        """From `cell(lat, lon, 25km)`."""
        if len(text.plain) != 3 or text.named.keys() - {"at"}:  # noqa: PLR2004 - two columns and a width
            raise text.refused("needs latitude, longitude and a width. Write cell(lat, lon, 25km).")
        at = text.named.get("at")
        return cls(text.plain[:2], _length(text, text.plain[2]), None if at is None else _latitude(text, at))

    def fitted(self, values: Sequence[Values], rows: Ints) -> Cell:
        """The same with its latitude."""
        lat, _ = coordinates(values)
        known = ~np.isnan(lat)
        return self.centred(float(np.average(lat[known], weights=rows[known])) if known.any() else 0.0)

    def centred(self, mean: float) -> Cell:
        """The same, true at a latitude in whole degrees if none was given."""
        return replace(self, at=float(np.clip(round(mean), -MOST_AT, MOST_AT))) if self.at is None else self

    @property
    def east(self) -> float:
        """Cells in a degree of longitude."""
        return cos(radians(self.at or 0.0)) * EAST / self.width

    @property
    def north(self) -> float:
        """Cells in a degree of latitude."""
        return NORTH / self.width

    def codes(self, values: Sequence[Values], rows: Ints) -> Ints:  # noqa: ARG002 - as every key
        """Row and column of the grid as one number."""
        lat, lon = coordinates(values)
        known = ~np.isnan(lat) & ~np.isnan(lon)
        parts = (np.floor(np.where(known, degrees, 0.0)) for degrees in (lat * self.north, lon * self.east))
        north, east = (part.astype(np.int64) for part in parts)
        return np.where(known, north * COLUMNS + east, NO_CODE)

    def words(self, codes: Ints, groups: Values, rows: Ints) -> list[str]:  # noqa: ARG002 - as every key
        """The middle of each cell, in degrees."""
        digits = max(0, ceil(-log10(self.width / EAST))) + 1
        east = (codes + COLUMNS // 2) % COLUMNS - COLUMNS // 2
        north = (codes - east) // COLUMNS
        middles = zip((north + 0.5) / self.north, (east + 0.5) / self.east, strict=True)
        most = MOST_LATITUDE  # of the cells that reach beyond a pole
        return [f"{min(max(lat, -most), most):.{digits}f}, {lon:.{digits}f}" for lat, lon in middles]


@dataclass(frozen=True)
class Ring(Placed):
    """Distances in km between given ones: from a point, or as a column says."""

    ends: tuple[float, ...]
    around: tuple[float, float] | None = None

    @classmethod
    def read(cls, text: Written) -> Ring:
        """From `ring(km, 10, 50)`, or `ring(lat, lon, 10, 50, around=27.72 85.32)`."""
        around = text.named.get("around")
        columns = 1 if around is None else 2
        if len(text.plain) <= columns or text.named.keys() - {"around"}:
            raise text.refused(
                "needs columns and distances. Write ring(km, 10, 50) or ring(lat, lon, 10, around=27.7 85.3)."
            )
        ends = tuple(_length(text, each) for each in text.plain[columns:])
        if list(ends) != sorted(set(ends)):
            raise text.refused("has distances out of order. Write the smallest first.")
        return cls(text.plain[:columns], ends, None if around is None else _point(text, around))

    def codes(self, values: Sequence[Values], rows: Ints) -> Ints:  # noqa: ARG002 - as every key
        """The number of the ring, from the inside; a ring holds its outer end."""
        far = distances(values[0]) if self.around is None else distance(*coordinates(values), self.around)
        return np.where(np.isnan(far), NO_CODE, np.searchsorted(self.ends, far))

    def words(self, codes: Ints, groups: Values, rows: Ints) -> list[str]:  # noqa: ARG002 - as every key
        """From where to where each ring goes, written so that the order of texts is that of distances."""
        digits = len(f"{max(self.ends):.0f}")
        shown = [_padded(end, digits) for end in self.ends]
        names = [f"{low} to {high} km" for low, high in pairwise(["0" * digits, *shown])]
        return [[*names, f"above {shown[-1]} km"][int(code)] for code in codes]


def _padded(number: float, digits: int) -> str:
    whole, _, rest = repr(number).removesuffix(".0").partition(".")
    return whole.rjust(digits, "0") + (f".{rest}" if rest else "")


def coordinates(values: Sequence[Values]) -> tuple[Floats, Floats]:
    """Latitudes and longitudes in degrees; from 180 to 360 degrees east is west."""
    lat, lon = numbers(values[0]), numbers(values[1])
    for at, found, most, problem in ((0, lat, MOST_LATITUDE, NO_LATITUDE), (1, lon, MOST_LONGITUDE, NO_LONGITUDE)):
        if (np.abs(found) > most).any():
            raise FaultyValueError(values[at][int(np.argmax(np.abs(found) > most))], problem)
    return lat, np.where(lon > MOST_LONGITUDE / 2, lon - MOST_LONGITUDE, lon)


def distances(values: Values) -> Floats:
    """Kilometres, NaN where one is missing."""
    found = numbers(values)
    wrong = (found < 0) | np.isinf(found)
    if wrong.any():
        raise FaultyValueError(values[int(np.argmax(wrong))], NO_DISTANCE)
    return found


def numbers(values: Values) -> Floats:
    """Values as numbers, NaN where one is missing."""
    return np.array([_number(value) for value in values], np.float64)


def _number(value: object) -> float:
    if is_missing(value) or says_missing(value):
        return nan
    try:
        return float(str(value).replace("_", "?"))  # an underscore is no part of a number
    except ValueError:
        raise FaultyValueError(value, NO_NUMBER) from None


def _length(text: Written, part: str) -> float:
    found = LENGTH.fullmatch(part)
    length = 0.0 if found is None else float(found[1]) / (1_000 if found[2] == "m" else 1)
    if not LEAST_LENGTH <= length <= MOST_LENGTH:
        raise text.refused(f"has {part!r} where a distance is needed, such as 25km: from 1m to 100000km.")
    return length


def _latitude(text: Written, part: str) -> float:
    at = _place(text, part, "0")[0]
    if abs(at) > MOST_AT:
        raise text.refused(f"has at={part}, so near to a pole that cells have no width. Write at most {MOST_AT:.0f}.")
    return at


def _point(text: Written, part: str) -> tuple[float, float]:
    found = part.replace("/", " ").split()
    if len(found) != 2:  # noqa: PLR2004 - latitude and longitude
        raise text.refused(f"has {part!r} where a point is needed, such as around=27.72 85.32.")
    return _place(text, *found)


def _place(text: Written, *parts: str) -> tuple[float, float]:
    """Latitude and longitude as a key says them: both must be there."""
    lat, lon = (float(each[0]) for each in text.checked(lambda: coordinates([[part] for part in parts])))
    if isnan(lat) or isnan(lon):
        raise text.refused(f"has {' '.join(parts)!r} where degrees are needed, such as 27.72.")
    return lat, lon
