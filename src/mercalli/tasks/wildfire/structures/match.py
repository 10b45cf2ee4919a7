"""Two lists of structures, matched: by ids, or by where they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Floats, Ints
from mercalli.inputs.classes import label_text
from mercalli.inputs.grid import AXIS, ECCENTRICITY_SQ
from mercalli.io.maps.structures import StructureTable
from mercalli.plan.columns import check_there
from mercalli.tasks.wildfire.errors import FireError
from mercalli.tasks.wildfire.result import Unmatched

Pairs = tuple[tuple[Ints, Ints], str, tuple[NDArray[np.str_], NDArray[np.str_]]]


IDS = ("structure_id", "globalid", "objectid", "id", "building_id", "fid")
DISTANCE = re.compile(r"\s*+([0-9]++(?:\.[0-9]++)?|\.[0-9]++)\s*+(m|km)?\s*+", re.IGNORECASE)
MOST_LISTED = 10_000
FAR_M = 1000.0  # partners by id that are further apart are not the same structure
NO_ID = ("nan", "NaT", "<NA>")


@dataclass(frozen=True)
class Match:
    """Positions of the partners in each list, how they were found, and who has none.

    `crowded` is how many structures, of both lists, stand in one place with another of their list; `apart_m` is how far
    partners with the same id are from each other, where both lists say where structures stand.
    """

    observed: Ints
    model: Ints
    how: str
    unmatched: tuple[Unmatched, ...]
    crowded: int = 0
    apart_m: Floats | None = None

    @property
    def far(self) -> int:
        """How many partners are too far from each other to be the same structure."""
        return 0 if self.apart_m is None else int((self.apart_m > FAR_M).sum())


def metres(within: str | float | None) -> float | None:
    """A distance as metres.

    >>> metres("20m"), metres("0.1 km"), metres(15)
    (20.0, 100.0, 15.0)
    """
    if within is None:
        return None
    distance = DISTANCE.fullmatch(str(within))
    if distance is None or float(distance[1]) <= 0:
        raise SettingError.outside("within", within, "a distance above 0, as in 20m or 0.1km")
    return float(distance[1]) * (1000 if (distance[2] or "m").lower() == "km" else 1)


def matched(observed: StructureTable, model: StructureTable, key: str | None, within: float | None) -> Match:
    """By ids where they are named or both have the same column of them, else by place."""
    if within is not None and key is not None:
        raise SettingError.either("key", "within")
    tables = observed, model
    pairs, how, ids = _by_ids(*tables, key) if within is None else _by_place(*tables, within)
    if not len(pairs[0]):
        raise FireError.no_partner(observed.name, model.name, how)
    alone = map(_alone, ("observation", "model"), ids, pairs)
    crowded = 0 if within is None else sum(_crowded(_places(table)) for table in tables)
    apart = None if within is not None else _apart(*tables, *pairs)
    match = Match(*pairs, how, tuple(each for each in alone if each.n), crowded, apart)
    if apart is not None and match.far > len(apart) / 2:
        raise FireError.far_apart(observed.name, model.name, how, match.far, len(apart), float(apart.max()))
    return match


def _apart(observed: StructureTable, model: StructureTable, here: Ints, there: Ints) -> Floats | None:
    """Metres between partners, where both places are known."""
    if observed.places is None or model.places is None:
        return None
    one, two = on_the_ground(observed.places[here]), on_the_ground(model.places[there])
    apart: Floats = np.sqrt(((one - two) ** 2).sum(axis=1))
    return apart[~np.isnan(apart)]


def _by_ids(observed: StructureTable, model: StructureTable, key: str | None) -> Pairs:
    names = _key_names(observed, model, key)
    if names is None:
        raise FireError.no_match(observed.name, model.name)
    ids = _ids(observed, names[0]), _ids(model, names[1])
    how = f"by {names[0]!r}" if names[0] == names[1] else f"by {names[0]!r} and {names[1]!r}"
    return _same_ids(*ids), how, (_listed(ids[0]), _listed(ids[1]))


def _same_ids(first: NDArray[np.str_], second: NDArray[np.str_]) -> tuple[Ints, Ints]:
    """Positions in each list of the ids that both have; what has no id has no partner.

    >>> _same_ids(np.array(["a", "", "b"]), np.array(["c", "b", ""]))
    (array([2]), array([1]))
    """
    here, there = (np.flatnonzero(ids != "") for ids in (first, second))
    _, one, two = np.intersect1d(first[here], second[there], assume_unique=True, return_indices=True)
    order = np.argsort(one)
    return here[one[order]], there[two[order]]


def _listed(ids: NDArray[np.str_]) -> NDArray[np.str_]:
    """Ids as a list of structures tells them: by the row where there is none."""
    return np.array([each or f"row {at} (no id)" for at, each in enumerate(ids.tolist(), 1)], dtype=np.str_)


def _key_names(observed: StructureTable, model: StructureTable, key: str | None) -> tuple[str, str] | None:
    """The columns of ids: as they were named, or with the same usual name in both lists."""
    if key is not None:
        first, _, second = str(key).partition("=")
        check_there(observed, [first])
        check_there(model, [second or first])
        return first, second or first
    one, two = ({name.casefold().strip(): name for name in reversed([*each.columns])} for each in (observed, model))
    return next(((one[name], two[name]) for name in IDS if name in one and name in two), None)


def _ids(table: StructureTable, name: str) -> NDArray[np.str_]:
    """Ids as texts, empty where there is none; the same number is the same id however a file wrote it."""
    _check_exact(table, name)
    ids = np.array([label_text(_plain(each)) for each in table.columns[name].tolist()], dtype=np.str_)
    distinct, times = np.unique(ids[ids != ""], return_counts=True)
    twice = distinct[times > 1]
    if len(twice):
        raise FireError.repeated_ids(table.name, name, twice[:3].tolist(), len(twice))
    return ids


def _check_exact(table: StructureTable, name: str) -> None:
    """Refuse floats so large that ids next to each other are the same one."""
    ids = np.ma.getdata(table.columns[name])
    if ids.dtype.kind != "f":
        return
    rounded = ids[np.abs(ids) >= 2.0 ** (np.finfo(ids.dtype).nmant + 1)]
    if len(rounded):
        raise FireError.rounded_ids(table.name, name, float(rounded[0]))


def _plain(value: Any) -> Any:  # noqa: ANN401 - any id
    """Texts that are whole numbers with a point behind, as some programs write ids, are those numbers."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and value.endswith(".0") and value[:-2].isdecimal():
        return value[:-2]
    missing = value is None or (not isinstance(value, str) and str(value) in NO_ID)
    return "" if missing else value


def _by_place(observed: StructureTable, model: StructureTable, within: float) -> Pairs:
    places = _places(observed), _places(model)
    first, second = (np.array([f"row {at}" for at in range(1, len(each) + 1)]) for each in places)
    return nearest(*places, within), f"by place within {within:g} m", (first, second)


def _places(table: StructureTable) -> Floats:
    if table.places is None:
        raise FireError.no_coordinates(table.name)
    return table.places


def _crowded(places: Floats) -> int:
    """How many places are not the only ones there."""
    times = np.unique(places[~np.isnan(places).any(axis=1)], axis=0, return_counts=True)[1]
    return int(times[times > 1].sum())


def _alone(side: str, ids: NDArray[np.str_], partners: Ints) -> Unmatched:
    left = np.setdiff1d(np.arange(len(ids)), partners)
    return Unmatched(side, len(left), tuple(ids[left[:MOST_LISTED]].tolist()))


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
