"""Derived keys as SQL, for DuckDB: the same whole numbers as the keys make themselves, without fetching a value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC
from functools import singledispatch
from typing import Any

import narwhals as nw

from mercalli.engines.frames import FrameSource
from mercalli.inputs.keys.key import Key
from mercalli.inputs.keys.over_place import COLUMNS, EARTH, Cell, Ring
from mercalli.inputs.keys.over_time import Bin, Clock, Phase
from mercalli.inputs.times import LONGEST, instants, zone_of
from mercalli.io import sql

AWARE, NAIVE, TEXT = "TIMESTAMP WITH TIME ZONE", "TIMESTAMP", "VARCHAR"
# Times that say their zone, as ISO 8601 has them; others are read one by one.
HOURS, MINUTES = r"([01]\d|2[0-3])", r":[0-5]\d"
WRITTEN = rf"^\d{{4}}-\d\d-\d\d[T ]{HOURS}{MINUTES}({MINUTES}([.]\d{{1,6}})?)?(Z|[+-]{HOURS}({MINUTES})?)$"
FIRST, LAST = instants(["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"]).tolist()
NUMBERS = re.compile(r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL\(.*\)")


def with_codes(source: FrameSource, name: str, key: Key) -> tuple[FrameSource, Key] | None:
    """The source with a column of codes, and the key that says what they mean; None where SQL cannot make them all."""
    if not source.frame.implementation.is_duckdb():
        return None
    relation: Any = source.frame.to_native()
    places = _places(relation)
    fitted = _centred(source, key, places) if isinstance(key, Cell) else key
    code = code_of(fitted, places)
    if code is None or _lacks(source, [places[column] for column in key.columns], code):
        return None
    return replace(source, frame=nw.from_native(relation.project(f"*, {code} as {sql.name(name)}"))), fitted


def with_instants(source: FrameSource, name: str, time: str, zone: str | None) -> FrameSource | None:
    """The source with a column of microseconds since 1970; None where SQL cannot read every time."""
    if not source.frame.implementation.is_duckdb():
        return None
    relation: Any = source.frame.to_native()
    places = _places(relation)
    instant = _instant(places[time], zone)
    if instant is None or _lacks(source, [places[time]], instant):
        return None
    return replace(source, frame=nw.from_native(relation.project(f"*, {instant} as {sql.name(name)}")))


def _places(relation: Any) -> dict[str, _Place]:  # noqa: ANN401 - DuckDB's
    kinds = {column: str(kind) for column, kind in zip(relation.columns, relation.types, strict=True)}
    return {column: _Place(f"#{at}", kinds[column]) for at, column in enumerate(relation.columns, 1)}


class _Place:
    """How SQL names a column, and its type."""

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind

    @property
    def there(self) -> str:
        """Whether a row has a value."""
        blank = f" and trim({self.name}) <> ''" if self.kind == TEXT else ""
        return f"({self.name} is not null{blank})"

    @property
    def number(self) -> str:
        """Its number, null where it is none, so that it is read one by one."""
        if self.kind == TEXT:
            return f"try_cast(replace({self.name}, '_', '?') as double)"
        return f"cast({self.name} as double)" if NUMBERS.fullmatch(self.kind) else "cast(null as double)"


def _lacks(source: FrameSource, needed: Sequence[_Place], code: str) -> bool:
    """Whether a row that has all that a code is made from gets none."""
    whole = " and ".join(place.there for place in needed)
    relation: Any = source.frame.to_native()
    lacking = relation.project(f"{whole} and {code} is null as lacking").filter("lacking").limit(1)
    with source.our_words():
        return bool(lacking.fetchall())


@singledispatch
def code_of(key: Key, places: Mapping[str, _Place]) -> str | None:  # noqa: ARG001 - as all
    """The code of a row, or nothing if SQL has no word for it."""
    return None


@code_of.register
def _(key: Bin, places: Mapping[str, _Place]) -> str | None:
    time = _counted(key.clock, places)
    if time is None:
        return None
    before = 2 * LONGEST // key.width + 1  # as many bins earlier no time is below 0, where SQL rounds up
    return f"(({time} - {key.origin} + {before * key.width}) // {key.width} - {before})"


@code_of.register
def _(key: Phase, places: Mapping[str, _Place]) -> str | None:
    time = _counted(key.clock, places)
    if time is None:
        return None
    cases = " ".join(f"when {time} < {end} then {at}" for at, end in enumerate(key.ends))
    return f"case when {time} is null then null {cases} else {len(key.ends)} end"


@code_of.register
def _(key: Cell, places: Mapping[str, _Place]) -> str | None:
    lat, lon = _degrees(key.columns, places)
    return f"cast(floor({lat} * {key.north!r}) as bigint) * {COLUMNS} + cast(floor({lon} * {key.east!r}) as bigint)"


@code_of.register
def _(key: Ring, places: Mapping[str, _Place]) -> str | None:
    number = places[key.columns[0]].number
    far = f"(case when {number} >= 0 and isfinite({number}) then {number} end)"
    if key.around is not None:
        lat, lon = _degrees(key.columns, places)
        north, east = (f"radians({each!r})" for each in key.around)
        across = f"cos(radians({lat})) * cos({north}) * pow(sin((radians({lon}) - {east}) / 2), 2)"
        far = f"{2 * EARTH!r} * asin(sqrt(pow(sin((radians({lat}) - {north}) / 2), 2) + {across}))"
    cases = " ".join(f"when {far} <= {end!r} then {at}" for at, end in enumerate(key.ends))
    return f"case when {far} is null or isnan({far}) then null {cases} else {len(key.ends)} end"


def _counted(clock: Clock, places: Mapping[str, _Place]) -> str | None:
    """Microseconds from when time is counted."""
    time = _instant(places[clock.time], clock.zone)
    if time is None or not clock.elapsed:
        return time
    if clock.start is not None:
        start = _instant(places[clock.start], clock.zone)
        return None if start is None else f"({time} - {start})"
    if clock.event is None:
        return f"({time} - min({time}) over ())"
    event = places[clock.event]
    return f"(case when {event.there} then {time} - min({time}) over (partition by {event.name}) end)"


def _instant(place: _Place, zone: str | None) -> str | None:
    """Microseconds since 1970, null where there is no time, or none that Python has."""
    if place.kind == AWARE or (place.kind == NAIVE and zone is not None and zone_of(zone) is UTC):
        return f"(case when epoch_us({place.name}) between {FIRST} and {LAST} then epoch_us({place.name}) end)"
    if place.kind == TEXT:
        written = f"regexp_matches({place.name}, {sql.text(WRITTEN)})"
        return f"(case when {written} then epoch_us(try_cast({place.name} as timestamptz)) end)"
    return None  # such as a time in a zone where an hour comes twice: DuckDB takes the second, Python the first


def _degrees(columns: tuple[str, ...], places: Mapping[str, _Place]) -> tuple[str, str]:
    """Latitude and longitude, null where they are outside their range."""
    lat, lon = (places[column].number for column in columns)
    west = f"case when abs({lon}) > 360 then null when {lon} > 180 then {lon} - 360 else {lon} end"
    return f"(case when abs({lat}) <= 90 then {lat} end)", f"({west})"


def _centred(source: FrameSource, key: Cell, places: Mapping[str, _Place]) -> Cell:
    relation: Any = source.frame.to_native()
    with source.our_words():
        mean = relation.aggregate(f"avg({_degrees(key.columns, places)[0]})").fetchone()
    return key.centred(float(mean[0] or 0.0))
