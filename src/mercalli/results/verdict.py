"""The verdict: what a result says to somebody who has to decide, in the same words everywhere.

It answers, in this order: what is missed where it matters most, which system is best and by how much, is that sure, what
would cost nothing give, where does the lead come from, for what does it speak, what to know, what to do next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.results.grounds import Reached
from mercalli.text.names import plain
from mercalli.text.numbers import count, interval, p_text, share_text, value_text
from mercalli.text.words import capital, counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.results.grounds import Finds, Grounds, Lead, Source, Standing
    from mercalli.results.measure import Measure

MISSED, ANSWER, BASELINE, SOURCE, SCOPE = "missed", "answer", "baseline", "source", "scope"
CAUTION, NEXT = "caution", "next"
MOST_CAUTIONS, MOST_STEPS, MOST_SOURCES = 3, 3, 2
ALARMS = {Reached.NO, Reached.PROBABLY_NOT}


@dataclass(frozen=True)
class Line:
    """One sentence or two of a verdict, what they are about, and whether they are a warning."""

    topic: str
    text: str
    warns: bool = False


@dataclass(frozen=True)
class Verdict:
    """The lines in the order in which they are read, and the system that leads, if one does."""

    best: str | None
    lines: tuple[Line, ...]

    def texts(self, *topics: str) -> tuple[str, ...]:
        """The lines on some topics."""
        return tuple(line.text for line in self.lines if line.topic in topics)


def verdict(grounds: Grounds) -> Verdict:
    """The verdict on any result."""
    first = grounds.standings[0]
    missed = list(_missed(grounds))
    shown = grounds.lead is not None and grounds.lead.shown and grounds.tied <= 1
    lines = (
        *(line for line in missed if line.warns),
        Line(ANSWER, _answer(grounds)),
        *(line for line in missed if not line.warns),
        *_sources(grounds),
        *_baseline(grounds, first.measure),
        *([Line(SCOPE, grounds.speaks_for)] if grounds.speaks_for else []),
        *(Line(CAUTION, text) for text in grounds.cautions[:MOST_CAUTIONS]),
        *(Line(NEXT, text) for text in grounds.steps[:MOST_STEPS]),
    )
    return Verdict(first.system if shown or len(grounds.standings) == 1 else None, lines)


def _missed(grounds: Grounds) -> Iterator[Line]:
    """What the best system finds of each thing that must not be missed; those below their floor warn."""
    first, others = grounds.standings[0], grounds.standings[1:]
    for at, finds in enumerate(first.finds):
        if finds.total:
            warns = finds.reached in ALARMS
            text = f"{_finds(first.system, finds)}{_against_floor(finds)}."
            yield Line(MISSED, f"{text}{_rival(finds, at, others) if warns else ''}", warns)


def _finds(system: str, finds: Finds) -> str:
    share = 0.0 if finds.share is None else finds.share
    sure = "" if finds.low is None or finds.high is None else f", {_percents(finds.low, finds.high)}"
    return (
        f"{plain(system)} finds {share_text(share)} of {finds.name} ({count(finds.hits)} of {count(finds.total)}{sure})"
    )


def _percents(low: float, high: float) -> str:
    return f"{share_text(low).rstrip('%')} to {share_text(high)}"


def _against_floor(finds: Finds) -> str:
    """How that compares with the floor.

    >>> from mercalli.results.grounds import Finds
    >>> _against_floor(Finds("calls", 69, 174, 0.327, 0.471, 0.5))
    ', below the floor of 50%'
    """
    floor = "" if finds.floor is None else f"the floor of {share_text(finds.floor)}"
    match finds.reached:
        case Reached.NO_FLOOR:
            return ""
        case Reached.UNKNOWN:
            return f"; {counted(int(finds.total), finds.each)} are too few to tell whether that is {floor}"
        case Reached.YES:
            sure = finds.low is not None and finds.floor is not None and finds.low >= finds.floor
            return f", {'above' if sure else 'probably above'} {floor}"
        case _:
            return f", {finds.reached.value} {floor}"


def _rival(finds: Finds, at: int, others: tuple[Standing, ...]) -> str:
    """The system that finds most of what the best one misses, if it finds more."""
    rivals = [(each.finds[at].hits, each.system) for each in others if len(each.finds) > at]
    most, name = max(rivals, default=(0.0, ""), key=lambda rival: rival[0])
    return f" {plain(name)} finds {share_text(most / finds.total)} of them." if most > finds.hits else ""


def _answer(grounds: Grounds) -> str:
    """Which system, by how much, and is that sure."""
    first, lead = grounds.standings[0], grounds.lead
    value = f"{grounds.metric} {_sure(first.measure)}"
    if len(grounds.standings) == 1:
        return f"{plain(first.system)}: {value}."
    if lead is None:
        return f"{plain(first.system)} has the best {value}; whether by more than chance was not tested."
    if lead.shown and grounds.tied <= 1:
        return f"{plain(first.system)} is ahead: {value}, {_margin(grounds, lead)}."
    return _tie(grounds, lead)


def _tie(grounds: Grounds, lead: Lead) -> str:
    """No difference was shown, or none could have been."""
    first = plain(grounds.standings[0].system)
    if lead.units is not None and lead.difference.p is None:
        return (
            f"{capital(counted(lead.units, grounds.unit))} are too few to show any difference between {grounds.unit}s; "
            f"on these {grounds.each}s {first} is ahead: {_margin(grounds, lead)}."
        )
    names = listed([plain(each.system) for each in grounds.standings[: max(grounds.tied, 2)]])
    of_all = "" if grounds.tied in {0, len(grounds.standings)} else ", ahead of the others"
    tie = f"{names} are tied in {grounds.metric}{of_all}: no difference was shown ({first} {_margin(grounds, lead)})."
    return f"{tie}{_needed(grounds, lead)}"


def _needed(grounds: Grounds, lead: Lead) -> str:
    """What it would take to show a difference of this size."""
    if lead.needed is None:
        return ""
    noun = grounds.each if lead.units is None else grounds.unit
    return f" It would take about {counted(lead.needed, noun)} like these to show a difference of this size."


def _margin(grounds: Grounds, lead: Lead) -> str:
    """The difference from the next system, with its interval and p-value."""
    found = lead.difference
    if found.difference is None:
        return f"no difference from {plain(lead.over)} can be given, because {found.undefined}"
    better = found.difference * (grounds.direction or 1)
    p = "" if found.p_adjusted is None and found.p is None else f", p {p_text(found.p_adjusted or found.p)}"
    ends = "" if found.low is None else f" [{interval(found.low, found.high)}]"
    return (
        f"{'better' if better > 0 else 'worse'} than {plain(lead.over)} by {value_text(abs(found.difference))}{ends}{p}"
    )


def _sure(measure: Measure) -> str:
    if measure.value is None:
        return f"has no value, because {measure.undefined}"
    ends = "" if measure.low is None else f" [{interval(measure.low, measure.high)}]"
    return f"{value_text(measure.value)}{ends}"


def _baseline(grounds: Grounds, measure: Measure) -> Iterator[Line]:
    """What costs nothing gives; a warning if that is as good."""
    value = measure.baselines.get(grounds.baseline)
    if value is None or measure.value is None:
        return
    useless = (measure.value - value) * (grounds.direction or 1) <= 0
    than = f"{plain(grounds.standings[0].system)} is no better than that" if useless else ""
    text = f"{capital(grounds.trivial)} gives {grounds.metric} {value_text(value)}"
    yield Line(BASELINE, f"{text}; {than}." if than else f"{text}.", warns=useless)


def _sources(grounds: Grounds) -> Iterator[Line]:
    """Where the lead comes from, by class."""
    lead = grounds.lead
    whole = None if lead is None else lead.difference.difference
    if lead is None or not whole or not lead.sources:
        return
    parts = [f"{share_text(abs(each.difference / whole))} {_sign(each, whole)} {each.name}" for each in lead.sources]
    yield Line(SOURCE, f"Of the lead over {plain(lead.over)}, {listed(parts[: MOST_SOURCES + 1])}.")


def _sign(source: Source, whole: float) -> str:
    return "comes from" if source.difference * whole >= 0 else "is lost on"
