"""What should be known before values over time are relied on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mercalli.engines.keys import where_moment
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.inputs.times import DAY
from mercalli.results.gaps import Gap
from mercalli.results.groups import GroupReport
from mercalli.tasks.over_time.data import LATENCY, MOMENT, Timeline
from mercalli.tasks.over_time.estimate import OneSystem
from mercalli.tasks.over_time.result import TimeSlice
from mercalli.text.names import plain
from mercalli.text.words import counted, first_few

MOST_NAMED = 4
YEAR = 365 * DAY
FEW_EVENTS = 0.5  # of all events that a late bin has


def timeline_notes(timeline: Timeline, *, load: bool, stream: bool) -> Iterator[str]:
    """What the times themselves say."""
    roles, ends = timeline.roles, timeline.ends
    names = ("the data",) if roles.event is None else ends.tally.columns[roles.event].values
    codes = np.zeros(len(ends.first), np.int64) if roles.event is None else ends.tally.columns[roles.event].codes
    long = np.flatnonzero(ends.last - ends.first > YEAR)
    for at in long[:MOST_NAMED]:
        name = plain(str(names[codes[at]])) if codes[at] >= 0 else MISSING_SLICE
        span = int(ends.last[at] - ends.first[at]) // DAY
        first = where_moment(timeline.source, MOMENT, int(ends.first[at]))
        last = where_moment(timeline.source, MOMENT, int(ends.last[at]))
        yield (
            f"{name} lasts {span:,} days, perhaps because one time is wrong. Check its first item{first} and its "
            f"last{last}."
        )
    if roles.elapsed and roles.start is None:
        yield (
            "Time is counted from the first item of each event, and one early item moves all of it. If you know when "
            "the events began, give --start."
        )
    if load and not stream:
        yield (
            "Load is that of the labelled items. If they are a sample of the messages, it does not show the real load: "
            "give all messages with --stream."
        )


def system_notes(system: OneSystem, slices: Sequence[TimeSlice], gaps: Sequence[Gap], events: int) -> Iterator[str]:
    """What is left out, and what late bins rest on."""
    bins = [part for part in slices if part.columns == (system.timeline.bin,)]
    thin = [part for part in bins if events > 1 and part.events < FEW_EVENTS * events]
    if thin:
        yield (
            f"{counted(len(thin), 'bin')} of {len(bins):,} have items of fewer than half of the {events:,} events: "
            f"late bins hold only long events, so compare them with care."
        )
    small = gaps[0].small if gaps else ()
    if small:
        named = first_few([plain(name) for name in small], MOST_NAMED)
        yield (
            f"{counted(len(small), 'bin')} {'is' if len(small) == 1 else 'are'} too small for the gap in "
            f"{gaps[0].metric} (a denominator below {system.wanted.settled.least}): {named}."
        )
    unknown: list[GroupReport] = [part for part in slices if not part.known]
    if unknown:
        named = first_few([plain(part.name) for part in unknown], MOST_NAMED)
        many = counted(sum(part.n for part in unknown), "item")
        yield f"{many} of which no part of time or load is known take no part: {named}."
    if LATENCY in system.labels.by:
        column = system.labels.by[LATENCY]
        absent = [code for code, value in enumerate(column.values) if value == MISSING_SLICE]
        rows = int(system.labels.rows[np.isin(column.codes, absent) & system.hit].sum())
        if rows:
            yield f"{counted(rows, 'urgent item')} with a right answer but no time of it count as never found."
