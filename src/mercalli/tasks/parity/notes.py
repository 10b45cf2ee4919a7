"""What should be known before groups are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mercalli.engines.source import Source
from mercalli.estimates.groups import Settled
from mercalli.inputs.arrays import sums
from mercalli.inputs.tally import MISSING
from mercalli.results.gaps import Gap
from mercalli.results.groups import GroupReport
from mercalli.stats.raking import FULL_COVERAGE
from mercalli.text.names import plain
from mercalli.text.numbers import share_text
from mercalli.text.words import counted, first_few, plural

MOST_NAMED = 4
FEWEST_ROWS = 10
ONE_EVENT = 0.8  # of the rows of a group in one event


def notes(groups: Sequence[GroupReport], gaps: Sequence[Gap], settled: Settled) -> Iterator[str]:
    """What is left out, and what a value like for like rests on."""
    for gap in gaps[:1]:
        if gap.small:
            names = first_few([plain(name) for name in gap.small], MOST_NAMED)
            yield (
                f"{counted(len(gap.small), 'group')} {'is' if len(gap.small) == 1 else 'are'} too small for the gap "
                f"in {gap.metric} (a denominator below {settled.least}): {names}."
            )
    unknown = [group for group in groups if not group.known]
    if unknown:
        rows = sum(group.n for group in unknown)
        names = first_few([plain(group.values[0]) for group in unknown], MOST_NAMED)
        yield f"{counted(rows, 'row')} of no known group ({names}) are shown and take no part in the gap."
    judged = [group for group in groups if group.known and not group.few]
    thin = [group for group in judged if group.coverage is not None and group.coverage < FULL_COVERAGE]
    if thin:
        names = first_few(
            [f"{plain(group.values[0])} {share_text(group.coverage or 0.0)}" for group in thin], MOST_NAMED
        )
        yield f"Like for like uses part of the mix only, because classes are missing: {names}."


def confounded(source: Source, column: str, event: str | None) -> str | None:
    """That groups are events under another name, wholly or mostly, if that is so."""
    if event is None:
        return None
    tally = source.tally([column, event], None)
    groups, events = tally.columns[column], tally.columns[event]
    known = (groups.codes != MISSING) & (events.codes != MISSING)
    counts = np.zeros((len(groups.values), len(events.values)))
    np.add.at(counts, (groups.codes[known], events.codes[known]), tally.rows[known])
    if (np.count_nonzero(counts, axis=1) <= 1).all() and (np.count_nonzero(counts, axis=0) <= 1).all():
        return f"Each {column} is one {event}: parity by {column} and by {event} are the same here."
    sizes = sums(groups.codes[known], tally.rows[known], len(groups.values))
    most = counts.argmax(axis=1)
    single = [
        at for at in np.argsort(-sizes) if sizes[at] >= FEWEST_ROWS and counts[at, most[at]] >= ONE_EVENT * sizes[at]
    ]
    if not single:
        return None
    named = first_few(
        [
            f"{counts[at, most[at]]:,.0f} of {sizes[at]:,.0f} rows of {plain(str(groups.values[at]))} are "
            f"{plain(str(events.values[most[at]]))}"
            for at in single
        ],
        MOST_NAMED,
    )
    return f"Groups are mixed up with {plural(event)}: {named}. The gap may come from the {plural(event)}."
