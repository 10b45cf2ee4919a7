"""Grid: where the cells of a map lie on the ground."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from mercalli.inputs.arrays import Floats

CLOSE = 0.01  # of a cell
SQUARE_METRES = 10_000.0  # in a hectare
# The ellipsoid of WGS 84: half its axis, and its eccentricity squared.
AXIS, ECCENTRICITY_SQ = 6_378_137.0, 0.006694379990141316
COLUMNS = 16  # of a row that are looked at where latitude changes along it


@dataclass(frozen=True)
class Grid:
    """Rows and columns, and how they lie.

    Attributes:
        shape: Rows and columns.
        transform: (a, b, c, d, e, f): x = a column + b row + c, y = d column + e row + f, as GDAL and rasterio have it;
            None where the map does not say.
        crs: The coordinate reference system as WKT; None where the map does not say.
        metres: How many metres a unit of x and y is; None where they are degrees, or nothing is known.
        outline: A digest of the coordinates along the edges, where cells do not lie evenly; the names of the axes,
            where there are no coordinates and the axes are swapped.
        stretch: How many times larger the projection draws the cells of each row than they are; None where it does not.
    """

    shape: tuple[int, int]
    transform: tuple[float, ...] | None = None
    crs: str | None = None
    metres: float | None = None
    outline: str | None = None
    stretch: tuple[float, ...] | None = None

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.shape[0] * self.shape[1]

    @property
    def degrees(self) -> bool:
        """Whether its cells are measured in degrees."""
        return self.crs is not None and self.metres is None

    def corners(self) -> Floats:
        """X and y of the four corners: (4, 2)."""
        a, b, c, d, e, f = self.transform or (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
        rows, columns = self.shape
        row, column = np.array([0, 0, rows, rows]), np.array([0, columns, 0, columns])
        return np.stack([a * column + b * row + c, d * column + e * row + f], axis=-1)

    def cell_size(self) -> tuple[float, float]:
        """Width and height of a cell in units of x and y."""
        a, b, _, d, e, _ = self.transform or (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
        return float(np.hypot(a, d)), float(np.hypot(b, e))

    def lies_on(self, other: Grid) -> bool:
        """Whether corners agree to a hundredth of a cell."""
        if self.shape != other.shape or (self.transform is None) != (other.transform is None):
            return False
        if self.transform is None:
            return self.outline == other.outline
        apart = np.abs(self.corners() - other.corners()).max()
        return bool(apart <= CLOSE * min(self.cell_size()))

    def reversed(self, *, rows: bool, columns: bool) -> Grid:
        """The same cells, with rows, columns or both in the contrary order.

        >>> Grid((2, 3), (30.0, 0.0, 0.0, 0.0, -30.0, 60.0)).reversed(rows=True, columns=False).transform
        (30.0, 0.0, 0.0, 0.0, 30.0, 0.0)
        """
        if self.transform is None:
            return self
        a, b, c, d, e, f = self.transform
        down, across = self.shape[0] if rows else 0, self.shape[1] if columns else 0
        way, side = -1 if rows else 1, -1 if columns else 1
        moved = (side * a, way * b, c + b * down + a * across, side * d, way * e, f + e * down + d * across)
        stretch = self.stretch[::-1] if rows and self.stretch is not None else self.stretch
        return replace(self, transform=tuple(0.0 + each for each in moved), stretch=stretch)

    def area_ha(self) -> Floats | None:
        """Hectares of one cell of each row; None where nothing is known of their size.

        >>> float(Grid((2, 3), (30.0, 0.0, 0.0, 0.0, -30.0, 0.0), "UTM", 1.0).area_ha()[0])
        0.09
        """
        if self.transform is None or self.crs is None:
            return None
        if self.metres is not None:
            a, b, _, d, e, _ = self.transform
            area = abs(a * e - b * d) * self.metres**2 / SQUARE_METRES
            return np.full(self.shape[0], area) if self.stretch is None else area / np.array(self.stretch)
        return self._area_of_degrees(*self.transform) / SQUARE_METRES

    def _area_of_degrees(self, a: float, b: float, _c: float, d: float, e: float, f: float) -> Floats:
        """Square metres of one cell of each row; where rows do not run from west to east, the mean of the row."""
        if b == d == 0:
            edges = np.deg2rad(e * np.arange(self.shape[0] + 1) + f)
            bands: Floats = np.abs(np.diff(_area_below(edges))) * np.deg2rad(abs(a))
            return bands
        column, row = np.meshgrid((np.arange(COLUMNS) + 0.5) / COLUMNS * self.shape[1], np.arange(self.shape[0]) + 0.5)
        means: Floats = area_at(np.deg2rad(d * column + e * row + f)).mean(axis=1)
        return means * float(np.deg2rad(1) ** 2 * abs(a * e - b * d))

    def metres_across(self) -> float | None:
        """Width of a cell in the middle of the map, in metres."""
        if self.transform is None or self.crs is None:
            return None
        width = self.cell_size()[0]
        if self.metres is not None:
            drawn = 1.0 if self.stretch is None else self.stretch[self.shape[0] // 2]
            return float(width * self.metres / np.sqrt(drawn))
        middle = np.deg2rad(self.corners()[:, 1].mean())
        return float(np.deg2rad(width) * AXIS * np.cos(middle) / np.sqrt(1 - ECCENTRICITY_SQ * np.sin(middle) ** 2))


def to_east_north(degrees: float) -> Floats:
    """The matrix that, multiplied from the right, turns x and y to east and north, which is so far clockwise from y.

    >>> np.array([0.0, 2.0]) @ to_east_north(90.0)
    array([-2.,  0.])
    """
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    return np.array([[cosine, sine], [-sine, cosine]])


def area_at(latitude: Floats) -> Floats:
    """Square metres for each square radian of longitude and latitude, on the ellipsoid."""
    curved = AXIS**2 * (1 - ECCENTRICITY_SQ) / (1 - ECCENTRICITY_SQ * np.sin(latitude) ** 2) ** 2
    area: Floats = curved * np.cos(latitude)
    return area


def _area_below(latitude: Floats) -> Floats:
    """Square metres between the equator and a latitude, for each radian of longitude, on the ellipsoid."""
    sine, eccentricity = np.sin(latitude), np.sqrt(ECCENTRICITY_SQ)
    curved: Floats = sine / (1 - ECCENTRICITY_SQ * sine**2) + np.arctanh(eccentricity * sine) / eccentricity
    return AXIS**2 * (1 - ECCENTRICITY_SQ) / 2 * curved
