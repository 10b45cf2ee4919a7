"""Alerts: how well urgent items come first in a stream, and what alerting them is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import ColumnError, SettingError
from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import NO_INTERVAL, Intervals, finite
from mercalli.estimates.measure import cards, measure_of
from mercalli.estimates.settings import Settings
from mercalli.inputs.digest import digest_of
from mercalli.inputs.labels import Policy
from mercalli.io.toml import other_than
from mercalli.metrics.alerts.alert_worth import ALERT_FROM
from mercalli.metrics.catalogue import catalogue
from mercalli.plan.numbers import ks_of
from mercalli.plan.provenance import provenance
from mercalli.plan.roles import table_roles
from mercalli.tasks.alerts.data import Columns, Items
from mercalli.tasks.alerts.lists import PRIORITIES, TREC_IS, priorities_of
from mercalli.tasks.alerts.notes import alert_notes
from mercalli.tasks.alerts.result import AlertCounts, AlertReport, Alerts, EventReport
from mercalli.uncertainty.resample import BLOCK_NUMBERS, times_drawn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import Any, Literal

    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.metrics.catalogue import Metric
    from mercalli.plan.roles import TableRoles
    from mercalli.stats.alerts import AlertStream
    from mercalli.stats.lists import GainTable
    from mercalli.stats.segments import Segments

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
    >>> found = alerts(rows, truth="priority", score="score", k=2, replicates=0)
    >>> print(found.systems[0].measures[0].value)
    0.3930
    """
    wired, columns = _wired(data, truth, score, {"event": event, "order": order, "types": types}, pred_types, encoding)
    (depth,) = ks_of(k)
    if not 0 <= threshold <= 1:
        raise SettingError.outside("threshold", threshold, "between 0 and 1")
    known = priorities_of(levels)
    if actionable is not None:
        known = replace(known, actionable=tuple(actionable))
    items = Items.read(wired.source, columns, known, urgent, Policy(missing=missing).missing)
    settings = Settings(level, replicates, "percentile", seed)
    ndcg = catalogue()["ndcg_at_k"].having({"k": depth, "gain": gain})
    worth = [catalogue()[name].having({"threshold": threshold}) for name in WORTH] if _has_worth(items) else []
    plan = _AlertPlan(items, ndcg, tuple(worth), threshold, settings)
    said = columns.pred_types * len(wired.systems) if len(columns.pred_types) == 1 else columns.pred_types
    reports = [
        plan.report(name, column, said[at] if said else None) for at, (name, column) in enumerate(wired.systems.items())
    ]
    asked: dict[str, str | float] = {"threshold": threshold, "k": depth, "gain": gain, "missing": missing}
    asked |= other_than("levels", known, PRIORITIES.read(TREC_IS))
    made = provenance(wired.source.origin, vars(columns), {**asdict(settings), **asked})
    return Alerts(cards([ndcg, *worth]), tuple(reports), made)


def _has_worth(items: Items) -> bool:
    return items.grades.urgent is not None and items.columns.types is not None


def _wired(  # noqa: PLR0917 - the roles as they were given
    data: object, truth: object, score: object, roles: Mapping[str, object], pred_types: object, encoding: str
) -> tuple[TableRoles, Columns]:
    """The source and the names of its columns; without a table, arrays are columns named after their roles."""
    known = {name: found for name, found in roles.items() if found is not None}
    if data is None:
        each = pred_types if isinstance(pred_types, Mapping) else {} if pred_types is None else {"": pred_types}
        arrays = {f"pred_types {name}".strip(): found for name, found in each.items()}
        wired = table_roles(None, truth=truth, pred=score, role="score", by={**known, **arrays})
        named, said = {name: name for name in known}, tuple(arrays)
    else:
        several = pred_types if isinstance(pred_types, list | tuple) else [pred_types] if pred_types else []
        said = tuple(str(column) for column in several)
        wired = table_roles(data, truth=truth, pred=score, role="score", by=[*known.values(), *said], encoding=encoding)
        named = {name: str(found) for name, found in known.items()}
    scores = tuple(wired.systems.values())
    if len(said) not in {0, 1, len(scores)}:
        raise ColumnError.of_role(
            "pred_types", f"must name one column, or one for each of {len(scores)} systems; found {len(said)}."
        )
    event, order, types = (named.get(name) for name in ("event", "order", "types"))
    return wired, Columns(wired.truth, scores, event, order, types, said)


@dataclass(frozen=True)
class _AlertPlan:
    """What is wanted of every system."""

    items: Items
    ndcg: Metric
    worth: tuple[Metric, ...]
    threshold: float
    settings: Settings

    def report(self, name: str, column: str, pred_types: str | None) -> AlertReport:
        """Everything about one system."""
        score = self.items.score(column)
        gains, stream = self.items.gains(score), self.items.stream(score, pred_types)
        values, flat = (self._values(*each) for each in ((gains, stream), self._constant(stream)))
        intervals = self._intervals(gains, stream, name)
        worst, best = (finite(float(self.ndcg.having({"ties": ties})(gains))) for ties in ("worst", "best"))
        events = tuple(self._events(gains, stream))
        measures = tuple(
            measure_of(
                metric,
                values[at],
                NO_INTERVAL if np.isnan(values[at]) else intervals[at],
                n=self.items.n,
                baselines={"constant": flat[at]},
            )
            for at, metric in enumerate(self._metrics)
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
            events=events,
            notes=tuple(alert_notes(self.items, stream, score, (worst, best), self.threshold)),
            digest=digest_of(self.items.events, [gains.score, gains.grade, gains.count, gains.lists.starts]),
        )

    @property
    def _metrics(self) -> tuple[Metric, ...]:
        return (self.ndcg, *self.worth)

    def _values(self, gains: GainTable, stream: AlertStream | None) -> list[Any]:
        """Numbers, or arrays where there are replicates."""
        return [self.ndcg(gains), *(metric(stream) for metric in self.worth)]

    def _constant(self, stream: AlertStream | None) -> tuple[GainTable, AlertStream | None]:
        """The same items if all had the same score: none is alerted."""
        flat = np.zeros(self.items.n)
        return self.items.gains(flat), None if stream is None else replace(stream, priority=flat)

    def _intervals(self, gains: GainTable, stream: AlertStream | None, name: str) -> Intervals:
        """By replicates in which events stay as they are and count as often as drawn."""
        events, count = len(self.items.events), self.settings.replicates
        if events == 1 or not count:
            return Intervals.none(len(self._metrics))
        rng, size = generator(self.settings, name), max(1, BLOCK_NUMBERS // events)
        sizes = [min(size, count - start) for start in range(0, count, size)]
        drawn = np.concatenate([self._counted(gains, stream, times_drawn(events, each, rng)) for each in sizes])
        return Intervals.percentile(drawn, self.settings.level, "percentile over units")

    def _counted(self, gains: GainTable, stream: AlertStream | None, times: Ints) -> Floats:
        """Values (count, metrics) where events count so many times (count, events)."""
        weight = times.astype(np.float64)
        found = self._values(replace(gains, times=weight), None if stream is None else replace(stream, times=weight))
        return np.stack(found, axis=-1)

    def _events(self, gains: GainTable, stream: AlertStream | None) -> Iterator[EventReport]:
        """Every event by itself: it counts, and no other does."""
        events = len(self.items.events)
        sizes = np.bincount(self.items.event, minlength=events)
        counts = [None] * events if stream is None else _counts(stream, self.threshold)[1]
        size = max(1, BLOCK_NUMBERS // events)
        alone = (np.eye(min(size, events - start), events, start, dtype=np.int64) for start in range(0, events, size))
        values = np.concatenate([self._counted(gains, stream, each) for each in alone])
        for at, name in enumerate(self.items.events):
            measures = tuple(
                measure_of(metric, value, n=int(sizes[at]))
                for metric, value in zip(self._metrics, values[at], strict=True)
            )
            yield EventReport(name, int(sizes[at]), counts[at], measures)


def _counts(stream: AlertStream, threshold: float) -> tuple[AlertCounts, list[AlertCounts]]:
    """Items, urgent ones, right and false alerts: of all events, and of each."""
    alerted = stream.alerted(threshold)
    flags = (np.ones(len(alerted), np.bool_), stream.urgent, alerted & stream.urgent, alerted & ~stream.urgent)
    each = [_summed(stream.events, flag) for flag in flags]
    whole = AlertCounts(*(sum(part) for part in each))
    return whole, [AlertCounts(*parts) for parts in zip(*each, strict=True)]


def _summed(events: Segments, flag: Any) -> list[int]:  # noqa: ANN401 - an array of flags
    return [int(count) for count in events.counts(flag)]
