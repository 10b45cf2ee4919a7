"""Rows on alerts that every report shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.text.numbers import DIGITS, interval, number

if TYPE_CHECKING:
    from mercalli.results.measure import Measure
    from mercalli.tasks.alerts.result import AlertReport, EventReport

SHORT = {"ndcg_at_k": "nDCG", "accumulated_alert_worth": "worth", "high_alert_worth": "high", "low_alert_worth": "low"}


def measure_cells(measure: Measure) -> list[str]:
    """One metric as a row."""
    ends = interval(measure.low, measure.high)
    return [measure.metric, number(measure.value, DIGITS), ends, number(measure.baselines.get("constant"), DIGITS)]


def event_header(system: AlertReport) -> list[str]:
    """What `event_cells` are."""
    counts = [] if system.counts is None else ["urgent", "right", "false"]
    return ["event", "items", *counts, *(SHORT[each.metric.partition("(")[0]] for each in system.measures)]


def event_cells(event: EventReport) -> list[str]:
    """One event as a row."""
    counts = event.counts
    told = [] if counts is None else [f"{each:,}" for each in (counts.urgent, counts.right, counts.false)]
    return [event.name, f"{event.n:,}", *told, *(number(each.value, DIGITS) for each in event.measures)]
