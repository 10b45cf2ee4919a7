"""Items with their place: regions, cells and rings become columns of the source before it is counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from shlex import quote

import numpy as np

from mercalli.engines.keys import with_named_keys
from mercalli.engines.source import Source
from mercalli.errors import ColumnError, SettingError
from mercalli.inputs.arrays import Floats
from mercalli.inputs.keys.key import key_text
from mercalli.inputs.keys.kinds import key_of
from mercalli.inputs.keys.over_place import MOST_LONGITUDE, Cell
from mercalli.inputs.labels import MISSING_SLICE, Labels
from mercalli.inputs.recoding import Words
from mercalli.inputs.tally import MISSING, Column
from mercalli.plan.columns import check_there
from mercalli.plan.same_names import near_names
from mercalli.results.groups import TOO_FEW
from mercalli.tasks.places.errors import PlaceError
from mercalli.text.names import plain
from mercalli.text.words import counted

CELL, RING, NEED = "cell", "ring", "need"
SIZES = ("5km", "10km", "25km", "50km", "100km")
LEAST_SHOWN = 5  # items of a cell that is shown by itself
SMALL = 5.0  # expected errors of a place, below which nothing much can be told
MOST_PLACES = 1_000
LEAST_PILE, PILE_SHARE, MOST_PILES, MOST_NEAR = 20, 0.01, 3, 3


@dataclass(frozen=True)
class PlaceRoles:
    """Where items are: a column of regions, or latitude and longitude, and how they are cut."""

    region: str | None
    lat: str | None
    lon: str | None
    cell: str
    around: str | None
    rings: tuple[str, ...]

    @classmethod
    def check(cls, columns: Mapping[str, str], cell: str, around: object, rings: object) -> PlaceRoles:
        """From settings as they are written."""
        region, lat, lon = (columns.get(name) for name in ("region", "lat", "lon"))
        if (region is None) == (lat is None) or (lat is None) != (lon is None):
            raise PlaceError.roles([f"{name} {found!r}" for name, found in columns.items()])
        point, ends = _point(around), _ends(rings)
        if (point is None) != (not ends) or (point is not None and lat is None):
            raise SettingError.named(
                "rings", "need a point, distances in km, and latitude and longitude, as in --around 34.07,-118.54 "
                "--rings 2,5,10. Give all of them, or none."
            )  # fmt: skip
        return cls(region, lat, lon, cell, point, ends)

    def key(self, kind: str, *plain_parts: str, **named: str) -> str:
        """The text of a key over the coordinates."""
        return key_text(kind, self.lat or "", self.lon or "", *plain_parts, **named)

    @property
    def width(self) -> float | None:
        """Of cells, in km."""
        key = None if self.lat is None else key_of(self.key("cell", self.cell))
        return key.width if isinstance(key, Cell) else None


def _point(around: object) -> str | None:
    if around is None:
        return None
    parts = around.replace(",", " ").split() if isinstance(around, str) else [str(part) for part in _listed(around)]
    return " ".join(parts)


def _ends(rings: object) -> tuple[str, ...]:
    parts = rings.split(",") if isinstance(rings, str) else [] if rings is None else _listed(rings)
    return tuple(text if text.endswith("m") else f"{text}km" for text in (str(part).strip() for part in parts))


def _listed(found: object) -> list[object]:
    return list(found) if isinstance(found, list | tuple) else [found]


@dataclass(frozen=True)
class Placed:
    """A source with its places as columns: `parts` are looked at one by one, `scales` are cells of other widths."""

    source: Source
    roles: PlaceRoles
    place: str
    parts: tuple[str, ...]
    scales: Mapping[str, str]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, source: Source, roles: PlaceRoles, same: Mapping[str, str]) -> Placed:
        """Columns are checked and made by the engine."""
        check_there(source, [roles.region, roles.lat, roles.lon])
        return cls._of_regions(source, roles, roles.region, same) if roles.region else cls._of_cells(source, roles)

    @classmethod
    def _of_regions(cls, source: Source, roles: PlaceRoles, region: str, same: Mapping[str, str]) -> Placed:
        values = source.tally([region], None).columns[region].values
        names = {value: same.get(str(value), str(value)) for value in values}
        _check_number(region, len(set(names.values())), source)
        if any(str(value) in same for value in values):
            source = source.recoded(region, Words(names, MISSING_SLICE))
        known = [name for name in set(names.values()) if name not in same.values()]
        return cls(source, roles, region, (region,), {}, tuple(_near_notes(known)))

    @classmethod
    def _of_cells(cls, source: Source, roles: PlaceRoles) -> Placed:
        place, ring = _free(CELL, source), _free(RING, source)
        keys = {place: roles.key("cell", roles.cell)}
        scales = {size: roles.key("cell", size) for size in dict.fromkeys((*SIZES, roles.cell))}
        scales = dict(sorted(scales.items(), key=lambda each: _width(each[1])))
        named = {f"({CELL} {size})": key for size, key in scales.items() if size != roles.cell}
        if roles.around is not None:
            keys[ring] = roles.key("ring", *roles.rings, around=roles.around)
        made = with_named_keys(source, {**keys, **named})
        found = made.tally([place], None).columns[place].values
        if not set(found) - {MISSING_SLICE}:
            raise PlaceError.none(source.origin)
        _check_number(place, len(found), source)
        columns = {size: place if size == roles.cell else f"({CELL} {size})" for size in scales}
        return cls(made, roles, place, tuple(keys), columns, tuple(_point_notes(source, roles)))


def _width(text: str) -> float:
    key = key_of(text)
    return key.width if isinstance(key, Cell) else 0.0


def _free(name: str, source: Source) -> str:
    """A name that no column has."""
    return name if name not in source.columns else f"map {name}"


def _check_number(column: str, found: int, source: Source) -> None:
    if not found:
        raise PlaceError.none(source.origin)
    if found > MOST_PLACES:
        raise PlaceError.many(column, found, MOST_PLACES)


def _near_notes(names: Sequence[str]) -> Iterator[str]:
    """Names that may mean one place."""
    for at, (one, two) in enumerate(near_names(names)):
        if at < MOST_NEAR:
            pair = f"{plain(one)}={plain(two)}"
            shown = pair if quote(pair) == pair else f'"{pair}"'
            yield (
                f"{plain(one)!r} and {plain(two)!r} are spelt nearly alike. If they are one place, count them together "
                f"with --same {shown}."
            )


def _point_notes(source: Source, roles: PlaceRoles) -> Iterator[str]:
    """Points that are no places, longitudes that go on to 360, and many items at one point."""
    rows = source.rows([name for name in (roles.lat, roles.lon) if name], [])
    lat, lon = (_numbers(rows.numbers(name)) for name in (roles.lat, roles.lon) if name)
    nowhere = (lat == 0) & (lon == 0)
    if nowhere.any():
        raise PlaceError.nowhere(int(nowhere.sum()), source.origin, rows.first(nowhere))
    east = int((lon > MOST_LONGITUDE / 2).sum())
    if east:
        yield f"Longitudes go on to 360 degrees in {counted(east, 'row')}; above 180 they are taken as west."
    known = ~np.isnan(lat) & ~np.isnan(lon)
    if crosses_180(lon[known]):
        yield "Items lie on both sides of the meridian of 180 degrees; cells are cut there, and some are smaller."
    points, many = np.unique(lat[known] + 1j * lon[known], return_counts=True)
    for at in np.argsort(-many, kind="stable")[:MOST_PILES]:
        if many[at] >= max(LEAST_PILE, PILE_SHARE * known.sum()):
            yield (
                f"{counted(int(many[at]), 'item')} lie at exactly {points[at].real:g}, {points[at].imag:g}: perhaps "
                f"the middle of a town or region, and not where they come from."
            )


def crosses_180(lon: Sequence[float] | Floats) -> bool:
    """Whether places lie closer together when longitudes go on beyond 180 degrees.

    >>> crosses_180([179.5, -179.5]), crosses_180([-120.0, 120.0, 10.0]), crosses_180([])
    (True, False, False)
    """
    east = np.asarray(lon, np.float64)
    west = east % MOST_LONGITUDE
    return len(east) > 0 and bool(np.ptp(west) < np.ptp(east) / 2)


def _numbers(found: Floats) -> Floats:
    return np.asarray(found, np.float64)


def pooled(labels: Labels, place: str, width: str) -> Labels:
    """The same with all cells of fewer than five items as one, because a map of them could point at people."""
    column = labels.by[place]
    items = np.bincount(column.codes, labels.rows, len(column.values))
    few = [value != MISSING_SLICE and many < LEAST_SHOWN for value, many in zip(column.values, items, strict=True)]
    if sum(few) == len(set(column.values) - {MISSING_SLICE}):
        raise PlaceError.sparse(width, LEAST_SHOWN, int(items.sum()))
    if not any(few):
        return labels
    names = [TOO_FEW if small else value for value, small in zip(column.values, few, strict=True)]
    return replace(labels, by={**labels.by, place: recoded(column, names)}).ordered()


def recoded(column: Column, names: Sequence[object]) -> Column:
    """A column with another name for each value; several may get one name."""
    values = tuple(sorted(set(names), key=str))
    place = {value: at for at, value in enumerate(values)}
    return Column(values, np.array([place[name] for name in names], np.int64)[column.codes])


@dataclass(frozen=True)
class People:
    """Who lives in each region, and how needy they are, if that is known."""

    people: Mapping[str, float]
    need: Mapping[str, float]

    @classmethod
    def read(cls, source: Source, regions: Sequence[str], same: Mapping[str, str]) -> People:
        """From a table with the columns region and people, perhaps need; every region with items is in it."""
        columns = {name: name for name in source.columns if name in {"region", "people", NEED}}
        if not {"region", "people"} <= set(columns):
            raise PlaceError.columns(source.origin, list(source.columns))
        numbers = ["people", *([NEED] if NEED in columns else [])]
        rows = source.rows(numbers, ["region"])
        column = rows.column("region")
        if (column.codes == MISSING).any():
            raise ColumnError.named("region", f"of {source.origin} is empty in a row. Name every region.")
        names = [same.get(str(column.values[code]), str(column.values[code])) for code in column.codes]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise PlaceError.twice(source.origin, twice)
        lacking = sorted(set(regions) - set(names))
        if lacking:
            raise PlaceError.lacking(source.origin, lacking, names)
        found = {each: dict(zip(names, _numbers(rows.numbers(each)).tolist(), strict=True)) for each in numbers}
        _check_people(found, set(regions), source.origin)
        return cls(found["people"], found.get(NEED, {}))

    @property
    def fifths(self) -> dict[str, str]:
        """The fifth of the people that each region is in, from the least needy on; the same need is the same fifth.

        >>> People({"a": 10.0, "b": 10.0, "c": 20.0}, {"a": 3.0, "b": 1.0, "c": 1.0}).fifths
        {'b': 'fifth 2', 'c': 'fifth 2', 'a': 'fifth 5'}
        """
        total, below = sum(self.people.values()), 0.0
        found: dict[str, str] = {}
        for need in sorted(set(self.need.values())):
            alike = [name for name in self.need if self.need[name] == need]
            size = sum(self.people[name] for name in alike)
            at = min(int(5 * (below + size / 2) / total), 4) + 1 if total else 1
            found.update(dict.fromkeys(alike, f"fifth {at}"))
            below += size
        return found


def _check_people(found: Mapping[str, Mapping[str, float]], regions: set[str], origin: str) -> None:
    for name, people in found["people"].items():
        if not (0 < people < np.inf if name in regions else 0 <= people < np.inf):
            raise PlaceError.number(origin, "people", name, _said(people))
    for name, need in found.get(NEED, {}).items():
        if not np.isfinite(need):
            raise PlaceError.number(origin, NEED, name, _said(need))


def _said(number: float) -> str:
    return "nothing" if np.isnan(number) else f"{number:g}"
