"""Several systems, each with its report, and what a result says of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from mercalli.estimates.measure import cards
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.urgent import URGENT_RECALL
from mercalli.profiles.profile import Profile
from mercalli.results.gates import Gate, check_bounds
from mercalli.results.measure import MetricCard

_Report = TypeVar("_Report")


@dataclass(frozen=True)
class Judged(Generic[_Report]):
    """The report on one system, the metrics in it, and the classes that are urgent."""

    report: _Report
    metrics: tuple[Metric, ...]
    urgent: tuple[str, ...]


@dataclass(frozen=True)
class AllJudged(Generic[_Report]):
    """All systems; urgent items come first, where there are any."""

    systems: Sequence[Judged[_Report]]

    @property
    def reports(self) -> tuple[_Report, ...]:
        """One for each system."""
        return tuple(each.report for each in self.systems)

    @property
    def urgent(self) -> tuple[str, ...]:
        """The classes that are urgent for any of them."""
        return tuple(dict.fromkeys(name for each in self.systems for name in each.urgent))

    def headline(self, asked: Iterable[str]) -> tuple[str, ...]:
        """What leads: urgent recall, then what was asked for, as far as it was computed."""
        used = {metric.text for each in self.systems for metric in each.metrics}
        return tuple(text for text in (URGENT_RECALL, *asked) if text in used)

    def cards(self, profile: Profile, gates: Iterable[Gate], more: Iterable[Metric] = ()) -> tuple[MetricCard, ...]:
        """What each metric means; gates beyond the range of theirs are refused."""
        used = {metric.text: metric for each in self.systems for metric in each.metrics}
        known = cards([*used.values(), *more], profile)
        check_bounds(gates, known)
        return known
