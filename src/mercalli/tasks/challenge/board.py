"""The board: ranks 1-1-3 on the score in full precision, and groups of runs that cannot be told from their first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite

from mercalli.estimates.ranking import best_first
from mercalli.results.difference import Difference
from mercalli.results.measure import Measure

LEVEL, ALPHA = 0.95, 0.05
Told = Callable[["Entry", "Entry"], Difference | None]


@dataclass(frozen=True)
class Entry:
    """One team's run on the board.

    Attributes:
        team: The team.
        submission: The public id of the run.
        received: When it was received, in UTC.
        measures: The metric that decides first, then its companions.
        runs: How many scored runs the team has.
        baseline: Whether the organiser sent it to compare with.
        below: Why it is not ranked, if it is not.
        rank: 1-1-3; none for a run that is not ranked.
        group: The group of runs that cannot be told from its first, counted from 1.
        compared: Of what the group rests on: the run minus the first run of the group it was compared with.
        revision: Which revision of the challenge it was scored under.
    """

    team: str
    submission: str
    received: str
    measures: tuple[Measure, ...]
    runs: int = 0
    baseline: bool = False
    below: str = ""
    rank: int | None = None
    group: int | None = None
    compared: Difference | None = None
    revision: int = 0

    @property
    def value(self) -> float | None:
        """The score that decides, if it is finite."""
        value = self.measures[0].value if self.measures else None
        return value if value is not None and isfinite(value) else None


@dataclass(frozen=True)
class Board:
    """All entries, best first, those without a rank last.

    Attributes:
        challenge: The title of the challenge.
        phase: The phase.
        part: "public" or "private".
        metric: The metric that decides.
        direction: 1 if more is better, -1 if less is.
        revision: Which revision of the challenge the scores are of.
        entries: The runs.
        says: What the groups rest on.
    """

    challenge: str
    phase: str
    part: str
    metric: str
    direction: int
    revision: int
    entries: tuple[Entry, ...]
    says: str = ""


def ranked(entries: Sequence[Entry], direction: int) -> list[Entry]:
    """Entries with their ranks: equal scores share one, and nobody without a finite score is above one with it."""
    able = [each for each in entries if each.value is not None and not each.below]
    found: list[Entry] = []
    for place, entry in enumerate(best_first(able, lambda each: each.value, direction), 1):
        same = found[-1].rank if found and found[-1].value == entry.value else place
        found.append(replace(entry, rank=same))
    others = [each for each in entries if each.value is None or each.below]
    return [*found, *sorted(map(_unranked, others), key=lambda each: (each.value is None, each.team))]


def _unranked(entry: Entry) -> Entry:
    return entry if entry.below else replace(entry, below=f"no score: {entry.measures[0].undefined or 'undefined'}")


def below_minimum(
    measures: Mapping[str, float | None], minimum: Mapping[str, float], directions: Mapping[str, int]
) -> str:
    """Which condition for being ranked a run misses, in words; nothing if it misses none.

    >>> below_minimum({"coverage": 0.2}, {"coverage": 0.5}, {"coverage": 1})
    'coverage 0.2000, at least 0.5 is needed'
    """
    for metric, least in minimum.items():
        value, lower = measures.get(metric), directions.get(metric, 1) < 0
        if value is None or (value > least if lower else value < least):
            found = "undefined" if value is None else f"{value:.4f}"
            return f"{metric} {found}, at {'most' if lower else 'least'} {least:g} is needed"
    return ""


def grouped(entries: Sequence[Entry], told: Told) -> tuple[Entry, ...]:
    """Entries with their groups; `told` compares an entry with the first of the open group, which stays fixed.

    From the first comparison on that was not made yet, entries have no group.
    """
    leader: Entry | None = None
    group, found = 0, []
    for entry in entries:
        if entry.rank is None:
            found.append(entry)
            continue
        difference = None if leader is None else told(entry, leader)
        if leader is not None and difference is None:
            return (*found, *entries[len(found) :])
        if leader is None or differs(difference):
            leader, group = entry, group + 1
        found.append(replace(entry, group=group, compared=difference))
    return tuple(found)


def differs(difference: Difference | None) -> bool:
    """Whether a difference was shown: by its p-value, and by an interval without 0."""
    if difference is None or difference.p is None or difference.low is None or difference.high is None:
        return False
    return difference.p <= ALPHA and not difference.low <= 0 <= difference.high


def tested(metric: str, unit: str, part: str) -> str:
    """What a group rests on, for the reader of the board."""
    of = f"units ({unit})" if unit else "items"
    return (
        f"Each run was compared with the first run of the group above it, on the same {of} of the {part} part. Where "
        f"{metric} differs at the 5% level (paired test, not corrected for the number of runs), a new group begins."
    )
