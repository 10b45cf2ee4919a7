"""The verdict: what a result says to somebody who has to decide, in the same words everywhere.

It answers, in this order: what is missed where it matters most, which system is best, by how much and is that sure,
at what price, where the lead comes from, what a trivial rule would give, what it speaks for, what to know, what to do
next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mercalli.results.grounds import Detectable, Grounds, Lead
from mercalli.results.margins import disagreement, margin, may_be_chance, with_interval
from mercalli.results.measure import Measure
from mercalli.results.missed import alarms, found, missed_by_others, without_examples
from mercalli.results.sources import sources_of
from mercalli.text.names import plain
from mercalli.text.numbers import value_text
from mercalli.text.words import capital, counted, listed, plural

MISSED, ANSWER, SOURCE, BASELINE, SCOPE, CAUTION, NEXT = (
    *("missed", "answer", "source", "baseline", "scope", "caution", "next"),
)
MOST_CAUTIONS, MOST_STEPS = 3, 2
_SHOW = "would show a difference of"
TWO = 2
OUT_OF_REACH = 20  # times as many units as there are: no plan that anybody could carry out
HAIR = 1e-9  # what rounding leaves of a baseline


@dataclass(frozen=True)
class Line:
    """A sentence or two of a verdict, what they are about, and whether they are a warning."""

    topic: str
    text: str
    warns: bool = False


@dataclass(frozen=True)
class Verdict:
    """The system that leads, if one does, and the lines in the order in which they are read."""

    best: str | None
    lines: tuple[Line, ...]

    def texts(self, *topics: str) -> tuple[str, ...]:
        """The lines on some topics."""
        return tuple(line.text for line in self.lines if line.topic in topics)


def verdict(grounds: Grounds) -> Verdict:
    """The verdict on any result."""
    first = grounds.standings[:1]
    alone = len(grounds.standings) == 1
    known = [each for each in first if each.measure.value is not None or grounds.says]
    best = next((each.system for each in known if alone or _is_best(grounds)), None)
    rule = [line for each in first for line in _baseline(grounds, each.measure)]
    lines = (
        *(Line(MISSED, text, warns=True) for text in (*alarms(grounds.standings), *grounds.alarms)),
        Line(ANSWER, grounds.says or _answer(grounds)),
        *_dependence(grounds),
        *(Line(MISSED, text) for text in grounds.price),
        *(line for line in rule if line.warns),
        *(Line(MISSED, text) for each in first for text in found(each)),
        *(Line(MISSED, text, warns=True) for each in first for text in without_examples(each.finds)),
        *(Line(MISSED, text) for text in (*missed_by_others(grounds.standings), *grounds.beside)),
        *_sources(grounds),
        *(line for line in rule if not line.warns),
        *([Line(SCOPE, _scope(grounds))] if grounds.speaks_for else []),
        *(Line(CAUTION, text) for text in grounds.cautions[:MOST_CAUTIONS]),
        *(Line(NEXT, text) for text in grounds.steps[:MOST_STEPS]),
    )
    return Verdict(best, lines)


def _is_ahead(grounds: Grounds) -> bool:
    return grounds.lead is not None and grounds.lead.shown and grounds.tied <= 1


def _is_best(grounds: Grounds) -> bool:
    """Whether the first one was shown to be better than every other, however unread answers are counted."""
    lead = grounds.lead
    return lead is not None and _is_ahead(grounds) and not lead.depends and not _unbeaten(grounds, lead)


def _dependence(grounds: Grounds) -> Iterator[Line]:
    """On what it depends who is ahead; a warning if somebody seems to be."""
    lead = grounds.lead
    if lead is not None and lead.depends:
        order = f"Which of {plain(grounds.standings[0].system)} and {plain(lead.over)} is ahead"
        yield Line(ANSWER, f"{order} depends on {lead.depends}: {lead.otherwise}.", warns=lead.shown)


def _answer(grounds: Grounds) -> str:
    """Which system, by how much, and is that sure."""
    first, lead = grounds.standings[0], grounds.lead
    lower = " (lower is better)" if grounds.direction < 0 else ""
    value = f"{grounds.metric} {with_interval(first.measure, grounds.measured_in)}{lower}"
    if len(grounds.standings) == 1:
        return f"{plain(first.system)}: {value}."
    if lead is None:
        return f"{plain(first.system)} has the best {value}; {grounds.untested}."
    if _is_ahead(grounds):
        flaw = f", {grounds.flaw}" if grounds.flaw else ""
        counted_so = f" with unread answers counted as wrong{flaw}" if lead.depends else flaw
        by = f"{counted_so}: {value}, {margin(grounds, lead)}.{_needed(grounds, lead)}"
        return f"{_ahead_of(grounds, lead)}{by}"
    return _tie(grounds, lead)


def _ahead_of(grounds: Grounds, lead: Lead) -> str:
    """That the first is ahead; of the next one alone, where it was not shown to be better than some other."""
    first, rivals = plain(grounds.standings[0].system), _unbeaten(grounds, lead)
    if not rivals:
        return f"{first} is ahead"
    tied = f"{first} is tied with {listed(rivals)} in {grounds.metric}: no difference between them was shown"
    return f"{tied}. {first} is ahead of {plain(lead.over)}"


def _unbeaten(grounds: Grounds, lead: Lead) -> list[str]:
    """Systems that the first was not shown to be better than, although it is better than the next one."""
    first, *others = (each.system for each in grounds.standings if each.measure.value is not None)
    tested = (first, lead.over) in grounds.beats
    return [plain(each) for each in others if tested and (first, each) not in grounds.beats]


def _tie(grounds: Grounds, lead: Lead) -> str:
    """No difference was shown, or none could have been."""
    first = plain(grounds.standings[0].system)
    if _too_few(lead):
        few = f"{counted(lead.units or 0, grounds.unit)} {'is' if lead.units == 1 else 'are'} too few"
        on_these = f"on these {plural(grounds.each)} {first} is {margin(grounds, lead, sure=False)} in {grounds.metric}"
        return f"{few} to show a difference between systems; {on_these}.{_needed(grounds, lead)}"
    tied = max(grounds.tied, 2)
    names = listed([plain(each.system) for each in grounds.standings[:tied]])
    others = ", ahead of the others" if _stand_apart(grounds, tied) else ""
    shown = may_be_chance(grounds, lead, of_two=tied == TWO)
    if lead.difference.difference == 0:
        both = "both have" if tied == TWO else f"{first} and {plain(lead.over)} both have"
        shown = f"{both} {with_interval(grounds.standings[0].measure)}"
    return f"{names} are tied in {grounds.metric}{others}: {shown}.{_needed(grounds, lead)}"


def _too_few(lead: Lead) -> bool:
    """Whether there are units, but too few for a test."""
    return lead.units is not None and lead.difference.p is None


def _scope(grounds: Grounds) -> str:
    """What the numbers speak for; units too few for a test do not tell which system is better on new ones."""
    if grounds.lead is None or not _too_few(grounds.lead):
        return grounds.speaks_for
    new = plural(grounds.unit)
    return f"{grounds.speaks_for} So few {new} cannot tell which system is better on new ones."


def _stand_apart(grounds: Grounds, tied: int) -> bool:
    """Whether there are others, and each of those tied was shown to be better than each of them."""
    names = [each.system for each in grounds.standings]
    return tied < len(names) and all((one, two) in grounds.beats for one in names[:tied] for two in names[tied:])


def _needed(grounds: Grounds, lead: Lead) -> str:
    """What it would take to show a difference of this size, and of the one that somebody named."""
    noun = grounds.each if lead.units is None else grounds.unit
    named = "" if lead.named is None else _detectable(lead.named, noun)
    return f"{disagreement(lead)}{_of_this_size(lead, noun)}{named}"


def _of_this_size(lead: Lead, noun: str) -> str:
    """What it would take to show the difference that was found; nothing if nobody could carry that out."""
    if lead.needed is None:
        return ""
    if lead.units is not None and lead.needed > OUT_OF_REACH * lead.units:
        return f" To show a difference this small takes more than {OUT_OF_REACH} times as many {plural(noun)}."
    return f" About {counted(lead.needed, noun)} like these {_SHOW} this size."


def _detectable(named: Detectable, noun: str) -> str:
    """What it would take to show a difference of a size that somebody named.

    >>> from mercalli.results.grounds import Detectable
    >>> _detectable(Detectable(0.02, 5100, 4986), "item"), _detectable(Detectable(0.05, 820, 4986), "item")
    (' About 5,100 items like these would show a difference of 0.02.',
     ' These 4,986 items are enough to show a difference of 0.05.')
    """
    if named.needed is None:
        return f" How many {plural(noun)} {_SHOW} {named.size:g} cannot be said, because there is no interval."
    if named.needed <= named.there:
        return f" These {counted(named.there, noun)} are enough to show a difference of {named.size:g}."
    return f" About {counted(named.needed, noun)} like these {_SHOW} {named.size:g}."


def _baseline(grounds: Grounds, measure: Measure) -> Iterator[Line]:
    """What a trivial rule gives; a warning if that is as good, or may be."""
    value = measure.baselines.get(grounds.baseline)
    if value is None or measure.value is None:
        return
    better = _compared_with(value, measure, grounds)
    no_better = f"; {plain(grounds.standings[0].system)} {better}" if better else ""
    gives = f"{capital(grounds.trivial)} gives {grounds.metric} {value_text(value)}"
    yield Line(BASELINE, f"{gives}{no_better}.", warns=bool(better))


def _compared_with(value: float, measure: Measure, grounds: Grounds) -> str:
    """What is wrong with a value beside that of a trivial rule; nothing if its whole interval is better."""
    direction = grounds.direction or 1
    if measure.value is None or measure.value == grounds.perfect:
        return ""
    if (measure.value - value) * direction <= HAIR:
        return "is no better than that"
    end = measure.low if direction > 0 else measure.high
    return "was not shown to be better" if end is not None and (end - value) * direction <= HAIR else ""


def _sources(grounds: Grounds) -> Iterator[Line]:
    """Where a lead comes from: over the rival that finds more, or else over the next system."""
    lead = grounds.rival or grounds.lead
    whole = None if lead is None or not lead.shown else lead.difference.difference
    if lead is not None and whole and lead.sources:
        yield Line(SOURCE, sources_of(lead, whole))
