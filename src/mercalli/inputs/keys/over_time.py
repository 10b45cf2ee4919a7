"""Keys made from times: bins, phases of an event, and how heavy the load was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import numpy as np

from mercalli.inputs.arrays import Ints, sums
from mercalli.inputs.keys.key import NO_CODE, Values, Written
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.inputs.tally import Column
from mercalli.inputs.times import DAY, HOUR, NO_TIME, UNITS, duration, instants, written, zone_of

MONDAY = 4 * DAY  # of the first week after the beginning of 1970
WEEK = 7 * DAY
PHASES = (("warning", 0), ("response", 72 * HOUR), ("recovery", None))
# How many times as many items as in the median bin of its event a bin may have.
BANDS = (("calm", 1.0), ("busy", 4.0), ("heavy", 16.0), ("peak", np.inf))
TWO = 2
CLOCK = frozenset({"event", "start", "zone"})


@dataclass(frozen=True)
class Clock:
    """A column of times, and from when time is counted.

    From 1970 on, or from a `start` that each row has, or from the first time of each `event`; from the first time of
    all with `elapsed` alone.
    """

    time: str
    zone: str | None = None
    event: str | None = None
    start: str | None = None
    elapsed: bool = False
    dates: bool = True

    @classmethod
    def read(cls, text: Written, *, elapsed: bool = False, dates: bool = True) -> Clock:
        """From the parts of a key, of which the first is the column of times."""
        named = {name: value for name, value in text.named.items() if name in CLOCK}
        if not text.plain:
            raise text.refused("names no column. Write the column of times first, as in phase(ts).")
        if "event" in named and "start" in named:
            raise text.refused("has both an event and a start. Leave one of them out.")
        if "zone" in named:
            text.checked(lambda: zone_of(named["zone"], "zone"))
        return cls(text.plain[0], **named, elapsed=elapsed or len(named.keys() - {"zone"}) > 0, dates=dates)

    @property
    def columns(self) -> tuple[str, ...]:
        """The times, and what says when they begin."""
        beside = self.event or self.start
        return (self.time,) if beside is None else (self.time, beside)

    @property
    def times(self) -> tuple[str, ...]:
        """The columns that hold times."""
        return (self.time,) if self.start is None else (self.time, self.start)

    def read_times(self, values: Sequence[Values]) -> Ints:
        """Microseconds from when time is counted; NO_TIME where there is no time, or no start."""
        times = instants(values[0], self.zone, dates=self.dates)
        if not self.elapsed:
            return times
        starts = instants(values[1], self.zone) if self.start else self._first(times, values[1:])
        return np.where((times == NO_TIME) | (starts == NO_TIME), NO_TIME, times - starts)

    def _first(self, times: Ints, events: Sequence[Values]) -> Ints:
        """The first time of the event of each row."""
        codes = group_codes(events[0]) if events else np.zeros(len(times), np.int64)
        first = np.full(int(codes.max(initial=0)) + 1, np.iinfo(np.int64).max)
        known = times != NO_TIME
        np.minimum.at(first, codes[known], times[known])
        return first[codes]


def group_codes(values: Values) -> Ints:
    """Groups as numbers from 0 on; what is missing is a group too."""
    return Column.of(list(values)).codes + 1


@dataclass(frozen=True)
class Timed:
    """A key that is made from times."""

    clock: Clock

    @property
    def columns(self) -> tuple[str, ...]:
        """Those of the clock."""
        return self.clock.columns

    @property
    def times(self) -> tuple[str, ...]:
        """Those of the clock that hold times."""
        return self.clock.times

    @property
    def grouping(self) -> str | None:
        """Words follow from codes alone."""
        return None

    def fitted(self, values: Sequence[Values], rows: Ints) -> Self:  # noqa: ARG002 - as every key
        """The same."""
        return self


@dataclass(frozen=True)
class Bin(Timed):
    """Stretches of time of one width, from midnight in UTC (weeks from Monday) or from the start of an event."""

    width: int

    @classmethod
    def read(cls, text: Written) -> Self:
        """From `bin(ts, 6h)`."""
        _check_parts(text, "bin(ts, 6h), bin(ts, 1d, event=event) or bin(ts, 6h, zone=UTC)")
        width = width_of(text)
        return cls(Clock.read(text, dates=width % DAY == 0), width)

    @property
    def origin(self) -> int:
        """Where bins begin."""
        return MONDAY if self.width % WEEK == 0 and not self.clock.elapsed else 0

    def codes(self, values: Sequence[Values], rows: Ints) -> Ints:  # noqa: ARG002 - as every key
        """The number of the bin."""
        times = self.clock.read_times(values)
        return np.where(times == NO_TIME, NO_CODE, (times - self.origin) // self.width)

    def words(self, codes: Ints, groups: Values, rows: Ints) -> list[str]:  # noqa: ARG002 - as every key
        """When each bin begins."""
        if not self.clock.elapsed:
            return [written(int(code) * self.width + self.origin, self.width) for code in codes]
        unit = next(unit for unit in ("d", "h", "min", "s") if not self.width % (UNITS[unit] * 1_000_000))
        steps = self.width // (UNITS[unit] * 1_000_000)
        digits = len(str(int(np.abs(codes).max(initial=0)) * steps))
        return [f"{'-' if code < 0 else '+'}{abs(int(code)) * steps:0{digits}d}{unit}" for code in codes]


def bin_hours(names: Sequence[str]) -> dict[str, float]:
    """When bins begin: hours after the start, or after the first of them where they have dates.

    >>> bin_hours(["+00h", "-06h", "(missing)"]), bin_hours(["2013-04-15 06:00", "2013-04-16 00:00"])
    ({'+00h': 0.0, '-06h': -6.0}, {'2013-04-15 06:00': 0.0, '2013-04-16 00:00': 18.0})
    """
    known = [name for name in names if name != MISSING_SLICE]
    if all(name[:1] in "+-" for name in known):
        return {name: (-1 if name[0] == "-" else 1) * duration(name[1:]) / HOUR for name in known}
    moments = instants([f"{name}Z" if " " in name else name for name in known])
    return {name: float(each - moments.min()) / HOUR for name, each in zip(known, moments, strict=True)}


@dataclass(frozen=True)
class Phase(Timed):
    """Phases of an event by the time since its start: the name of each, and when it ends."""

    phases: tuple[tuple[str, int | None], ...] = PHASES

    @classmethod
    def read(cls, text: Written) -> Phase:
        """From `phase(ts)`, or `phase(ts, warning=0h, response=72h, recovery)`."""
        ends = {name: end for name, end in text.named.items() if name not in CLOCK}
        own = tuple((name, text.checked(partial(duration, end, "phase"))) for name, end in ends.items())
        last = tuple((name, None) for name in text.plain[1:])
        if len(last) > 1 or (own and not last) or (last and not own):
            raise text.refused(
                "must say when each phase ends, and name the last one alone, as in "
                "phase(ts, warning=0h, response=72h, recovery)."
            )
        if last and last[0][0] in ends:
            raise text.refused(f"has two phases that are called {last[0][0]!r}. Give each a name of its own.")
        if [end for _, end in own] != sorted({end for _, end in own}):
            raise text.refused("has a phase that ends before the one in front of it. Write phases in order.")
        return cls(Clock.read(text, elapsed=True), (*own, *last) or PHASES)

    @property
    def ends(self) -> tuple[int, ...]:
        """When all phases but the last one end."""
        return tuple(end for _, end in self.phases if end is not None)

    def codes(self, values: Sequence[Values], rows: Ints) -> Ints:  # noqa: ARG002 - as every key
        """The number of the phase; a phase does not hold its end."""
        times = self.clock.read_times(values)
        return np.where(times == NO_TIME, NO_CODE, np.searchsorted(self.ends, times, side="right"))

    def words(self, codes: Ints, groups: Values, rows: Ints) -> list[str]:  # noqa: ARG002 - as every key
        """The name of each phase."""
        return [self.phases[int(code)][0] for code in codes]


@dataclass(frozen=True)
class Load(Bin):
    """How many items came in the same stretch of time, compared with the median one of the event."""

    @classmethod
    def read(cls, text: Written) -> Self:
        """From `load(ts, 1h, event=event)`."""
        _check_parts(text, "load(ts, 1h) or load(ts, 1h, event=event)")
        if "start" in text.named:
            raise text.refused("has a start, which load does not need. Leave it out.")
        width = width_of(text)
        return cls(replace(Clock.read(text, dates=width % DAY == 0), elapsed=False), width)

    @property
    def grouping(self) -> str | None:
        """The event."""
        return self.clock.event

    def words(self, codes: Ints, groups: Values, rows: Ints) -> list[str]:
        """The band of each bin."""
        events = group_codes(groups) if len(groups) else np.zeros(len(codes), np.int64)
        return [BANDS[band][0] for band in load_bands(codes, events, rows)]


def load_bands(bins: Ints, events: Ints, items: Ints) -> Ints:
    """The band of every (bin, event), from the items in it and the median over the bins of its event that have any.

    >>> load_bands(np.array([0, 1, 2, 0]), np.array([0, 0, 0, 1]), np.array([1, 2, 9, 5]))
    array([0, 0, 2, 0])
    """
    pairs, position = np.unique(np.stack([events, bins]), axis=1, return_inverse=True)
    counts = sums(position.ravel(), items, pairs.shape[1])
    starts, event = np.unique(pairs[0], return_index=True, return_inverse=True)[1:]
    medians = np.array([np.median(each) for each in np.split(counts, starts[1:])])
    relative = counts / medians[event]
    bands: Ints = np.searchsorted([most for _, most in BANDS], relative)[position.ravel()]
    return bands


def width_of(text: Written) -> int:
    """The width of the bins of a key."""
    width = text.checked(lambda: duration(text.plain[1]))
    if width <= 0:
        raise text.refused(f"has the width {text.plain[1]}, which must be above 0.")
    return width


def _check_parts(text: Written, example: str) -> None:
    """A column, a width, and options of the clock."""
    unknown = sorted(text.named.keys() - CLOCK)
    if len(text.plain) != TWO or unknown:
        found = f"has {unknown[0]!r}, which is not known here" if unknown else "needs a column of times and a width"
        raise text.refused(f"{found}. Write {example}.")
