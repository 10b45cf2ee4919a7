"""From a stream of items to what its alerts are worth, with intervals over events, and to who alerts better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import NO_INTERVAL, Intervals, bounds_of, finite, sampled_intervals
from mercalli.estimates.measure import measure_of
from mercalli.estimates.pairs import NOT_COMPARED, Compared, Paired, can_test, compared
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.inputs.digest import digest_of
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.stats.alerts import AlertStream
from mercalli.stats.lists import GainTable
from mercalli.tasks.alerts.data import Items
from mercalli.tasks.alerts.notes import alert_notes
from mercalli.tasks.alerts.result import AlertCounts, AlertReport, EventReport, ThresholdReport
from mercalli.uncertainty.paired import exchanges, p_value
from mercalli.uncertainty.resample import BLOCK_NUMBERS, times_in_blocks

WORTH = ("accumulated_alert_worth", "high_alert_worth", "low_alert_worth")
CONSTANT, NOTHING, EVERYTHING = "constant", "nothing", "everything"
OTHERS = (0.9, 0.7, 0.5, 0.3, 0.1)
BELOW_ALL, ABOVE_ALL = -1.0, 1.0  # priorities at which no threshold alerts, and every one does


@dataclass(frozen=True)
class Run:
    """What one system says of the items, as lists for the nDCG and as a stream; there is none if nothing is urgent."""

    name: str
    column: str
    score: Floats
    gains: GainTable
    stream: AlertStream | None

    def all_at(self, priority: float) -> Run:
        """The same if the system gave every item this priority; for the nDCG that is any order."""
        flat = np.full(len(self.score), priority)
        stream = None if self.stream is None else replace(self.stream, priority=flat)
        return replace(self, stream=stream)


@dataclass(frozen=True)
class AlertPlan:
    """What is wanted of every system; the first metric is the nDCG, the others are about what alerts are worth."""

    items: Items
    metrics: tuple[Metric, ...]
    threshold: float
    settings: Settings

    def run(self, name: str, column: str, pred_types: str | None) -> Run:
        """One system."""
        score = self.items.score(column)
        return Run(name, column, score, self.items.gains(score), self.items.stream(score, pred_types))

    def report(self, run: Run) -> AlertReport:
        """Everything about one system."""
        ends = ("worst", "best")
        worst, best = (finite(float(self.metrics[0].having({"ties": ties})(run.gains))) for ties in ends)
        return AlertReport(
            name=run.name,
            score=run.column,
            n=self.items.n,
            dropped=self.items.dropped,
            counts=None if run.stream is None else _counts(run.stream, self.threshold)[0],
            measures=tuple(self._measures(run)),
            worst=worst,
            best=best,
            events=tuple(self._events(run)),
            notes=tuple(alert_notes(self.items, run.stream, run.score, (worst, best), self.threshold)),
            digest=digest_of(
                self.items.events, [run.gains.score, run.gains.grade, run.gains.count, run.gains.lists.starts]
            ),
            thresholds=tuple(self._thresholds(run)),
        )

    def compared(self, runs: Sequence[Run]) -> Compared:
        """Every two systems over the same events; nothing without resampling."""
        if len(runs) == 1 or not self.settings.replicates:
            return NOT_COMPARED
        times = exchanges(len(runs) * (len(runs) - 1) // 2, self.settings.level, self.settings.replicates)
        return compared(
            [run.name for run in runs],
            self.metrics,
            lambda first, second: self._paired(runs[first], runs[second], times),
            n=self.items.n,
            units=self._units,
            level=self.settings.level,
        )

    @property
    def _units(self) -> int:
        return len(self.items.events)

    @cached_property
    def _without(self) -> Floats:
        """How often each event counts where one of them is left out: (events, events)."""
        return 1 - np.eye(self._units)

    def _measures(self, run: Run) -> Iterator[Measure]:
        """Values beside those of scores that are all equal and, of what alerts are worth, of alerting none or all."""
        flat = replace(run.all_at(0.0), gains=self.items.gains(np.zeros(self.items.n)))
        least = {CONSTANT: flat, NOTHING: run.all_at(BELOW_ALL), EVERYTHING: run.all_at(ABOVE_ALL)}
        baselines = {name: self._values(each) for name, each in least.items()}
        values, intervals = self._values(run), self._intervals(run)
        for at, metric in enumerate(self.metrics):
            interval = NO_INTERVAL if np.isnan(values[at]) else intervals[at]
            shown = {name: each[at] for name, each in baselines.items() if at or name == CONSTANT}
            yield measure_of(metric, values[at], interval, n=self.items.n, baselines=shown)

    def _values(self, run: Run, times: Floats | None = None) -> Floats:
        """Values (..., metrics), where events count so many times (..., events) if that is said."""
        gains, stream = run.gains, run.stream
        if times is not None:
            gains, stream = replace(gains, times=times), None if stream is None else replace(stream, times=times)
        ndcg, *worth = self.metrics
        values: list[Any] = [ndcg(gains), *(metric(stream) for metric in worth)]
        return np.stack(values, axis=-1)

    def _intervals(self, run: Run) -> Intervals:
        """By events, which stay as they are and count as often as drawn, or are left out in turn."""
        if not self.settings.replicates:
            return Intervals.none(len(self.metrics))
        return sampled_intervals(
            self._values(run),
            lambda: np.concatenate([self._values(run, times) for times in self._times(run.name)]),
            lambda: self._values(run, self._without),
            level=self.settings.level,
            units=self._units,
            bounds=bounds_of(self.metrics),
        )

    def _times(self, seed: str) -> Iterator[Floats]:
        """How often each event is drawn, in blocks."""
        return times_in_blocks(self._units, self.settings.replicates, generator(self.settings, seed), self._units)

    def _paired(self, first: Run, second: Run, exchanged: int) -> Paired:
        """Both systems over the same events; for the p-value, some events exchange their systems."""

        def minus(times: Floats) -> Floats:
            return self._values(first, times) - self._values(second, times)

        values = self._values(first), self._values(second)
        intervals = sampled_intervals(
            values[0] - values[1],
            lambda: np.concatenate([minus(times) for times in self._times("pair")]),
            lambda: minus(self._without),
            level=self.settings.level,
            units=self._units,
        )
        p = np.full(len(self.metrics), np.nan)
        if can_test(self._units):
            moved = self._shares(first) - self._shares(second)
            signs = generator(self.settings, "exchange").choice([-1.0, 1.0], (exchanged, self._units))
            p = p_value(values[0] - values[1], signs @ moved)
        return Paired(*values, intervals, p)

    def _shares(self, run: Run) -> Floats:
        """What each event adds to each value, (events, metrics): they sum up to the values of all events."""
        alone = self._alone(run)
        lists = np.isfinite(alone[:, 0])
        ndcg = np.where(lists, alone[:, 0], 0.0) / max(1, lists.sum())
        if run.stream is None or len(self.metrics) == 1:
            return np.stack([ndcg], axis=-1)
        halves = [
            np.where(counts > 0, alone[:, at], 0.0) * ratio(counts, counts.sum())
            for at, counts in ((2, self._counted(run.stream)), (3, self._counted(run.stream, urgent=False)))
        ]
        shares: Floats = np.stack([ndcg, (halves[0] + halves[1]) / 2, *halves], axis=-1)
        return shares

    @staticmethod
    def _counted(stream: AlertStream, *, urgent: bool = True) -> Floats:
        return stream.events.sums((stream.urgent == urgent).astype(np.float64))

    def _alone(self, run: Run) -> Floats:
        """Values of every event by itself: it counts, and no other does."""
        events = self._units
        size = max(1, BLOCK_NUMBERS // events)
        alone = (np.eye(min(size, events - start), events, start) for start in range(0, events, size))
        return np.concatenate([self._values(run, block) for block in alone])

    def _events(self, run: Run) -> Iterator[EventReport]:
        """Every event by itself."""
        sizes = np.bincount(self.items.event, minlength=self._units).tolist()
        counts = [None] * self._units if run.stream is None else _counts(run.stream, self.threshold)[1]
        for name, n, count, row in zip(self.items.events, sizes, counts, self._alone(run), strict=True):
            measures = (measure_of(metric, value, n=n) for metric, value in zip(self.metrics, row, strict=True))
            yield EventReport(name, n, count, tuple(measures))

    def _thresholds(self, run: Run) -> Iterator[ThresholdReport]:
        """What alerting nothing, from some thresholds on, and everything gives, if it is known what is urgent."""
        if run.stream is None:
            return
        low, high = float(run.score.min()), float(run.score.max())
        yield self._from(NOTHING, run.all_at(BELOW_ALL), 1.0)
        for threshold in sorted({*OTHERS, self.threshold}, reverse=True):
            raw = low + threshold * (high - low) if high > low else None
            yield replace(self._from(f"{threshold:g}", run, threshold), raw=raw)
        yield self._from(EVERYTHING, run.all_at(ABOVE_ALL), 0.0)

    def _from(self, name: str, run: Run, threshold: float) -> ThresholdReport:
        stream = run.stream
        assert stream is not None  # noqa: S101 - asked only where it is known what is urgent
        worth = [metric.having({"threshold": threshold})(stream) for metric in self.metrics[1:2]]
        used = name == f"{self.threshold:g}"
        return ThresholdReport(name, _counts(stream, threshold)[0], finite(float(worth[0])) if worth else None, used)


def _counts(stream: AlertStream, threshold: float) -> tuple[AlertCounts, list[AlertCounts]]:
    """Items, urgent ones, right and false alerts: of all events, and of each."""
    alerted = stream.alerted(threshold)
    flags = (np.ones(len(alerted), np.bool_), stream.urgent, alerted & stream.urgent, alerted & ~stream.urgent)
    counts = np.stack([stream.events.counts(flag) for flag in flags], axis=-1)
    return AlertCounts(*counts.sum(axis=0).tolist()), [AlertCounts(*event) for event in counts.tolist()]
