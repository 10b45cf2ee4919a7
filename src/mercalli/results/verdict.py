"""The verdict: what a result says to somebody who has to decide, in the same words everywhere.

It answers, in this order: what is missed where it matters most, which system is best, by how much and is that sure,
where the lead comes from, what a trivial rule would give, what it speaks for, what to know, what to do next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mercalli.results.grounds import Finds, Grounds, Lead, Reached, Source, Standing
from mercalli.results.measure import Measure
from mercalli.text.names import plain
from mercalli.text.numbers import LARGE, count, interval, p_text, share_text, value_text
from mercalli.text.words import capital, counted, listed, plural

MISSED, ANSWER, SOURCE, BASELINE, SCOPE, CAUTION, NEXT = (
    *("missed", "answer", "source", "baseline", "scope", "caution", "next"),
)
MOST_CAUTIONS, MOST_STEPS, MOST_SOURCES = 3, 2, 3
ALARMS = {Reached.NO, Reached.PROBABLY_NOT}


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
    first = grounds.standings[0]
    leads = first.measure.value is not None and (len(grounds.standings) == 1 or _is_ahead(grounds))
    best = first.system if leads else None
    lines = (
        *_missed(grounds),
        *(Line(MISSED, text, warns=True) for text in grounds.alarms),
        Line(ANSWER, _answer(grounds)),
        *_found(first),
        *(Line(MISSED, text) for text in grounds.beside),
        *_sources(grounds),
        *_baseline(grounds, first.measure),
        *([Line(SCOPE, grounds.speaks_for)] if grounds.speaks_for else []),
        *(Line(CAUTION, text) for text in grounds.cautions[:MOST_CAUTIONS]),
        *(Line(NEXT, text) for text in grounds.steps[:MOST_STEPS]),
    )
    return Verdict(best, lines)


def _is_ahead(grounds: Grounds) -> bool:
    return grounds.lead is not None and grounds.lead.shown and grounds.tied <= 1


def _missed(grounds: Grounds) -> Iterator[Line]:
    """What the best system misses too much of, and who finds more of it."""
    first, others = grounds.standings[0], grounds.standings[1:]
    for at, finds in enumerate(first.finds):
        if finds.reached in ALARMS:
            text = f"{plain(first.system)} finds {_share(finds)}{_compared(finds)}."
            yield Line(MISSED, f"{text}{_rival(finds, at, others)}", warns=True)


def _found(first: Standing) -> Iterator[Line]:
    """What it finds of everything else that must not be missed."""
    rest = [_found_share(finds) for finds in first.finds if finds.total and finds.reached not in ALARMS]
    if rest:
        yield Line(MISSED, f"{plain(first.system)} finds {listed(rest, len(rest))}.")


def _found_share(finds: Finds) -> str:
    """The share, and how it compares with its floor unless it is plainly above.

    >>> from mercalli.results.grounds import Finds
    >>> _found_share(Finds("missing people", 20, 36, 0.4, 0.7, 0.5))
    '56% of missing people (20 of 36, probably above the floor of 50%)'
    """
    compared = "" if finds.floor is None or (finds.low or 0.0) >= finds.floor else _compared(finds)
    share = 0.0 if finds.share is None else finds.share
    return f"{share_text(share)} of {finds.name} ({count(finds.hits)} of {count(finds.total)}{compared})"


def _share(finds: Finds) -> str:
    share = 0.0 if finds.share is None else finds.share
    ends = "" if finds.low is None or finds.high is None else f"; {_percents(finds.low, finds.high)}"
    return f"{share_text(share)} of {finds.name} ({count(finds.hits)} of {count(finds.total)}{ends})"


def _percents(low: float, high: float) -> str:
    """Both ends of an interval of a share.

    >>> _percents(0.327, 0.471)
    '33% to 47%'
    """
    return f"{share_text(low)} to {share_text(high)}"


def _compared(finds: Finds) -> str:
    """How the share compares with its floor.

    >>> from mercalli.results.grounds import Finds
    >>> _compared(Finds("calls", 69, 174, 0.327, 0.471, 0.5))
    ', below the floor of 50%'
    """
    if finds.floor is None:
        return ""
    floor = f"the floor of {share_text(finds.floor)}"
    match finds.reached:
        case Reached.UNKNOWN:
            return f", too few to compare with {floor}"
        case Reached.YES:
            return f", {'above' if finds.low is not None and finds.low >= finds.floor else 'probably above'} {floor}"
        case _:
            return f", {finds.reached.value} {floor}"


def _rival(finds: Finds, at: int, others: Sequence[Standing]) -> str:
    """The system that finds most of what the best one misses, if it finds more."""
    rivals = [(each.finds[at].hits, each.system) for each in others if len(each.finds) > at]
    most, name = max(rivals, default=(0.0, ""), key=lambda rival: rival[0])
    return f" {plain(name)} finds {share_text(most / finds.total)} of them." if most > finds.hits else ""


def _answer(grounds: Grounds) -> str:
    """Which system, by how much, and is that sure."""
    first, lead = grounds.standings[0], grounds.lead
    value = f"{grounds.metric} {_value(first.measure)}"
    if len(grounds.standings) == 1:
        return f"{plain(first.system)}: {value}."
    if lead is None:
        return f"{plain(first.system)} has the best {value}; this lead was not tested for significance."
    if _is_ahead(grounds):
        flaw = f", {grounds.flaw}" if grounds.flaw else ""
        return f"{plain(first.system)} is ahead{flaw}: {value}, {_margin(grounds, lead)}."
    return _tie(grounds, lead)


def _tie(grounds: Grounds, lead: Lead) -> str:
    """No difference was shown, or none could have been."""
    first = plain(grounds.standings[0].system)
    if lead.units is not None and lead.difference.p is None:
        few = f"{counted(lead.units, grounds.unit)} {'is' if lead.units == 1 else 'are'} too few"
        show = f"to show a difference that holds for new {plural(grounds.unit)}"
        on_these = f"on these {plural(grounds.each)} {first} is {_margin(grounds, lead, sure=False)}"
        return f"{few} {show}; {on_these}.{_needed(grounds, lead)}"
    tied = max(grounds.tied, 2)
    names = listed([plain(each.system) for each in grounds.standings[:tied]])
    others = ", ahead of the others" if _stand_apart(grounds, tied) else ""
    shown = f"no difference was shown ({first} is {_margin(grounds, lead)})"
    return f"{names} are tied in {grounds.metric}{others}: {shown}.{_needed(grounds, lead)}"


def _stand_apart(grounds: Grounds, tied: int) -> bool:
    """Whether there are others, and each of those tied was shown to be better than each of them."""
    names = [each.system for each in grounds.standings]
    return tied < len(names) and all((one, two) in grounds.beats for one in names[:tied] for two in names[tied:])


def _needed(grounds: Grounds, lead: Lead) -> str:
    """What it would take to show a difference of this size."""
    if lead.needed is None:
        return ""
    noun = grounds.each if lead.units is None else grounds.unit
    return f" About {counted(lead.needed, noun)} like these would show a difference of this size."


def _margin(grounds: Grounds, lead: Lead, *, sure: bool = True) -> str:
    """The difference from another system, with its interval and p-value if these say how sure it is."""
    found, over = lead.difference, plain(lead.over)
    if found.difference is None:
        return f"not comparable with {over}, because {found.undefined}"
    if not found.difference:
        return f"equal to {over}"
    p = found.p if found.p_adjusted is None else found.p_adjusted
    tested = "" if p is None else f", p {p_text(p)}"
    ahead = found.difference * (grounds.direction or 1) > 0
    ends = _ends(found.low, found.high, sign=1 if found.difference > 0 else -1) if sure else ""
    if sure and not ends and p is not None:
        ends = ", no interval can be given"
    return f"{'better' if ahead else 'worse'} than {over} by {value_text(abs(found.difference))}{ends}{tested}"


def _ends(low: float | None, high: float | None, sign: int = 1) -> str:
    """An interval in brackets, as the size of a difference has it."""
    if low is None or high is None:
        return ""
    ends = (low, high) if sign > 0 else (-high, -low)
    return f" [{_span(*ends)}]"


def _span(low: float, high: float) -> str:
    """Both ends in as many decimals as their size leaves room for.

    >>> _span(0.7, 0.75), _span(52937.1, 57512.2)
    ('0.700 to 0.750', '52,937 to 57,512')
    """
    if max(abs(low), abs(high)) < LARGE:
        return interval(low, high)
    return f"{value_text(low)} to {value_text(high)}"


def _value(measure: Measure) -> str:
    if measure.value is None:
        return f"has no value, because {measure.undefined}"
    return f"{value_text(measure.value)}{_ends(measure.low, measure.high)}"


def _baseline(grounds: Grounds, measure: Measure) -> Iterator[Line]:
    """What a trivial rule gives; a warning if that is as good."""
    value = measure.baselines.get(grounds.baseline)
    if value is None or measure.value is None:
        return
    useless = (measure.value - value) * (grounds.direction or 1) <= 0 and measure.value != grounds.perfect
    name = plain(grounds.standings[0].system)
    no_better = f"; {name} is no better than that" if useless else ""
    yield Line(BASELINE, f"{capital(grounds.trivial)} gives {grounds.metric} {value_text(value)}{no_better}.", useless)


def _sources(grounds: Grounds) -> Iterator[Line]:
    """Where a lead comes from: over the rival that finds more, or else over the next system."""
    lead = grounds.rival or grounds.lead
    whole = None if lead is None or not lead.shown else lead.difference.difference
    if lead is None or not whole or not lead.sources:
        return
    sources = lead.sources[:MOST_SOURCES]
    in_shares = all(abs(each.difference) <= abs(whole) for each in sources)
    parts = [_source(each, whole, in_shares=in_shares) for each in sources]
    yield Line(SOURCE, f"Of the lead of {value_text(abs(whole))} over {plain(lead.over)}, {listed(parts)}.")


def _source(source: Source, whole: float, *, in_shares: bool) -> str:
    """As a share of the difference, or as it is where classes add and take away more than that."""
    size = share_text(abs(source.difference / whole)) if in_shares else value_text(abs(source.difference))
    says = f" ({source.says})" if source.says else ""
    return f"{size} {'comes from' if source.difference * whole >= 0 else 'is lost on'} {source.name}{says}"
