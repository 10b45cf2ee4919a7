"""Where the cells of a field in HDF5 or NetCDF lie, from the coordinates that stand beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mercalli.errors import MapError
from mercalli.inputs.arrays import Floats
from mercalli.inputs.digest import digest_of
from mercalli.inputs.grid import Grid
from mercalli.io.maps.geo import check_within, metres_in, on_earth, stretch_of, wkt_of

# Names under which the coordinates of rows and columns stand beside a field; the first ones are degrees.
LATITUDES, LONGITUDES = ("position_lat", "lat", "latitude"), ("position_lon", "lon", "longitude")
UP, ACROSS = (*LATITUDES, "y", "northing"), (*LONGITUDES, "x", "easting")
EVEN = 1e-3  # of a step
WGS84 = "EPSG:4326"
NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable"  # as NetCDF 4 marks axes that are only named


def dimensions(item: Any) -> tuple[str, ...]:  # noqa: ANN401 - h5py's
    """What the axes of a field are called; an empty name where the file does not say."""
    if hasattr(item, "dimensions"):
        return tuple(item.dimensions)
    if len(item.shape) == 1 and item.is_scale:
        return (_last(item.name),)
    return tuple(_last(axis[0].name) if len(axis) else "" for axis in item.dims)


def _last(path: str) -> str:
    return path.rsplit("/", maxsplit=1)[-1]


def grid_of(field: Any, name: str) -> Grid:  # noqa: ANN401 - h5py's
    """An even grid, or cells that lie anyhow and are told by their outline."""
    declared = _declared_crs(field)
    order = 1 if metres_in(declared) is None else -1  # of a projection it is x and y, whatever else there is
    across, up = _outline(field, ACROSS[::order], 1), _outline(field, UP[::order], 0)
    if across is None or up is None or across.along == up.along is not None:
        return Grid(field.shape, outline=_order(field))
    crs = declared or _degrees(across, up)
    transform = _transform(across, up, field.shape)
    check_within(name, crs, transform or ())
    if transform is not None:
        return Grid(field.shape, transform, crs, metres_in(crs), stretch=stretch_of(crs, transform, field.shape))
    if field.shape != (1, 1) and (across.along is not None or up.along is not None):
        raise MapError.about(
            f"the coordinates of {name!r}", "are not evenly spaced, so it is not a grid. Put it on a grid first."
        )
    return Grid(field.shape, None, crs, metres_in(crs), digest_of(["outline"], [*across.sides, *up.sides]))


def _order(field: Any) -> str | None:  # noqa: ANN401 - h5py's
    """That a field has columns where others have rows, if only the names of its axes say so."""
    first, second = dimensions(field)
    return f"{first}, {second}" if first in ACROSS and second in UP else None


@dataclass(frozen=True)
class _Outline:
    """A coordinate along the first and the last row, and along the first and the last column.

    `along` is the axis of the field for each of whose places it is given once; None where it is given for each cell.
    `degrees` is whether its unit or, without one, its name says so.
    """

    sides: tuple[Floats, ...]
    along: int | None
    degrees: bool

    @property
    def first(self) -> float:
        return float(self.sides[0][0])

    @property
    def ends(self) -> tuple[float, float]:
        every = np.concatenate(self.sides)
        return float(every.min()), float(every.max())

    def steps(self) -> tuple[float, float] | None:
        """By how much it rises with each column and with each row; None if unevenly."""
        top, bottom, left, right = (_even(side) for side in self.sides)
        if top is None or left is None or bottom is None or right is None:
            return None
        size = max(abs(top), abs(left))
        return (top, left) if max(abs(top - bottom), abs(left - right)) <= EVEN * size else None


def _even(side: Floats) -> float | None:
    """The step of evenly rising or falling numbers."""
    if len(side) == 1:
        return 0.0
    steps = np.diff(side)
    step = float(side[-1] - side[0]) / (len(side) - 1)
    slack = EVEN * abs(step) + 1e-12 * float(np.abs(side).max())
    return step if np.isfinite(step) and np.abs(steps - step).max() <= slack else None


def _transform(across: _Outline, up: _Outline, shape: tuple[int, int]) -> tuple[float, ...] | None:
    """As a grid has it; None if cells do not lie evenly, or all in one place."""
    columns, rows = across.steps(), up.steps()
    if columns is None or rows is None:
        return None
    (a, b), (d, e) = columns, rows
    if shape[0] == 1:
        b, e = d, -a  # one row does not say how high it is: its cells are taken as square
    elif shape[1] == 1:
        a, d = -e, b
    transform = (a, b, across.first - (a + b) / 2, d, e, up.first - (d + e) / 2)
    return tuple(0.0 + each for each in transform) if a * e != b * d else None


def _outline(field: Any, names: Sequence[str], expected: int) -> _Outline | None:  # noqa: ANN401 - h5py's
    """The first coordinate of some names that stands beside a field and belongs to it, if any does."""
    there = [name for name in names if name in field.parent and _has_values(field.parent[name])]
    outlines = (
        _outline_of(field, field.parent[name], expected, degrees=_in_degrees(field.parent[name], name))
        for name in there
    )
    return next((each for each in outlines if each is not None), None) if all(field.shape) else None


def _outline_of(field: Any, item: Any, expected: int, *, degrees: bool) -> _Outline | None:  # noqa: ANN401 - h5py's
    if len(item.shape) == 1:
        along = _axis(field, item, expected)
        return None if along is None else _Outline(_repeated(np.asarray(item[()], np.float64), along), along, degrees)
    turned = _is_turned(field, item)
    if turned is None:
        return None
    sides = [np.asarray(item[at], np.float64) for at in (np.s_[0, :], np.s_[-1, :], np.s_[:, 0], np.s_[:, -1])]
    return _Outline(tuple(sides[2:] + sides[:2] if turned else sides), None, degrees)


def _has_values(item: Any) -> bool:  # noqa: ANN401 - h5py's
    return hasattr(item, "shape") and not _text(item.attrs.get("NAME", "")).startswith(NO_VARIABLE)


def _repeated(values: Floats, along: int) -> tuple[Floats, ...]:
    """Sides of an outline that is the same along the other direction."""
    constant = np.full(2, values[0])
    return (values, values, constant, constant) if along else (constant, constant, values, values)


def _axis(field: Any, item: Any, expected: int) -> int | None:  # noqa: ANN401 - h5py's
    """The axis that a coordinate belongs to: the one of its name, or of its length where axes have no names."""
    axes, (own,) = dimensions(field), dimensions(item)
    if own in axes and own:
        return axes.index(own)
    if own and all(axes):
        return None
    return next((at for at in (expected, 1 - expected) if field.shape[at] == item.shape[0]), None)


def _is_turned(field: Any, item: Any) -> bool | None:  # noqa: ANN401 - h5py's
    """Whether a coordinate of every cell has the axes of its field in the other order; None if it has others."""
    axes, own = dimensions(field), dimensions(item)
    named = all(axes) and all(own)
    of_field, of_item = (axes, own) if named else (field.shape, item.shape)
    if item.shape not in (field.shape, field.shape[::-1]) or of_item not in (of_field, of_field[::-1]):
        return None
    return bool(of_item != of_field)


def _in_degrees(item: Any, name: str) -> bool:  # noqa: ANN401 - h5py's
    unit = item.attrs.get("units")
    return name in (*LATITUDES, *LONGITUDES) if unit is None else _text(unit).startswith("degree")


def _degrees(across: _Outline, up: _Outline) -> str | None:
    """The system of longitude and latitude, if coordinates are called so and can be."""
    (left, right), (bottom, top) = across.ends, up.ends
    there = across.degrees and up.degrees and on_earth(WGS84, (left, bottom, right, top))
    return wkt_of(WGS84) if there else None


def _declared_crs(field: Any) -> str | None:  # noqa: ANN401 - h5py's
    """What the field or its group says, by CF's or FireBench's name."""
    mapping = field.attrs.get("grid_mapping")
    described = field.parent.get(_text(mapping)) if mapping is not None else None
    for place in (described, field, field.parent):
        for key in ("crs_wkt", "spatial_ref", "crs"):
            if place is not None and key in place.attrs:
                return wkt_of(_text(place.attrs[key]))
    return None


def _text(attribute: object) -> str:
    return attribute.decode() if isinstance(attribute, bytes) else str(attribute)
