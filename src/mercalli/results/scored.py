"""Runs scored against one truth: what a challenge keeps of an evaluation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from mercalli.results.difference import Difference, Pair
from mercalli.results.measure import Measure, MetricCard, by_text


class _System(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def measures(self) -> tuple[Measure, ...]: ...


def turned_round(difference: Difference) -> Difference:
    """Second minus first."""
    moved, low, high = (
        None if each is None else -each for each in (difference.difference, difference.high, difference.low)
    )
    return replace(difference, first=difference.second, second=difference.first, difference=moved, low=low, high=high)


@dataclass(frozen=True)
class Scored:
    """The measures of each run by its name, what is known of the metrics, and differences of the first two runs."""

    metrics: tuple[MetricCard, ...]
    measures: Mapping[str, tuple[Measure, ...]]
    differences: tuple[Difference, ...] = ()

    @classmethod
    def of(
        cls, metrics: Sequence[MetricCard], runs: Sequence[str], systems: Sequence[_System], pairs: Sequence[Pair] = ()
    ) -> Scored:
        """Systems in the order of the runs, whatever they are called; differences are the first run minus the second.

        A comparison may have put the better system first.
        """
        named = {run: tuple(system.measures) for run, system in zip(runs, systems, strict=True)}
        if not pairs:
            return cls(tuple(metrics), named)
        turned = pairs[0].first != systems[0].name
        differences = (turned_round(each) if turned else each for each in pairs[0].differences)
        return cls(tuple(metrics), named, tuple(differences))

    def card(self, metric: str) -> MetricCard:
        """What is known of a metric."""
        return metric_named(self.metrics, metric)


def metric_named(entries: Sequence[MetricCard], metric: str) -> MetricCard:
    """The entry of a metric by its text, or by its name alone where it has options."""
    found = next((each for each in entries if each.metric.partition("(")[0] == metric), None)
    return by_text(entries, metric) if found is None else found
