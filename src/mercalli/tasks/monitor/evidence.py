"""Whether a promise is still kept: evidence after every look, and the alarm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.estimates.measure import named_measure
from mercalli.inputs.arrays import Floats
from mercalli.results.measure import Measure
from mercalli.tasks.monitor.result import AlarmReport
from mercalli.tasks.monitor.watch import Looks, Promise, Terms
from mercalli.uncertainty.anytime import anytime_range, detector, weighted_log_e


@dataclass(frozen=True)
class Evidence:
    """Evidence against one promise; `level` is the confidence of the range of values at any time.

    `first` is the look of the first prediction.
    """

    terms: Terms
    promise: Promise
    looks: Looks
    level: float
    first: int

    def report(self) -> AlarmReport:
        """After every look, with the first alarm if there is one."""
        evidence, (low, high) = self._evidence(), self._range()
        over = np.flatnonzero(evidence >= self.terms.threshold)
        alarm = int(over[0]) if len(over) else None
        since = None if alarm is None else _rise(evidence[: alarm + 1])
        return AlarmReport(
            promise=self.promise.text,
            metric=self.promise.metric,
            value=self.promise.value,
            looks=tuple(self.terms.said(each) for each in self.looks.bins.tolist()),
            days=tuple(self.terms.days(self.looks.bins, self.first)),
            evidence=tuple(evidence.tolist()),
            low=tuple(low.tolist()),
            high=tuple(high.tolist()),
            threshold=self.terms.threshold,
            bound=min(1.0, len(evidence) / self.terms.threshold),
            alarm=alarm,
            since=since,
            between=None if alarm is None or since is None else self._between(since, alarm),
        )

    def _between(self, since: int, alarm: int) -> Measure:
        """The metric of the truths that made the alarm, by their chances."""
        tables = [(share, table.cells[since : alarm + 1].sum(axis=0)) for share, table in self.looks.tables]
        value = float(self.promise.parts(sum((share * table for share, table in tables), np.zeros(()))))
        n = int(sum(table.sum() for _, table in tables))
        return named_measure(self.promise.metric, value, n=n)

    def _evidence(self) -> Floats:
        if not len(self.looks.bins):
            return np.empty(0)
        parts, kept = self.promise.kept_if_above
        return detector(weighted_log_e(parts, kept, self.looks.tables))

    def _range(self) -> Floats:
        if not len(self.looks.bins):
            return np.empty((2, 0))
        return anytime_range(self.promise.parts, self.looks.so_far(), self.level)


def _rise(evidence: Floats) -> int:
    """The look from which evidence rose: that after the last one with evidence below 1."""
    low = np.flatnonzero(evidence < 1)
    return int(low[-1]) + 1 if len(low) else 0
