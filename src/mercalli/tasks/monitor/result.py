"""What a report on a watch carries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.faults import Fault, above, ragged, uneven
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import SystemLookup
from mercalli.results.seal import Result


@dataclass(frozen=True)
class AlarmReport:
    """Evidence that a promise is broken, look by look.

    Attributes:
        promise: As in "dua>=0.7".
        metric: What is measured.
        value: What is promised.
        looks: When each look with truths began ...
        days: ... and how long after the first prediction, in days.
        evidence: R after each of them.
        low: The lowest value that all truths so far leave, whenever one looks ...
        high: ... and the highest.
        threshold: The evidence at which an alarm is given.
        bound: How probable a false alarm was in so many looks, at most.
        alarm: The place of the first look with an alarm.
        since: The place of the look from which evidence rose to it.
        between: The metric of the truths in these looks.
    """

    promise: str
    metric: str
    value: float
    looks: tuple[str, ...]
    days: tuple[float, ...]
    evidence: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    threshold: float
    bound: float
    alarm: int | None = None
    since: int | None = None
    between: Measure | None = None

    def faults(self) -> Iterator[Fault]:
        """One entry for each look, and places that are there; evidence and its limit are no negative numbers."""
        yield from uneven(self, "looks", "days", "evidence", "low", "high")
        yield from above("alarm", self.alarm or 0, max(len(self.looks) - 1, 0), "the last look")
        yield from above("since", self.since or 0, self.alarm or 0, "alarm")
        if len({self.alarm is None, self.since is None, self.between is None}) > 1 or (
            self.alarm is not None and not self.looks
        ):
            yield "since", "and `between` must be there if there is an alarm, and only then"
        if self.threshold <= 0 or min(self.evidence, default=0.0) < 0 or not 0 <= self.bound <= 1:
            yield "threshold", "and evidence must be above 0, and the bound a share"


@dataclass(frozen=True)
class BinReport:
    """Predictions of one look: how many, how many are to be reviewed, how many were, and the values of these.

    `start` is when it began, `day` how long after the first one, in days.
    `complete` is the share of what is to be reviewed; a mature bin has nearly all of it.
    """

    start: str
    day: float
    n: int
    wanted: int
    reviewed: int
    complete: float
    mature: bool
    measures: tuple[Measure, ...]


@dataclass(frozen=True)
class StratumReport:
    """A predicted class, in a band of scores if there are several: reviews, and the share of them that was right."""

    pred: str
    band: str
    n: int
    wanted: int
    reviewed: int
    right: float | None


@dataclass(frozen=True)
class BoundReport:
    """What a metric can be whatever predictions without reviews are; `lowest` and `highest` count chance too."""

    metric: str
    low: float
    high: float
    lowest: float | None
    highest: float | None


@dataclass(frozen=True)
class ShareReport:
    """How often a class is predicted, beside the reference if there is one, and look by look."""

    name: str
    share: float
    reference: float | None
    difference: Measure | None
    by_bin: tuple[float, ...]


@dataclass(frozen=True)
class DelayReport:
    """How late truths come, and whether late ones have more errors.

    Attributes:
        median: The median delay, in looks.
        curve: The share of what is to be reviewed that had its truth within 0, 1, 2 ... looks.
        early: The error rate of truths that came by then ...
        late: ... and of those that came later, where there are any.
        difference: Late minus early.
    """

    median: float
    curve: tuple[float, ...]
    early: Measure
    late: Measure
    difference: Measure


@dataclass(frozen=True)
class WatchReport:
    """One model: its estimates, its evidence, and what they rest on.

    Attributes:
        name: The model.
        n: Predictions.
        reviewed: Truths that tell of all of them.
        volunteered: Truths that somebody chose to give, which are never a rate.
        rested: Predictions in mature bins, on which estimates rest; all of them where no bin is mature.
        measures: Promised metrics, of all predictions in these bins.
        bounds: What they can be where strata lack reviews.
        alone: The same metrics of the reviewed rows alone, as if nobody had chosen them.
        alarms: Evidence against each promise.
        bins: Look by look.
        strata: Predicted classes.
        shares: How often each class is predicted.
        delays: How late truths come; none before there are any in mature bins.
        notes: What should be known.
        digest: Of the counts.
    """

    name: str
    n: int
    reviewed: int
    volunteered: int
    rested: int
    measures: tuple[Measure, ...]
    bounds: tuple[BoundReport, ...]
    alone: tuple[Measure, ...]
    alarms: tuple[AlarmReport, ...]
    bins: tuple[BinReport, ...]
    strata: tuple[StratumReport, ...]
    shares: tuple[ShareReport, ...]
    delays: DelayReport | None
    notes: tuple[str, ...]
    digest: str

    def faults(self) -> Iterator[Fault]:
        """Estimates and evidence are of the same metrics; every share has as many bins as there are."""
        yield from uneven(self, "measures", "alone", "alarms")
        for name in ("alone", "alarms"):
            for at, (measure, other) in enumerate(zip(self.measures, getattr(self, name), strict=False)):
                if measure.metric != other.metric:
                    yield f"{name}[{at}].metric", f"must be {measure.metric[:60]!r}, as among the measures"
        yield from ragged("bins", [each.measures for each in self.bins], len(self.measures))
        yield from ragged("shares", [each.by_bin for each in self.shares], len(self.bins))

    def measure(self, metric: str) -> Measure:
        """The estimate of a metric by its text."""
        return by_text(self.measures, metric)

    def alarm(self, metric: str) -> AlarmReport:
        """The evidence on a metric by its text."""
        return by_text(self.alarms, metric)

    @property
    def alarmed(self) -> tuple[AlarmReport, ...]:
        """Promises that are broken."""
        return tuple(each for each in self.alarms if each.alarm is not None)


@dataclass(frozen=True)
class EventReport:
    """How far from the truth the shares of classes of one event are: as counted, and corrected."""

    event: str
    n: int
    counted: float
    corrected: float


@dataclass(frozen=True)
class PriorReport:
    """What values would be if only the shares of the true classes had moved; `cut` says that a share was cut off at 0.

    Attributes:
        model: The model.
        shares: Shares of the true classes.
        cut: Whether some share was cut off at 0.
        measures: Promised metrics, without intervals.
        backtest: How the assumption did on the events of the reference.
    """

    model: str
    classes: tuple[str, ...]
    shares: tuple[float, ...]
    cut: bool
    measures: tuple[Measure, ...]
    backtest: tuple[EventReport, ...]

    def faults(self) -> Iterator[Fault]:
        """A share for each class."""
        return uneven(self, "classes", "shares")


@dataclass(frozen=True)
class Monitor(SystemLookup[WatchReport], Result):
    """A report on a watch; `looks` are those that its bound on false alarms is for."""

    sealed_as: ClassVar[str] = "monitor"
    needs: ClassVar[tuple[str, ...]] = ("level",)

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[WatchReport, ...]
    looks: int
    alpha: float
    look: str
    reference: str
    provenance: Provenance
    priors: tuple[PriorReport, ...] = ()

    @property
    def alarmed(self) -> bool:
        """Whether any promise is broken."""
        return any(each.alarmed for each in self.systems)

    def faults(self) -> Iterator[Fault]:
        """Every system is watched for the same promises."""
        yield from super().faults()
        known = [card.metric for card in self.metrics]
        for at, system in enumerate(self.systems):
            if [each.metric for each in system.measures] != known or not known:
                yield f"systems[{at}].measures", f"must be of {known}"
