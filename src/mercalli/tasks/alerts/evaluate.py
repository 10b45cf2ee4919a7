"""Alerts: how well urgent items come first in a stream, and what alerting them is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mercalli.errors import ColumnError, SettingError
from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import NO_INTERVAL, Intervals, finite
from mercalli.estimates.measure import cards, measure_of
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.inputs.digest import digest_of
from mercalli.io.toml import other_than
from mercalli.metrics.alerts.alert_worth import ALERT_FROM
from mercalli.metrics.catalogue import Metric, catalogue
from mercalli.plan.numbers import ks_of
from mercalli.plan.provenance import provenance
from mercalli.plan.roles import TableRoles, table_roles
from mercalli.plan.rows import error_or_drop
from mercalli.stats.alerts import AlertStream
from mercalli.stats.lists import GainTable
from mercalli.tasks.alerts.data import AlertRoles, Items
from mercalli.tasks.alerts.notes import alert_notes
from mercalli.tasks.alerts.priorities import PRIORITIES, TREC_IS, priorities_of
from mercalli.tasks.alerts.result import AlertCounts, AlertReport, Alerts, EventReport
from mercalli.uncertainty.resample import BLOCK_NUMBERS, times_in_blocks

WORTH = ("accumulated_alert_worth", "high_alert_worth", "low_alert_worth")


def alerts(
    data: object = None,
    *,
    truth: object,
    score: object,
    event: object = None,
    order: object = None,
    types: object = None,
    pred_types: object = None,
    actionable: Sequence[str] | None = None,
    levels: Sequence[str] | str | Path | None = None,
    urgent: Sequence[str] | None = None,
    threshold: float = ALERT_FROM,
    k: float | str = 100,
    gain: Literal["linear", "exponential"] = "exponential",
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    missing: Literal["error", "drop"] = "error",
    encoding: str = "utf-8",
) -> Alerts:
    """How well urgent items come first (nDCG), and what a stream of alerts is worth (as in TREC Incident Streams).

    Args:
        data: As in `evaluate`: a data frame, files, a dict of arrays, or nothing if the roles are arrays.
        truth: The column of true priorities: Low, Medium, High, Critical, other `levels`, or grades as numbers.
        score: The column of predicted priorities as numbers; several for several systems.
        event: The column of events; each has a list of its own, and events are what is resampled.
        order: The column by which items came, such as a time; without it, items came as they stand.
        types: The column of true types of information, several in one cell.
        pred_types: The column of predicted types; one for all systems, or one for each in their order.
        actionable: Types that ask for action; by default those of the list of priorities.
        levels: Priorities from the lowest to the highest, which get the grades 1, 2, 3 ... Or one text: the name of a
            list that comes along ("trec_is", the default) or the path of a .toml file, which also says what is urgent
            and actionable.
        urgent: Priorities that should be alerted; by default those of the list, High and Critical in "trec_is".
        threshold: What is alerted, after scores of the whole run are scaled to 0 to 1.
        k: How far down each list the nDCG looks: a count or a share.
        gain: Whether an item gains two to the power of its grade less one, as in the track, or its grade.
        level: Confidence of the intervals.
        replicates: How many times to resample events; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        missing: "drop" leaves out items without a priority or a score of some system; by default they are an error.
        encoding: The encoding of text files.

    Returns:
        nDCG, accumulated alert worth with its two halves, and what was alerted: overall and by event.

    >>> rows = {"priority": ["High", "Low", "Critical", "Low"], "score": [0.9, 0.8, 0.7, 0.1]}
    >>> result = alerts(rows, truth="priority", score="score", k=2, replicates=0)
    >>> print(result.systems[0].measures[0].value)
    0.3930
    """
    roles, columns = _roles(data, truth, score, {"event": event, "order": order, "types": types}, pred_types, encoding)
    (depth,) = ks_of(k)
    if not 0 <= threshold <= 1:
        raise SettingError.outside("threshold", threshold, "between 0 and 1")
    priorities = priorities_of(levels)
    if actionable is not None:
        priorities = replace(priorities, actionable=tuple(actionable))
    items = Items.read(roles.source, columns, priorities, urgent, error_or_drop(missing))
    settings = Settings(level, replicates, "percentile", seed)
    metrics = [catalogue()["ndcg_at_k"].having({"k": depth, "gain": gain})]
    if items.grades.urgent is not None and columns.types is not None:
        metrics += [catalogue()[name].having({"threshold": threshold}) for name in WORTH]
    plan = _AlertPlan(items, tuple(metrics), threshold, settings)
    predicted = columns.pred_types * (len(roles.systems) if len(columns.pred_types) == 1 else 1)
    reports = [
        plan.report(name, column, types_column)
        for (name, column), types_column in zip_longest(roles.systems.items(), predicted)
    ]
    asked: dict[str, str | float] = {"threshold": threshold, "k": depth, "gain": gain, "missing": missing}
    asked |= other_than("levels", priorities, PRIORITIES.read(TREC_IS))
    how = provenance(roles.source.origin, vars(columns), {**asdict(settings), **asked})
    return Alerts(cards(metrics), tuple(reports), how)


def _roles(  # noqa: PLR0917 - the roles as they were given
    data: object, truth: object, score: object, parts: Mapping[str, object], pred_types: object, encoding: str
) -> tuple[TableRoles, AlertRoles]:
    """The source and the names of its columns; without a table, arrays are columns named after their roles."""
    named = {role: part for role, part in parts.items() if part is not None}
    if data is None:
        several = pred_types if isinstance(pred_types, Mapping) else {} if pred_types is None else {"": pred_types}
        arrays = {f"pred_types {name}".strip(): array for name, array in several.items()}
        by: object = {**named, **arrays}
        columns, types = {role: role for role in named}, tuple(arrays)
    else:
        listed = pred_types if isinstance(pred_types, list | tuple) else [pred_types] if pred_types else []
        columns, types = {role: str(part) for role, part in named.items()}, tuple(map(str, listed))
        by = [*named.values(), *types]
    roles = table_roles(data, truth=truth, pred=score, role="score", by=by, encoding=encoding)
    if len(types) not in {0, 1, len(roles.systems)}:
        raise ColumnError.of_role(
            "pred_types", f"must name one column, or one for each of {len(roles.systems)} systems; found {len(types)}."
        )
    return roles, AlertRoles(roles.truth, tuple(roles.systems.values()), **columns, pred_types=types)


@dataclass(frozen=True)
class _AlertPlan:
    """What is wanted of every system; the first metric is the nDCG, the others are about what alerts are worth."""

    items: Items
    metrics: tuple[Metric, ...]
    threshold: float
    settings: Settings

    def report(self, name: str, column: str, pred_types: str | None) -> AlertReport:
        """Everything about one system."""
        score = self.items.score(column)
        gains, stream = self.items.gains(score), self.items.stream(score, pred_types)
        values, flat = self._values(gains, stream), self._values(*self._constant(stream))
        intervals = self._intervals(gains, stream, name)
        worst, best = (finite(float(self.metrics[0].having({"ties": ties})(gains))) for ties in ("worst", "best"))
        measures = tuple(
            measure_of(
                metric,
                values[at],
                NO_INTERVAL if np.isnan(values[at]) else intervals[at],
                n=self.items.n,
                baselines={"constant": flat[at]},
            )
            for at, metric in enumerate(self.metrics)
        )
        return AlertReport(
            name=name,
            score=column,
            n=self.items.n,
            dropped=self.items.dropped,
            counts=None if stream is None else _counts(stream, self.threshold)[0],
            measures=measures,
            worst=worst,
            best=best,
            events=tuple(self._events(gains, stream)),
            notes=tuple(alert_notes(self.items, stream, score, (worst, best), self.threshold)),
            digest=digest_of(self.items.events, [gains.score, gains.grade, gains.count, gains.lists.starts]),
        )

    def _values(self, gains: GainTable, stream: AlertStream | None) -> list[Any]:
        """Numbers, or arrays where there are replicates."""
        ndcg, *worth = self.metrics
        return [ndcg(gains), *(metric(stream) for metric in worth)]

    def _constant(self, stream: AlertStream | None) -> tuple[GainTable, AlertStream | None]:
        """The same items if all had the same score: none is alerted."""
        flat = np.zeros(self.items.n)
        return self.items.gains(flat), None if stream is None else replace(stream, priority=flat)

    def _intervals(self, gains: GainTable, stream: AlertStream | None, name: str) -> Intervals:
        """By replicates in which events stay as they are and count as often as drawn."""
        events = len(self.items.events)
        if events == 1 or not self.settings.replicates:
            return Intervals.none(len(self.metrics))
        times = times_in_blocks(events, self.settings.replicates, generator(self.settings, name), events)
        drawn = np.concatenate([self._counted(gains, stream, block) for block in times])
        return Intervals.percentile(drawn, self.settings.level, "percentile over units")

    def _counted(self, gains: GainTable, stream: AlertStream | None, times: Floats) -> Floats:
        """Values (count, metrics) where events count so many times (count, events)."""
        counted = None if stream is None else replace(stream, times=times)
        return np.stack(self._values(replace(gains, times=times), counted), axis=-1)

    def _events(self, gains: GainTable, stream: AlertStream | None) -> Iterator[EventReport]:
        """Every event by itself: it counts, and no other does."""
        events = len(self.items.events)
        sizes = np.bincount(self.items.event, minlength=events).tolist()
        counts = [None] * events if stream is None else _counts(stream, self.threshold)[1]
        size = max(1, BLOCK_NUMBERS // events)
        alone = (np.eye(min(size, events - start), events, start) for start in range(0, events, size))
        values = np.concatenate([self._counted(gains, stream, block) for block in alone])
        for name, n, count, row in zip(self.items.events, sizes, counts, values, strict=True):
            measures = (measure_of(metric, value, n=n) for metric, value in zip(self.metrics, row, strict=True))
            yield EventReport(name, n, count, tuple(measures))


def _counts(stream: AlertStream, threshold: float) -> tuple[AlertCounts, list[AlertCounts]]:
    """Items, urgent ones, right and false alerts: of all events, and of each."""
    alerted = stream.alerted(threshold)
    flags = (np.ones(len(alerted), np.bool_), stream.urgent, alerted & stream.urgent, alerted & ~stream.urgent)
    counts = np.stack([stream.events.counts(flag) for flag in flags], axis=-1)
    return AlertCounts(*counts.sum(axis=0).tolist()), [AlertCounts(*event) for event in counts.tolist()]
