"""Who leads and by how much, as a verdict tells it: the parts of `Grounds` that tasks share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from mercalli.estimates.ranking import is_shown
from mercalli.results.difference import Difference, Pair, Ranking, SystemPair
from mercalli.results.grounds import Lead, Source
from mercalli.results.measure import Provenance, by_text
from mercalli.text.names import plain
from mercalli.text.words import counted, plural
from mercalli.uncertainty.few_units import TESTED_UNITS
from mercalli.uncertainty.needed import error_of, needed_rows, needed_units


def lead(
    pair: Pair | None,
    metric: str,
    best: str,
    *,
    level: float,
    n: int,
    units: int | None = None,
    sources: Sequence[Source] = (),
) -> Lead | None:
    """The best system minus the other one of a pair, if they were compared.

    Args:
        pair: Both systems and their differences.
        metric: The metric that decides.
        best: The name of the system that is ahead.
        level: The confidence of the interval.
        n: How many items there are.
        units: How many units were resampled, if there were any.
        sources: Parts of the difference, the best system first.
    """
    if pair is None:
        return None
    other = pair.second if pair.first == best else pair.first
    difference = oriented(by_text(pair.differences, metric), turned=pair.first != best)
    shown = is_shown(difference, 1 - level)
    needed = None if shown else _needed(difference, level, n, units)
    return Lead(other, difference, shown, units, needed, tuple(sources))


def pair_of(pairs: Sequence[Pair], one: str, two: str) -> Pair | None:
    """The pair of two systems, in whatever order."""
    return next((pair for pair in pairs if {pair.first, pair.second} == {one, two}), None)


def oriented(difference: Difference, *, turned: bool) -> Difference:
    """The difference as the other system sees it, if it is turned."""
    if not turned:
        return difference
    ends = (difference.difference, difference.high, difference.low)
    moved, low, high = (None if end is None else -end for end in ends)
    return replace(difference, first=difference.second, second=difference.first, difference=moved, low=low, high=high)


def _needed(difference: Difference, level: float, n: int, units: int | None) -> int | None:
    """How many items or units would show a difference of this size; nothing if as many did not."""
    error = error_of(difference.low, difference.high, level, units)
    if error is None or not difference.difference:
        return None
    if units is None:
        found = needed_rows(n, error, difference.difference, level)
    else:
        found = needed_units(units, error, difference.difference, level)
        found = None if found is None else max(found, TESTED_UNITS)
    return found if found is not None and found > (units or n) else None


def tied(rankings: Sequence[Ranking], metric: str) -> int:
    """How many of the first systems no difference was shown between."""
    return next((len(each.groups[0]) for each in rankings if each.metric == metric), 1)


def beats(pairs: Sequence[Pair], metric: str) -> frozenset[tuple[str, str]]:
    """Pairs of systems of which the one was shown to be better than the other."""
    known = ((pair, next((each for each in pair.differences if each.metric == metric), None)) for pair in pairs)
    return frozenset(
        (each.better, pair.second if each.better == pair.first else pair.first)
        for pair, each in known
        if each is not None and each.better is not None
    )


def level_of(provenance: Provenance) -> float:
    """The confidence of the intervals of a result."""
    return float(str(provenance.settings["level"]))


def unit_name(provenance: Provenance) -> str:
    """What one unit is called."""
    return str(provenance.roles.get("unit") or "unit")


class Noted(Protocol):
    """A system with what should be known before relying on it."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What should be known."""
        ...


def notes_once(ordered: Sequence[Noted], shared: Sequence[str] = ()) -> tuple[str, ...]:
    """Notes that hold for all systems once, then those of the best, then those of the others with their names."""
    best, *others = ordered
    alike = [note for note in best.notes if all(note in each.notes for each in others)]
    known = dict.fromkeys((*shared, *alike, *best.notes))
    own = (f"{plain(each.name)}: {note}" for each in others for note in each.notes if note not in known)
    return (*known, *own)


def first_lead(pairs: Sequence[SystemPair], metric: str, ordered: Sequence[Noted], level: float) -> Lead | None:
    """The best of several systems minus the next one, if they were compared."""
    if len(ordered) == 1:
        return None
    best, other = (each.name for each in ordered[:2])
    pair = next((each for each in pairs if {each.first, each.second} == {best, other}), None)
    return None if pair is None else lead(pair, metric, best, level=level, n=pair.n, units=pair.units)


def speaks_for(provenance: Provenance, n: int, units: int | None, each: str = "item", unit: str = "") -> str:
    """What the numbers speak for: more items like these, or new units like these."""
    if units is None:
        new = "To cover new events or documents, name them as unit."
        return f"This applies to more {plural(each)} like these {n:,}. {new}"
    return f"This applies to new {plural(unit or unit_name(provenance))} like these {units:,} ({counted(n, each)})."
