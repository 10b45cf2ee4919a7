"""Items with their time: bins, phases, load and latencies become columns of the source before it is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mercalli.engines.keys import where_moment, with_moments, with_named_keys
from mercalli.engines.source import Source
from mercalli.errors import ColumnError, EmptyError, SettingError, TimeError
from mercalli.inputs.ends import Ends
from mercalli.inputs.keys.key import key_text
from mercalli.inputs.keys.over_time import BANDS, PHASES, group_codes, load_bands
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.inputs.recoding import Words
from mercalli.inputs.tally import MISSING, is_missing
from mercalli.inputs.times import DAY, EARLIEST, LATEST, NO_TIME, SECOND, in_units, positive, written, zone_of
from mercalli.plan.columns import check_there
from mercalli.tasks.over_time.errors import TimelineError

BIN, PHASE, LOAD = "bin", "phase", "load"
MOMENT, START, LATENCY, ID_TIME, BLOCK = "(moment)", "(start)", "(latency)", "(time of id)", "(block)"
TWITTER, SHIFT, SINCE = "twitter", 22, 1_288_834_974_657  # milliseconds since 1970
NETWORKS = (TWITTER,)
EVENT_COLUMN, START_COLUMN = "event", "start"


@dataclass(frozen=True)
class TimeRoles:
    """Which column plays which part in time, and how wide bins are; `start` is a column of declared starts."""

    time: str
    width: int
    zone: str | None = None
    event: str | None = None
    start: str | None = None
    decided: str | None = None
    fact: str | None = None

    @classmethod
    def check(cls, width: str, timezone: str | None, columns: Mapping[str, str]) -> TimeRoles:
        """From settings as they are written."""
        if timezone is not None:
            zone_of(timezone)
        return cls(width=positive(width, "bin"), zone=timezone, **columns)

    @property
    def elapsed(self) -> bool:
        """Whether time is counted from the start of an event; else bins have dates."""
        return self.event is not None or self.start is not None

    def key(self, kind: str, *plain: str, **named: str) -> str:
        """The text of a key over the same clock; a start is of its event."""
        origin = {"start": self.start} if self.start is not None else {"event": self.event}
        return key_text(kind, self.time, *plain, **named, **origin, zone=self.zone)


def with_id_times(source: Source, column: str, network: str) -> Source:
    """The same rows with the times that ids hold, as texts."""
    if network not in NETWORKS:
        raise SettingError.choice("time_from_id", network, NETWORKS)
    copied, _ = source.copied({ID_TIME: column}, [])
    values = [value for value in copied.tally([ID_TIME], None).columns[ID_TIME].values if not is_missing(value)]
    words = {value: _written(_id(source, column, value)) for value in values}
    return copied.recoded(ID_TIME, Words(words, ""))


def _id(source: Source, column: str, value: object) -> int:
    """An id as a whole number; floats have lost digits."""
    text = str(value).strip()
    if isinstance(value, float | bool) or not text.isascii() or not text.isdigit() or int(text) >> SHIFT == 0:
        raise TimelineError.ids(column, repr(value), source.where(column, [value]), source.origin)
    return int(text)


def _written(number: int) -> str:
    """The time of an id: milliseconds since 1970 stand above its last 22 bits.

    >>> _written(384_000_000_000_000_000)
    '2013-09-28T17:01:49.032Z'
    """
    moment = (number >> SHIFT) + SINCE
    return f"{np.datetime64(moment, 'ms')}Z"


def with_starts(source: Source, event: str | None, starts: Source, zone: str | None) -> Source:
    """The same rows with the declared start of their event; a bad start is told where it stands."""
    if event is None:
        raise ColumnError.of_role("event", "is needed with a table of starts: it says the start of each event.")
    if not {EVENT_COLUMN, START_COLUMN} <= set(starts.columns):
        raise TimelineError.starts(starts.origin, list(starts.columns))
    with_moments(starts, MOMENT, START_COLUMN, zone)
    tally = starts.tally([EVENT_COLUMN, START_COLUMN], None)
    events, times = (tally.columns[name] for name in (EVENT_COLUMN, START_COLUMN))
    known: dict[str, str] = {}
    for at, code in zip(events.codes, times.codes, strict=True):
        if MISSING not in {at, code}:
            name = str(events.values[at])
            if name in known:
                raise TimelineError.twice(starts.origin, name)
            known[name] = str(times.values[code])
    own = source.tally([event], None).columns[event].values
    absent = [str(value) for value in own if not is_missing(value) and str(value) not in known]
    if absent:
        raise TimelineError.without_start(absent, starts.origin)
    copied, _ = source.copied({START: event}, [])
    return copied.recoded(START, Words({value: known[str(value)] for value in own if not is_missing(value)}, ""))


@dataclass(frozen=True)
class Timeline:
    """A source with bins, phases and load as columns; `parts` are those that the items are looked at by."""

    source: Source
    roles: TimeRoles
    parts: tuple[str, ...]
    ends: Ends
    bin: str

    @property
    def lacking(self) -> tuple[str, str]:
        """Which part a row without a place in time lacks, and its column."""
        event = self.roles.event
        if event is not None and (self.source.tally([event], None).columns[event].codes == MISSING).any():
            return "event", event
        return "time", self.roles.time

    @classmethod
    def of(
        cls,
        source: Source,
        roles: TimeRoles,
        truth: str,
        phases: Sequence[tuple[str, int | None]],
        *,
        load: str | None,
        stream: Source | None,
    ) -> Timeline:
        """Times are read and checked; every column is made by the engine."""
        moments = with_moments(source, MOMENT, roles.time, roles.zone, dates=roles.width % DAY == 0)
        ends = _ends(moments, roles.event, truth)
        _check_moments(moments, roles, ends)
        bin_name, phase_name = _free(BIN, moments), PHASE
        keys = {bin_name: roles.key("bin", in_units(roles.width))}
        if phase_name not in moments.columns:
            keys[phase_name] = _phase_key(roles, phases or PHASES)
        made = with_named_keys(moments, keys)
        parts = [bin_name, phase_name]
        if load is not None:
            made = _with_load(made, roles, load, stream)
            parts.append(_free(LOAD, moments))
        if roles.decided is not None:
            made = _with_latency(made, roles)
        return cls(made, roles, tuple(parts), ends, bin_name)

    def keys(self) -> tuple[str, ...]:
        """All columns beside truth and prediction that are counted."""
        more = (self.roles.event, None if self.roles.decided is None else LATENCY)
        return (*self.parts, *(name for name in more if name is not None and name not in self.parts))


def _free(name: str, source: Source) -> str:
    """A name that no column has."""
    return name if name not in source.columns else f"time {name}"


def _phase_key(roles: TimeRoles, phases: Sequence[tuple[str, int | None]]) -> str:
    ends = {name: in_units(end) for name, end in phases if end is not None}
    last = next(name for name, end in phases if end is None)
    return roles.key("phase", last, **ends)


def _ends(source: Source, event: str | None, truth: str) -> Ends:
    """The first and the last time of every event, or of all items."""
    found = source.ends(MOMENT, [event or truth])
    if not len(found.first):
        raise EmptyError.no_rows(source.origin)
    known = found.first[found.first != NO_TIME]
    if event is not None or not len(known):
        return found
    return replace(found, first=known.min(keepdims=True), last=found.last.max(keepdims=True))


def _check_moments(source: Source, roles: TimeRoles, ends: Ends) -> None:
    """Refuse times that nothing can have seen."""
    known = ends.first != NO_TIME
    for moment in (*ends.first[known].tolist(), *ends.last[known].tolist()):
        if not EARLIEST <= moment < LATEST:
            place = where_moment(source, MOMENT, moment)
            raise TimeError.outside(roles.time, written(moment, SECOND), place, source.origin)


def _with_latency(source: Source, roles: TimeRoles) -> Source:
    """Whole seconds from each item to its answer; an answer before its item is refused."""
    key = key_text("bin", roles.decided or "", "1s", start=roles.time, zone=roles.zone)
    made = with_named_keys(source, {LATENCY: key})
    values = [str(value) for value in made.tally([LATENCY], None).columns[LATENCY].values]
    early = [value for value in values if value.startswith("-")]
    if early:
        raise TimelineError.before(roles.decided or "", roles.time, made.where(LATENCY, early[:1]), made.origin)
    return made


def latency_hours(word: str) -> float:
    """Hours of a latency as its bin is called; infinite where there was no answer.

    >>> latency_hours("+0007200s"), latency_hours("(missing)")
    (2.0, inf)
    """
    return np.inf if word == MISSING_SLICE else int(word.strip("+s")) / 3600


def _with_load(source: Source, roles: TimeRoles, width: str, stream: Source | None) -> Source:
    """The band of load of every item, from these items or from the stream of all messages."""
    name = _free(LOAD, source)
    plain = replace(roles, start=None)
    if stream is None:
        return with_named_keys(source, {name: plain.key("load", width)})
    check_there(stream, [roles.time, roles.event])
    key = key_text("bin", roles.time, width, zone=roles.zone)
    beside = [] if roles.event is None else [roles.event]
    tally = with_named_keys(stream, {name: key}).tally([name, *beside], None)
    if not len(tally.rows):
        raise EmptyError.no_rows(stream.origin)
    bins = [tally.columns[name].values[code] for code in tally.columns[name].codes]
    events = [_value(tally.columns[each].values, code) for each in beside for code in tally.columns[each].codes]
    codes = np.zeros(len(bins), np.int64) if not beside else group_codes(events)
    bands = [BANDS[band][0] for band in load_bands(group_codes(bins), codes, tally.rows)]
    made = with_named_keys(source, {name: key})
    own = set(made.tally([name], None).columns[name].values)
    if not own & set(bins):
        raise TimelineError.apart(stream.origin)
    if not beside:
        return made.recoded(name, Words(dict(zip(bins, bands, strict=True)), MISSING_SLICE))
    pairs = dict(zip(zip(bins, events, strict=True), bands, strict=True))
    return made.recoded(name, Words(dict.fromkeys(own, MISSING_SLICE), MISSING_SLICE, beside[0], pairs))


def _value(values: Sequence[object], code: int) -> object:
    return None if code == MISSING else values[code]
