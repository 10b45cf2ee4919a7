"""Which structure of one list is which of another: by id, or by where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.grid import AXIS, ECCENTRICITY_SQ

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Floats, Ints


def same_ids(first: NDArray[np.str_], second: NDArray[np.str_]) -> tuple[Ints, Ints]:
    """Positions in each list of the ids that both have; each stands once in its list.

    >>> same_ids(np.array(["a", "b"]), np.array(["c", "b"]))
    (array([1]), array([1]))
    """
    _, one, two = np.intersect1d(first, second, assume_unique=True, return_indices=True)
    order = np.argsort(one)
    return one[order], two[order]


def nearest(first: Floats, second: Floats, within_m: float) -> tuple[Ints, Ints]:
    """Positions of pairs that are each other's nearest and no further apart; places are longitude and latitude."""
    from scipy.spatial import KDTree  # noqa: PLC0415 - slow to import

    here, there = (np.flatnonzero(~np.isnan(places).any(axis=1)) for places in (first, second))
    if not len(here) or not len(there):
        return here[:0], there[:0]
    one, two = on_the_ground(first[here]), on_the_ground(second[there])
    distance, to_second = (
        np.asarray(each) for each in KDTree(two).query(one, distance_upper_bound=within_m * (1 + 1e-9))
    )
    to_first = np.asarray(KDTree(one).query(two)[1])
    close = np.flatnonzero(np.isfinite(distance))
    mutual = close[to_first[to_second[close]] == close]
    return here[mutual], there[to_second[mutual]]


def on_the_ground(places: Floats) -> Floats:
    """Metres from the middle of the Earth, so that near distances are those on the ground: (n, 3)."""
    longitude, latitude = np.deg2rad(places).T
    across = AXIS / np.sqrt(1 - ECCENTRICITY_SQ * np.sin(latitude) ** 2)
    flat = across * np.cos(latitude)
    up = across * (1 - ECCENTRICITY_SQ) * np.sin(latitude)
    return np.stack([flat * np.cos(longitude), flat * np.sin(longitude), up], axis=-1)


def tiles_of(places: Floats, side_m: float) -> Ints:
    """A number for the tile in which each structure stands; those without a place share one."""
    longitude, latitude = np.deg2rad(np.nan_to_num(places)).T
    row = np.floor(latitude * AXIS / side_m)
    column = np.floor(longitude * np.cos((row + 0.5) * side_m / AXIS) * AXIS / side_m)
    known = ~np.isnan(places).any(axis=1)
    keys = np.stack([np.where(known, row, 0), np.where(known, column, 0), known], axis=-1)
    return np.unique(keys, axis=0, return_inverse=True)[1].ravel()
