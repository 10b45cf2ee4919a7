"""Estimates over label sets: values with intervals, of all items and of each label, and differences of systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import numpy as np

from mercalli.errors import MetricError
from mercalli.estimates.confusion import MAJORITY, generator
from mercalli.estimates.intervals import NO_INTERVAL, Intervals, bounds_of, sampled_intervals
from mercalli.estimates.label_set_means import with_differences_of_label_means, with_label_means
from mercalli.estimates.measure import measure_of
from mercalli.estimates.pairs import NOT_COMPARED, Compared, Paired, can_test, compared
from mercalli.estimates.progress import Progress, quiet, told
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.catalogue import SETS, Metric, catalogue, parse
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.results.measure import Measure
from mercalli.results.parts import ClassReport, SliceReport
from mercalli.stats.groups import Entries, slices
from mercalli.stats.label_sets import LabelSets
from mercalli.stats.set_sample import SetSample
from mercalli.uncertainty.paired import p_value
from mercalli.uncertainty.set_resample import set_exchanges, set_left_out, set_replicates

HEADLINE = ("mean_jaccard", "f1_micro", "f1_macro", "subset_accuracy")
KINDS = ("micro", "macro", "weighted", "samples")
EVERY = (
    *HEADLINE,
    "label_hamming_loss",
    *(f"{name}_{kind}" for kind in KINDS for name in ("precision", "recall", "f1")),
    *("label_cardinality", "pred_cardinality"),
)
LABEL_METRICS = ("precision", "recall", "f1")


def set_metric(text: str) -> Metric:
    """A metric of label sets, or an average over labels."""
    metric = parse(text)
    if metric.needs != SETS and metric.base is None:
        raise MetricError.named(
            metric.name, f"is not a metric of label sets. The metrics are: {', '.join(dict.fromkeys(EVERY))}."
        )
    return metric


def label_metrics() -> tuple[Metric, ...]:
    """What is told of every label."""
    return tuple(catalogue()[name] for name in LABEL_METRICS)


class SetEntries(Entries, Protocol):
    """Entries of items, from which samples are taken."""

    def sample(self, chosen: Ints) -> SetSample:
        """Some of the entries."""
        ...


@dataclass(frozen=True)
class SetPanel:
    """Metrics of all items together, metrics of each label, and the statistic that the former look at."""

    metrics: tuple[Metric, ...]
    label_metrics: tuple[Metric, ...] = ()
    statistic: Callable[[LabelSets], Any] = lambda sets: sets

    def __call__(self, sets: LabelSets) -> Floats:
        """Values (..., M + C L): of all items, then label by label for each metric of labels."""
        seen = self.statistic(sets)
        whole = [np.asarray(metric(seen), np.float64)[..., None] for metric in self.metrics]
        each = [metric.function(sets.per_class, **metric.options) for metric in self.label_metrics]
        return np.concatenate([*whole, *each], axis=-1)

    def bounds(self, labels: int) -> tuple[Floats, Floats]:
        """Both ends of the range of every value."""
        return bounds_of([*self.metrics, *(metric for metric in self.label_metrics for _ in range(labels))])

    def trials(self, sets: LabelSets) -> Floats:
        """How many items each value rests on: all, or those that have the label."""
        whole = np.full(len(self.metrics), float(sets.rows.sum()))
        return np.concatenate([whole, *([sets.truths] * len(self.label_metrics))])


@dataclass(frozen=True)
class SetEstimates:
    """Values along a panel and their intervals."""

    panel: SetPanel
    labels: tuple[str, ...]
    values: Floats
    intervals: Intervals

    def measures(self, n: int, majority: Floats | None = None) -> tuple[Measure, ...]:
        """One for each metric of all items, beside what the most frequent set would get."""
        return tuple(
            self._measure(metric, at, n, {} if majority is None else {MAJORITY: majority[at]})
            for at, metric in enumerate(self.panel.metrics)
        )

    def of_labels(self, sets: LabelSets) -> tuple[ClassReport, ...]:
        """One report for each label."""
        return tuple(
            ClassReport(
                name=label,
                support=int(sets.truths[at]),
                predicted=int(sets.preds[at]),
                few=bool(sets.truths[at] < FEW_IN_CLASS),
                measures=self._of_label(at, int(sets.truths[at])),
            )
            for at, label in enumerate(self.labels)
        )

    def _of_label(self, label: int, support: int) -> tuple[Measure, ...]:
        start, size = len(self.panel.metrics), len(self.labels)
        return tuple(
            self._measure(metric, start + place * size + label, support)
            for place, metric in enumerate(self.panel.label_metrics)
        )

    def _measure(self, metric: Metric, at: int, n: int, baselines: Mapping[str, float] | None = None) -> Measure:
        interval = NO_INTERVAL if np.isnan(self.values[at]) else self.intervals[at]
        return measure_of(metric, self.values[at], interval, n=n, baselines=baselines)


def set_estimates(
    sample: SetSample,
    system: int,
    panel: SetPanel,
    settings: Settings,
    *,
    name: str,
    progress: Progress = quiet,
) -> SetEstimates:
    """Values and intervals of one system; there are none where a single entry is all that could be drawn.

    `name` says of what, the same for all systems: those that are alike get the same draws.
    """
    values = panel(sample.tables[system])
    one = sample.only(system)
    if not settings.replicates or not one.can_resample:
        return SetEstimates(panel, sample.labels, values, Intervals.none(len(values)))

    @cache
    def drawn() -> Floats:
        blocks = (panel(tables[0]) for tables in set_replicates(one, settings.replicates, generator(settings, name)))
        return np.concatenate(list(told(blocks, "resampling", settings.replicates, progress)))

    intervals = sampled_intervals(
        values,
        drawn,
        lambda: np.concatenate([panel(tables[0]) for tables in set_left_out(one)]),
        level=settings.level,
        units=sample.unit_count,
        bounds=panel.bounds(len(sample.labels)),
        trials=panel.trials(sample.tables[system]),
    )
    if not sample.units:
        intervals = with_label_means(intervals, one, panel.metrics, values=values, drawn=drawn(), level=settings.level)
    return SetEstimates(panel, sample.labels, values, intervals)


def set_slices(
    entries: SetEntries, systems: Sequence[str], panel: SetPanel, settings: Settings, few: Callable[[SetSample], bool]
) -> tuple[tuple[SliceReport, ...], ...]:
    """The slices of every system; `few` says whether there is too little in one to rely on."""
    drawn = [(part, entries.sample(part.chosen)) for part in slices(entries)]
    return tuple(
        tuple(
            SliceReport(
                part.columns,
                part.values,
                sample.n,
                few(sample),
                set_estimates(sample, at, panel, settings, name=f"{part.columns} {part.values}").measures(sample.n),
            )
            for part, sample in drawn
        )
        for at in range(len(systems))
    )


def set_pairs(
    sample: SetSample,
    names: Sequence[str],
    panel: SetPanel,
    settings: Settings,
    progress: Progress = quiet,
) -> Compared:
    """Every two systems on the same items, and who is ahead on what; nothing without resampling."""
    if len(names) == 1 or not settings.replicates or not sample.can_resample:
        return NOT_COMPARED
    return compared(
        names,
        panel.metrics,
        lambda first, second: _paired(sample.only(first, second), panel, settings),
        n=sample.n,
        units=sample.unit_count,
        level=settings.level,
        progress=progress,
    )


def _paired(pair: SetSample, panel: SetPanel, settings: Settings) -> Paired:
    first, second = (panel(table) for table in pair.tables)

    def minus(tables: Iterator[tuple[LabelSets, ...]]) -> Floats:
        return np.concatenate([panel(one) - panel(two) for one, two in tables])

    @cache
    def drawn() -> Floats:
        return minus(set_replicates(pair, settings.replicates, generator(settings, "pair")))

    moved, level = first - second, settings.level
    intervals = sampled_intervals(moved, drawn, lambda: minus(set_left_out(pair)), level=level, units=pair.unit_count)
    if not pair.units:
        intervals = with_differences_of_label_means(
            intervals, pair, panel.metrics, moved=moved, drawn=drawn(), level=level
        )
    p = np.full(len(first), np.nan)
    if can_test(pair.unit_count):
        exchanged = set_exchanges(pair, settings.replicates, generator(settings, "exchange"))
        p = p_value(moved, minus(exchanged))
    return Paired(first, second, intervals, p)
