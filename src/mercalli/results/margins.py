"""How far two systems are apart, in words: the size of a difference, its interval, its p-value."""

from __future__ import annotations

from math import floor, log10

from mercalli.results.difference import Difference
from mercalli.results.grounds import Grounds, Lead
from mercalli.results.measure import Measure
from mercalli.text.names import plain
from mercalli.text.numbers import DIGITS, LARGE, interval, p_text, value_text

SMALL_P = 0.05
SMALLEST = 0.0005  # a difference below this is written as 0.000
MOST_DIGITS = 6


def margin(grounds: Grounds, lead: Lead, *, sure: bool = True) -> str:
    """The difference from another system, with its interval and p-value if these say how sure it is."""
    found, over = lead.difference, plain(lead.over)
    if found.difference is None:
        return f"not comparable with {over}, because {found.undefined}"
    if not found.difference:
        return f"equal to {over}"
    how = f"{'better' if _ahead(grounds, found) else 'worse'} than {over} by"
    if not sure:
        return f"{how} {_size(found, grounds.measured_in)}"
    without = ", no interval can be given" if found.low is None and _p(found) is not None else ""
    return f"{how} {_apart(found, grounds.measured_in)}{without}{_tested(found, ', {}')}"


def may_be_chance(grounds: Grounds, lead: Lead, *, of_two: bool) -> str:
    """The difference of the first system, which was not shown to be more than chance, from the next one."""
    first, over, found = plain(grounds.standings[0].system), plain(lead.over), lead.difference
    if not found.difference:
        return f"{first} is {margin(grounds, lead)}"
    favour = f"in favour of {first if _ahead(grounds, found) else over}"
    who = favour if of_two else f"between {first} and {over}, {favour},"
    return f"the difference of {_apart(found, grounds.measured_in)} {who} may be due to chance{_tested(found, ' ({})')}"


def disagreement(lead: Lead) -> str:
    """Why nothing was shown where the interval and the p-value say different things."""
    found, p = lead.difference, _p(lead.difference)
    if p is None or found.low is None or found.high is None or lead.shown:
        return ""
    both = "a difference is shown only if both agree."
    if not found.low <= 0 <= found.high:
        return f" The interval excludes 0, but p is not small enough: {both}"
    return f" p is small, but the interval includes 0: {both}" if p <= SMALL_P else ""


def with_interval(measure: Measure, measured_in: str = "") -> str:
    """A value and its interval, or why there is none."""
    if measure.value is None:
        return f"has no value, because {measure.undefined}"
    value = f"{value_text(measure.value)} {measured_in}".strip()
    return f"{value}{_ends(measure.low, measure.high)}"


def _ahead(grounds: Grounds, found: Difference) -> bool:
    return (found.difference or 0.0) * (grounds.direction or 1) > 0


def _p(found: Difference) -> float | None:
    return found.p if found.p_adjusted is None else found.p_adjusted


def _tested(found: Difference, form: str) -> str:
    p = _p(found)
    return "" if p is None else form.format(f"p {p_text(p)}")


def _apart(found: Difference, measured_in: str) -> str:
    """How large a difference is, and its interval, so that both are positive for the system that is ahead."""
    if found.low is None or found.high is None:
        return _size(found, measured_in)
    ends = (found.low, found.high) if (found.difference or 0.0) > 0 else (-found.high, -found.low)
    return f"{_size(found, measured_in)}{_ends(*ends, exact=True)}"


def _size(found: Difference, measured_in: str) -> str:
    """How large a difference is, never 0 where there is one."""
    size = abs(found.difference or 0.0)
    text = "less than 0.001" if size < SMALLEST else value_text(size)
    return f"{text} {measured_in}".strip()


def _ends(low: float | None, high: float | None, *, exact: bool = False) -> str:
    """An interval in brackets; of a difference in enough decimals to see on which side of 0 it ends.

    >>> _ends(0.7, 0.75), _ends(52937.1, 57512.2), _ends(0.00012, 0.0061, exact=True), _ends(None, None)
    (' [0.700 to 0.750]', ' [52,937 to 57,512]', ' [0.0001 to 0.0061]', '')
    """
    if low is None or high is None:
        return ""
    if max(abs(low), abs(high)) < LARGE:
        return f" [{interval(low, high, digits=_digits(low, high) if exact else DIGITS)}]"
    return f" [{value_text(low)} to {value_text(high)}]"


def _digits(*ends: float) -> int:
    """As many decimals as it takes to see that no end is 0, if there is one close to it."""
    close = [abs(end) for end in ends if end and abs(end) < SMALLEST]
    return min(MOST_DIGITS, -floor(log10(min(close)))) if close else DIGITS
