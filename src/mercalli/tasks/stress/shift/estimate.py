"""One system under shifts: functions of its table, and of its tables by slice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import Intervals, bounds_of, sampled_intervals
from mercalli.estimates.measure import measure_of
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.classes import ClassList
from mercalli.inputs.tally import Column
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.urgent import urgent_metrics
from mercalli.results.measure import Measure
from mercalli.stats.confusion import Confusion
from mercalli.stats.sample import Sample
from mercalli.tasks.stress.shift.result import LabelErrors, LabelsToLevel, PriorReport, WorstFifth
from mercalli.uncertainty.resample import left_out, replicates, tables_drawn

PRIORS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
WRONG_LABELS = (0.01, 0.033, 0.05)
FIFTH = 0.2


def raked(cells: Floats, urgent: Bools, prior: float) -> Floats:
    """Tables (..., K, K + 1) as if urgent items were a share `prior` of all; the mix within both parts stays.

    >>> raked(np.array([[8.0, 2, 0], [5, 15, 0]]), np.array([True, False]), 0.1).round(4)
    array([[ 2.4 ,  0.6 ,  0.  ],
           [ 6.75, 20.25,  0.  ]])
    """
    truths = cells.sum(axis=-1)
    total, of_urgent = truths.sum(axis=-1), (truths * urgent).sum(axis=-1)
    factors = np.stack([ratio(prior * total, of_urgent), ratio((1 - prior) * total, total - of_urgent)], axis=-1)
    found: Floats = cells * np.where(urgent, factors[..., :1], factors[..., 1:])[..., None]
    return found


@dataclass(frozen=True)
class Shifting:
    """What all systems share: metrics, alone and with those of urgent items, and how intervals are made."""

    panel: Panel
    with_urgent: Panel
    urgent: Bools
    settings: Settings

    @classmethod
    def of(cls, metrics: Sequence[Metric], classes: ClassList, urgent: Sequence[str], settings: Settings) -> Shifting:
        """From the metrics that are shown, and the names of urgent classes."""
        size, (recall, precision) = len(classes.names), urgent_metrics(classes.names, urgent)
        with_urgent = Panel((*metrics, precision, recall), size)
        return cls(Panel(tuple(metrics), size), with_urgent, np.isin(classes.names, urgent), settings)

    @property
    def metrics(self) -> Sequence[Metric]:
        """The metrics that are shown."""
        return self.panel.metrics

    def values(self, cells: Floats) -> Floats:
        """Metrics of tables (..., K, K + 1), then precision and recall of what is urgent: (..., M + 2)."""
        return self.with_urgent(Confusion(cells[..., None, :, :], tuple(map(str, range(len(self.urgent))))))

    def priors(self, sample: Sample) -> Iterator[PriorReport]:
        """Every prior with its values; intervals rake each replicate."""
        cells = sample.confusions[0].cells[0]
        own = float(cells[self.urgent].sum() / cells.sum())
        drawn = self._drawn(sample)
        for prior in sorted({*PRIORS, own}):
            values = self.values(raked(cells, self.urgent, prior))
            under = self.values(raked(drawn, self.urgent, prior)) if len(drawn) else np.empty((0, len(values)))
            yield PriorReport(prior, self._measures(values, under, sample.n), own=prior == own)

    def _drawn(self, sample: Sample) -> Floats:
        if not self.settings.replicates:
            return np.empty((0, *sample.shape[1:]))
        rng = generator(self.settings, "prior")
        return np.concatenate([tables[:, 0] for (tables,) in tables_drawn(sample, self.settings.replicates, rng)])

    def _measures(self, values: Floats, drawn: Floats, n: int) -> tuple[Measure, ...]:
        ends = (
            Intervals.percentile(drawn, self.settings.level, "percentile")
            if len(drawn)
            else Intervals.none(len(values))
        )
        return tuple(measure_of(each, values[at], ends[at], n=n) for at, each in enumerate(self.with_urgent.metrics))

    def copies(self, sample: Sample) -> tuple[Measure, ...]:
        """The metrics of a sample whose units are clusters of copies, each of which weighs one."""
        metrics = list(self.metrics)
        values = self.panel(sample.confusions[0])
        if not self.settings.replicates:
            return tuple(measure_of(each, values[at], n=sample.n) for at, each in enumerate(metrics))
        rng, times = generator(self.settings, "copies"), self.settings.replicates
        ends = sampled_intervals(
            values,
            lambda: np.concatenate([self.panel(tables) for (tables,) in replicates(sample, times, rng)]),
            lambda: np.concatenate([self.panel(tables) for (tables,), _ in left_out(sample)]),
            level=self.settings.level,
            units=sample.units,
            bounds=bounds_of(metrics),
        )
        return tuple(measure_of(each, values[at], ends[at], n=sample.n) for at, each in enumerate(metrics))

    def worst(self, truth: Ints, pred: Ints, by: Column, column: str) -> WorstFifth:
        """The mean of the first metric over the worst fifth of slices, by their items."""
        metric, size = self.metrics[0], len(self.urgent)
        flat = (by.codes * size + truth) * (size + 1) + pred
        cells = np.bincount(flat, minlength=len(by.values) * size * (size + 1)).reshape(-1, size, size + 1)
        values = self.values(cells.astype(np.float64))[:, 0]
        items = cells.sum(axis=(1, 2)).astype(np.float64)
        known = np.flatnonzero(~np.isnan(values) & (items > 0))
        if not len(known):
            return WorstFifth(column, metric.text, None, None, 0, ())
        order = known[np.argsort(values[known] * (metric.direction or 1), kind="stable")]
        value, part = worst_share(values[order], items[order])
        named = tuple((str(by.values[at]), float(values[at]), int(items[at])) for at in order[:part])
        whole = float((values[known] * items[known]).sum() / items[known].sum())
        return WorstFifth(column, metric.text, value, whole, len(known), named)


def worst_share(values: Floats, weights: Floats, share: float = FIFTH) -> tuple[float, int]:
    """The mean over the first `share` of the weight, worst first, and how many values have a part in it.

    >>> worst_share(np.array([0.2, 0.5, 0.9]), np.array([10.0, 10.0, 80.0]))
    (0.35, 2)
    """
    room = share * weights.sum()
    before = np.cumsum(weights) - weights
    taken = np.clip(room - before, 0.0, weights)
    return float((values * taken).sum() / room), int((taken > 0).sum())


def label_errors(accuracy: float) -> tuple[LabelErrors, ...]:
    """Accuracy if at most so many labels are wrong: each may make one right answer wrong, or one wrong right."""
    return tuple(LabelErrors(share, max(accuracy - share, 0.0), min(accuracy + share, 1.0)) for share in WRONG_LABELS)


def labels_to_level(names: tuple[str, str], right: tuple[Bools, Bools]) -> LabelsToLevel:
    """Each wrong label takes one from the first and gives one to the second.

    >>> one, two = np.repeat([True, False], [185, 182]), np.repeat([False, True], [185, 182])
    >>> labels_to_level(("svm", "logreg"), (one, two)).labels
    2
    """
    one, two = (int((mine & ~other).sum()) for mine, other in (right, right[::-1]))
    first, second = names if one >= two else names[::-1]
    return LabelsToLevel(first, second, max(one, two), min(one, two), ceil(abs(one - two) / 2))
