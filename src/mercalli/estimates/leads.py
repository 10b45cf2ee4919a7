"""Who leads and by how much, as a verdict tells it: the parts of `Grounds` that tasks share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from mercalli.estimates.ranking import AnyPair, is_shown
from mercalli.results.difference import Difference, Pair, Ranking, SystemPair
from mercalli.results.grounds import Detectable, Lead, Source
from mercalli.results.measure import Provenance, by_text
from mercalli.results.outputs import DifferenceBounds
from mercalli.text.names import plain
from mercalli.text.numbers import value_text
from mercalli.text.words import counted, plural
from mercalli.uncertainty.needed import error_of, needed_rows, needed_units

DETECT = "detect"


def lead(
    pair: Pair | None,
    metric: str,
    best: str,
    *,
    provenance: Provenance,
    n: int,
    units: int | None = None,
    sources: Sequence[Source] = (),
) -> Lead | None:
    """The best system minus the other one of a pair, if they were compared.

    Args:
        pair: Both systems and their differences.
        metric: The metric that decides.
        best: The name of the system that is ahead.
        provenance: How the result came about: the confidence of its intervals, and a size to detect if one was named.
        n: How many items there are.
        units: How many units were resampled, if there were any.
        sources: Parts of the difference, the best system first.
    """
    if pair is None:
        return None
    other = pair.second if pair.first == best else pair.first
    difference = oriented(by_text(pair.differences, metric), turned=pair.first != best)
    there, level, size = n if units is None else units, level_of(provenance), difference.difference
    shown, error = is_shown(difference, 1 - level), error_of(difference.low, difference.high, level, units)
    needed = _needed(error, size, level, n, units)
    beyond = needed if needed is not None and needed > there and not shown else None
    named = detect_of(provenance)
    detectable = None if named is None else Detectable(named, _needed(error, named, level, n, units), there)
    return Lead(other, difference, shown, units, beyond, tuple(sources), named=detectable)


def pair_of(pairs: Sequence[AnyPair], one: str, two: str) -> AnyPair | None:
    """The pair of two systems, in whatever order."""
    return next((pair for pair in pairs if {pair.first, pair.second} == {one, two}), None)


def oriented(difference: Difference, *, turned: bool) -> Difference:
    """The difference as the other system sees it, if it is turned."""
    if not turned:
        return difference
    ends = (difference.difference, difference.high, difference.low)
    moved, low, high = (None if end is None else -end for end in ends)
    return replace(difference, first=difference.second, second=difference.first, difference=moved, low=low, high=high)


def _needed(error: float | None, size: float | None, level: float, n: int, units: int | None) -> int | None:
    """How many items or units would show a difference of some size."""
    if error is None or not size:
        return None
    return needed_rows(n, error, size, level) if units is None else needed_units(units, error, size, level)


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


def detect_of(provenance: Provenance) -> float | None:
    """The size of a difference that somebody wants to be shown, if one was named."""
    named = provenance.settings.get(DETECT)
    return None if named is None else float(named)


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


def first_lead(
    pairs: Sequence[SystemPair], metric: str, ordered: Sequence[Noted], provenance: Provenance
) -> Lead | None:
    """The best of several systems minus the next one, if they were compared."""
    if len(ordered) == 1:
        return None
    best, other = (each.name for each in ordered[:2])
    pair = next((each for each in pairs if {each.first, each.second} == {best, other}), None)
    return None if pair is None else lead(pair, metric, best, provenance=provenance, n=pair.n, units=pair.units)


def speaks_for(provenance: Provenance, n: int, units: int | None, each: str = "item", unit: str = "") -> str:
    """What the numbers speak for: more items like these, or new units like these."""
    if units is None and provenance.roles.get("unit") is None:
        return f"This applies to more {plural(each)} like {_these(n)}. {to_cover('events or documents')}"
    these = "these" if units is None else _these(units)
    return f"This applies to new {plural(unit or unit_name(provenance))} like {these} ({counted(n, each)})."


def to_cover(new: str) -> str:
    """How to get an answer about new units, where none were named."""
    return f"To cover new {new}, name their column with --unit (unit= in Python)."


def _these(number: int) -> str:
    """Those at hand.

    >>> _these(1), _these(4986)
    ('this one', 'these 4,986')
    """
    return "this one" if number == 1 else f"these {number:,}"


def depending(found: Lead, bounds: DifferenceBounds, names: Sequence[str], unread: Sequence[int]) -> Lead:
    """The same lead of the first of some systems, and whether it depends on how unread answers are counted."""
    if not bounds.changes(found.difference.difference):
        return found
    first, second = (plain(name) for name in names[:2])
    whose = f"{first} {unread[0]:,}, {second} {unread[1]:,}"
    depends = f"{counted(sum(unread[:2]), 'unread answer')} ({whose})"
    left_out = "undefined" if bounds.left_out is None else value_text(bounds.left_out)
    otherwise = f"{first} minus {second} is {left_out} without them"
    if bounds.low is not None and bounds.high is not None:
        ends = f"{value_text(bounds.low)} and {value_text(bounds.high)}"
        otherwise = f"{otherwise}, and lies between {ends} if some or all of them were right"
    return replace(found, depends=depends, otherwise=otherwise)
