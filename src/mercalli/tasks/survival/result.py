"""What the evaluation of survival carries: who was hit first, beside who was said to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.difference import Difference
from mercalli.results.faults import Fault, miscounted, strange, unequal, uneven
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import MeasureLookup, SystemLookup
from mercalli.results.parts import NamedSlice
from mercalli.results.seal import Result, since

COIN = 0.5
# Which way predictions point, by their kind.
WAYS = {
    "risk": "higher means sooner",
    "survival": "higher means later",
    "cif": "probabilities over time",
    "survival_curve": "probabilities over time",
}


@dataclass(frozen=True)
class PairCounts:
    """All pairs of people: those of whom it is known who was hit first, and why the others are left out."""

    total: int
    comparable: int
    concordant: int
    discordant: int
    tied_risk: int
    excluded: Mapping[str, int]

    def faults(self) -> Iterator[Fault]:
        """Every pair is counted once."""
        known = self.concordant + self.discordant + self.tied_risk
        yield from unequal("comparable", self.comparable, known, "concordant, discordant and tied_risk")
        yield from unequal("total", self.total, known + sum(self.excluded.values()), "comparable and excluded")


@dataclass(frozen=True)
class ConcordanceCurve:
    """C at one horizon after the other, with a band at each, and the events by then."""

    time: tuple[float, ...]
    value: tuple[float | None, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    events: tuple[int, ...]

    def faults(self) -> Iterator[Fault]:
        """Its lists belong together, point by point."""
        return uneven(self, "time", "value", "low", "high", "events")


@dataclass(frozen=True)
class CalibrationGroup:
    """People with like chances by a horizon: the mean of what was predicted, and the share to whom it happened."""

    n: int
    predicted: float
    observed: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class IncidenceCurve:
    """People taken together: their cumulative incidence over time, and how many were still followed at some times.

    `low` and `high` are the ends at each time alone, `band_low` and `band_high` those of a band around all times
    together. Nothing is known of times after the last of them was seen.
    """

    name: str
    n: int
    events: int
    time: tuple[float, ...]
    incidence: tuple[float | None, ...]
    at: tuple[float, ...]
    at_risk: tuple[float, ...]
    low: tuple[float | None, ...] = since("0.2.0", ())
    high: tuple[float | None, ...] = since("0.2.0", ())
    band_low: tuple[float | None, ...] = since("0.2.0", ())
    band_high: tuple[float | None, ...] = since("0.2.0", ())

    def faults(self) -> Iterator[Fault]:
        """Its lists belong together, point by point; ends may all be absent."""
        ends = (name for name in ("low", "high", "band_low", "band_high") if getattr(self, name))
        yield from uneven(self, "time", "incidence", *ends)
        yield from uneven(self, "at", "at_risk")


@dataclass(frozen=True)
class CensoringCurve:
    """The probability not to be censored yet, from each time on, with its ends; weights are one over it.

    `n` people gave it, of whom `at_risk` were still followed just before each time. It begins with 1. All times are
    there at which it falls, or 500 of them.
    """

    n: int
    time: tuple[float, ...]
    value: tuple[float, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    at_risk: tuple[int, ...]

    def faults(self) -> Iterator[Fault]:
        """Its lists belong together, point by point."""
        yield from uneven(self, "time", "value", "low", "high", "at_risk")


@dataclass(frozen=True)
class SurvivalSlice(NamedSlice):
    """One slice; `few` flags one with too few events to rely on."""

    columns: tuple[str, ...]
    values: tuple[str, ...]
    n: int
    events: int
    few: bool
    measures: tuple[Measure, ...]


@dataclass(frozen=True)
class SurvivalReport(MeasureLookup):
    """Everything about one prediction of one cause.

    Attributes:
        name: The system, and the cause if there are several.
        system: The system.
        cause: The code of the cause.
        kind: How it was predicted: risk, survival, cif or survival_curve.
        columns: The columns of the prediction.
        n: How many people.
        dropped: How many were left out because something was missing.
        events: To how many the cause happened.
        competing: To how many something else did.
        censored: How many were no longer seen.
        tau: Up to when events count.
        horizons: The times that were looked at.
        measures: The values, with their intervals.
        standard_errors: Of each value, by the metric's text.
        pairs: The pairs of Harrell's C.
        curve: C over time.
        calibrated_at: The horizon of the calibration; None where there are no chances.
        calibration: The groups of the calibration.
        groups: Cumulative incidence by risk.
        slices: The headline by slice.
        notes: What should be known before relying on it.
        digest: Of the data it rests on.
    """

    name: str
    system: str
    cause: int
    kind: str
    columns: tuple[str, ...]
    n: int
    dropped: int
    events: int
    competing: int
    censored: int
    tau: float
    horizons: tuple[float, ...]
    measures: tuple[Measure, ...]
    standard_errors: Mapping[str, float | None]
    pairs: PairCounts
    curve: ConcordanceCurve
    calibrated_at: float | None
    calibration: tuple[CalibrationGroup, ...]
    groups: tuple[IncidenceCurve, ...]
    slices: tuple[SurvivalSlice, ...]
    notes: tuple[str, ...]
    digest: str

    def faults(self) -> Iterator[Fault]:
        """How it was predicted is one of four ways; people have an event of one kind, or none."""
        yield from strange("kind", self.kind, WAYS, " or ".join(WAYS))
        yield from unequal("events, competing and censored", self.events + self.competing + self.censored, self.n)
        yield from unequal("groups", sum(group.n for group in self.groups), self.n)
        yield from miscounted(self)


@dataclass(frozen=True)
class SurvivalPair:
    """Two systems on the same people, for one cause."""

    first: str
    second: str
    differences: tuple[Difference, ...]

    def difference(self, metric: str) -> Difference:
        """The difference on a metric by its text."""
        return by_text(self.differences, metric)


@dataclass(frozen=True)
class SurvivalResult(Result, SystemLookup[SurvivalReport]):
    """One or more predictions about the same people.

    `headline` are the metrics to be read first, by cause. `incidence` is that of every cause that happened, among all
    people; `censoring` the probability not to be censored yet, which weights are made of.
    """

    sealed_as: ClassVar[str] = "survival"
    needs: ClassVar[tuple[str, ...]] = ("level",)

    headline: Mapping[str, tuple[str, ...]]
    metrics: tuple[MetricCard, ...]
    systems: tuple[SurvivalReport, ...]
    pairs: tuple[SurvivalPair, ...]
    causes: Mapping[str, str]
    trained_on: int | None
    provenance: Provenance
    incidence: tuple[IncidenceCurve, ...] = since("0.2.0", ())
    censoring: CensoringCurve | None = since("0.2.0", None)  # noqa: RUF009 - a field, as above

    def faults(self) -> Iterator[Fault]:
        """Also a name and a headline for every cause that was looked at."""
        yield from super().faults()
        for at, report in enumerate(self.systems):
            for named in ("headline", "causes"):
                yield from strange(f"systems[{at}].cause", str(report.cause), getattr(self, named), f"among {named!r}")

    def shown(self, report: SurvivalReport) -> tuple[str, ...]:
        """The headline of a report."""
        return self.headline[str(report.cause)]
