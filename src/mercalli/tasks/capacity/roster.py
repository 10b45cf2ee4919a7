"""Who works when: a constant team, one by hour of the day, or a table of capacity over time and by region."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from functools import cached_property

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.source import Source
from mercalli.inputs.arrays import LARGEST_NUMBER, Bools, Floats, Ints
from mercalli.inputs.classes import label_text
from mercalli.inputs.times import EPOCH, HOUR, MICROSECOND, zone_of
from mercalli.tasks.capacity.clock import Clock, said
from mercalli.tasks.capacity.errors import TeamError

FROM, TO, HOURLY, REGION, RATE = "from", "to", "hour", "region", "per_hour"
HOURS = 24
QUARTER = HOUR // 4  # every zone is so many of these from UTC


@dataclass(frozen=True)
class Shifts:
    """Work an hour in stretches of time that follow each other: (stretches + 1) edges and (stretches) rates."""

    edges: Ints
    rates: Floats

    def work(self, begin: int, width: int, bins: int) -> Floats:
        """The work in each of some bins; none outside the stretches.

        >>> Shifts(np.array([0, 2 * HOUR]), np.array([3.0])).work(0, HOUR, 3)
        array([3., 3., 0.])
        """
        done = np.concatenate([[0.0], np.cumsum(self.rates * np.diff(self.edges) / HOUR)])
        at = begin + width * np.arange(bins + 1)
        reached = np.interp(at - self.edges[0], self.edges - self.edges[0], done)
        found: Floats = np.maximum(np.diff(reached), 0.0)
        return found


@dataclass(frozen=True)
class Constant:
    """The same team at any time and in any region."""

    per_hour: float
    origin: str = ""

    def shifts(self, _region: str, needed: tuple[int, int], end: int) -> Shifts:
        """One stretch."""
        return Shifts(np.array([needed[0], end]), np.array([self.per_hour]))

    def lacking(self, _regions: list[str]) -> list[str]:
        """It is everywhere."""
        return []


@dataclass(frozen=True)
class ByHour:
    """A team by hour of the day, for each region or for all (the region "")."""

    origin: str
    rates: Mapping[str, Floats]
    zone: tzinfo = UTC

    def shifts(self, region: str, needed: tuple[int, int], end: int) -> Shifts:
        """Stretches of a quarter of an hour, as zones change by no less."""
        edges = np.arange(needed[0] // QUARTER, end // QUARTER + 2) * QUARTER
        return Shifts(edges, self.rates[region if region in self.rates else ""][self._hours(edges[:-1])])

    def _hours(self, starts: Ints) -> Ints:
        if self.zone is UTC:
            return starts // HOUR % HOURS
        local = ((EPOCH + int(each) * MICROSECOND).astimezone(self.zone).hour for each in starts)
        return np.fromiter(local, np.int64, len(starts))

    def lacking(self, regions: list[str]) -> list[str]:
        """Regions without a team."""
        return [] if "" in self.rates else [name for name in regions if name not in self.rates]


@dataclass(frozen=True)
class Table:
    """A team in rows of a table: from, to and how much an hour, for each region or for all (the region "")."""

    origin: str
    rows: Mapping[str, Shifts]

    def shifts(self, region: str, needed: tuple[int, int], _end: int) -> Shifts:
        """The rows of a region, which must cover the time in which items arrive; later nobody works without a row."""
        found = self.rows[region if region in self.rows else ""]
        for start, stop in ((needed[0], found.edges[0]), (found.edges[-1], needed[1])):
            if start < stop:
                raise TeamError.hole(self.origin, said(start), said(stop), _of(region))
        return found

    def lacking(self, regions: list[str]) -> list[str]:
        """Regions without a team."""
        return [] if "" in self.rows else [name for name in regions if name not in self.rows]


Roster = Constant | ByHour | Table


@dataclass(frozen=True)
class RosterTable:
    """The rows of a table of capacity."""

    rows: ArraySource
    clock: Clock
    names: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def read(cls, source: Source, clock: Clock) -> Roster:
        """By hour of the day, or from one time to another."""
        names = {column.strip().casefold(): column for column in source.columns}
        kind = [name for name in ((HOURLY,), (FROM, TO)) if {*name, RATE} <= names.keys()]
        if len(kind) != 1:
            raise TeamError.columns(source.origin, list(source.columns))
        keys = [names[name] for name in (*kind[0], REGION) if name in names]
        found = cls(source.rows([names[RATE]], keys), clock, names)
        return found._by_hour() if kind[0] == (HOURLY,) else found._table()

    @cached_property
    def rates(self) -> Floats:
        """How much can be done in an hour, in every row."""
        rates = self.rows.numbers(self.names[RATE])
        wrong = ~((rates >= 0) & (rates <= LARGEST_NUMBER))
        if wrong.any():
            found = rates[wrong][0]
            raise TeamError.rate(
                self.rows.origin, "nothing" if np.isnan(found) else f"{found:g}", self.rows.first(wrong)
            )
        if not rates.any():
            raise TeamError.rate(self.rows.origin, "0 in every row" if len(rates) else "no rows", "")
        return rates.astype(np.float64)

    def _regions(self) -> Iterator[tuple[str, Bools]]:
        """Every region with its rows; one without a name stands for all."""
        if REGION not in self.names:
            yield "", np.ones(len(self.rates), np.bool_)
            return
        column = self.rows.column(self.names[REGION])
        texts = np.array([*(label_text(value) for value in column.values), ""], object)[column.codes]
        for name in sorted(set(texts.tolist())):
            yield name, texts == name

    def _by_hour(self) -> ByHour:
        hours = self.rows.numbers(self.names[HOURLY])
        found: dict[str, Floats] = {}
        for name, chosen in self._regions():
            given = hours[chosen]
            twice = next((hour for hour in given if (given == hour).sum() > 1), None)
            lacking = next((hour for hour in range(HOURS) if hour not in given), None)
            odd = next((hour for hour in given if hour not in range(HOURS)), None)
            for problem, hour in (("there is an hour", odd), ("twice there is", twice), ("there is no", lacking)):
                if hour is not None:
                    raise TeamError.hour(self.rows.origin, f"{problem} {hour:g}{_of(name)}")
            found[name] = self.rates[chosen][np.argsort(given)]
        return ByHour(self.rows.origin, found, zone_of(self.clock.zone or "UTC"))

    def _table(self) -> Table:
        starts, ends = (self.clock.moments(self.rows, self.names[name]) for name in (FROM, TO))
        found: dict[str, Shifts] = {}
        for name, chosen in self._regions():
            order = np.argsort(starts[chosen], kind="stable")
            begin, end = (part[chosen][order] for part in (starts, ends))
            self._check(begin, end, name)
            found[name] = Shifts(np.array([*begin, end[-1]]), self.rates[chosen][order])
        return Table(self.rows.origin, found)

    def _check(self, begin: Ints, end: Ints, region: str) -> None:
        origin = self.rows.origin
        for start, stop in zip(begin, end, strict=True):
            if stop <= start:
                raise TeamError.turned(origin, said(start), said(stop))
        for stop, start in zip(end[:-1], begin[1:], strict=True):
            if start < stop:
                raise TeamError.overlap(origin, said(start), _of(region))
            if start > stop:
                raise TeamError.hole(origin, said(stop), said(start), _of(region))


def _of(region: str) -> str:
    return f" for the region {region!r}" if region else ""
