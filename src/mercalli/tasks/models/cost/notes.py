"""What should be known before relying on costs and times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.tasks.models.cost.calls import CallSettings
from mercalli.tasks.models.cost.estimate import COST, LATENCY, TOKENS
from mercalli.tasks.models.cost.result import CostReport
from mercalli.text.names import plain
from mercalli.text.words import counted


def cost_notes(reports: Sequence[CostReport], calls: CallSettings) -> Iterator[str]:
    """What is not known, timed out, came from a cache, or was asked again."""
    for report in reports:
        if report.votes is None:
            yield from (f"{plain(report.name)}: {note}" for note in _of_one(report, calls))


def _of_one(report: CostReport, calls: CallSettings) -> Iterator[str]:
    gaps = report.gaps
    for part in (COST, TOKENS, LATENCY):
        why = gaps.why(part)
        if why is not None and getattr(gaps, part) < gaps.calls:
            yield f"{why}, so numbers that need them are not given."
    if gaps.timeouts:
        limit = "the time that they took" if calls.timeout is None else f"{calls.timeout:g} s"
        as_at_least = f"{'counts' if gaps.timeouts == 1 else 'count'} as at least {limit}"
        yield f"{counted(gaps.timeouts, 'call')} timed out and {as_at_least}."
    if gaps.cached:
        yield f"{counted(gaps.cached, 'answer')} came from a cache; the times of these are left out."
    if report.attempts is not None and report.attempts > 1:
        yield f"{report.attempts:.2f} attempts per answer; tokens and costs are taken as sums over all attempts."
