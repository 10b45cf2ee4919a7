"""Runs scored against one truth: what a challenge keeps of an evaluation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mercalli.results.difference import Difference, Pair
from mercalli.results.measure import Measure, MetricCard, by_text


@dataclass(frozen=True)
class Scored:
    """The measures of each run by its name, what is known of the metrics, and differences of the first two runs."""

    metrics: tuple[MetricCard, ...]
    measures: Mapping[str, tuple[Measure, ...]]
    differences: tuple[Difference, ...] = ()

    @classmethod
    def of(
        cls,
        metrics: Sequence[MetricCard],
        runs: Sequence[str],
        measures: Sequence[Sequence[Measure]],
        pairs: Sequence[Pair] = (),
    ) -> Scored:
        """Runs by their places: an evaluation may have renamed them."""
        named = {name: tuple(each) for name, each in zip(runs, measures, strict=True)}
        return cls(tuple(metrics), named, pairs[0].differences if pairs else ())

    def card(self, metric: str) -> MetricCard:
        """What is known of a metric."""
        return metric_named(self.metrics, metric)


def metric_named(entries: Sequence[MetricCard], metric: str) -> MetricCard:
    """The entry of a metric by its text, or by its name alone where it has options."""
    found = next((each for each in entries if each.metric.partition("(")[0] == metric), None)
    return by_text(entries, metric) if found is None else found
