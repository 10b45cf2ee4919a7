"""Costs and times as they are read."""

from __future__ import annotations

from mercalli.results.measure import Measure
from mercalli.tasks.models.cost.result import CostReport, CostResult
from mercalli.telling.article import Cell
from mercalli.telling.crosses import Span
from mercalli.text.numbers import NOTHING, OPEN, enough_digits

MOST_DIGITS = 6
SECONDS = "s"


def amount_text(value: float | None) -> str:
    """A cost, a time or a count in three digits or more.

    >>> amount_text(0.00012345), amount_text(0.0749), amount_text(1238.4), amount_text(0.0), amount_text(None)
    ('0.000123', '0.0749', '1,238', '0', '-')
    """
    if value is None:
        return NOTHING
    least = 0 if not value or value >= 100 else 1 if value >= 10 else 2  # noqa: PLR2004 - three digits
    return enough_digits(value, least, MOST_DIGITS)


def ends_text(measure: Measure) -> str:
    """Both ends of an interval, one of which may be open; nothing without one."""
    if measure.low is None:
        return ""
    return f"{amount_text(measure.low)} to {OPEN if measure.high is None else amount_text(measure.high)}"


def amount_cell(report: CostReport, metric: str) -> Cell:
    """A value with its interval; what it is above where calls timed out, or why there is none."""
    measure = report.measure(metric)
    if metric in report.above:
        return Cell(above_text(report, metric), measure.undefined or "")
    if measure.value is None:
        return Cell(NOTHING, measure.undefined or "")
    return Cell(amount_text(measure.value), ends_text(measure))


def above_text(report: CostReport, metric: str) -> str:
    """A time that is hidden by calls that timed out."""
    return f"> {amount_text(report.above[metric])}"


def time_text(report: CostReport, metric: str) -> str:
    """A time with its unit."""
    text = above_text(report, metric) if metric in report.above else amount_text(report.measure(metric).value)
    return f"{text} {SECONDS}"


def money(result: CostResult, value: float | None) -> str:
    """An amount with its currency, if somebody said which."""
    return f"{amount_text(value)} {result.currency}".strip()


def span(report: CostReport, metric: str) -> Span | None:
    """A value and its interval to draw, if there is a value or something that it is above."""
    measure = report.measure(metric)
    if metric in report.above:
        return Span(report.above[metric], is_open=True)
    if measure.value is None:
        return None
    return Span(measure.value, measure.low, measure.high, measure.low is not None and measure.high is None)
