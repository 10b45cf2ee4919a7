"""What the evaluation of uplift carries: whom a score finds who gain from being treated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.difference import Ranking, SystemPair
from mercalli.results.faults import Fault, miscounted, unequal
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import system_named
from mercalli.results.parts import NamedSlice
from mercalli.results.seal import Result, since

PER = 1000
EFFECT = "average_treatment_effect"


@dataclass(frozen=True)
class ArmReport:
    """One arm: how many people, how much they weigh, and their mean outcome."""

    n: int
    people: float
    outcome: float | None


@dataclass(frozen=True)
class Target:
    """The K people with the highest scores.

    Attributes:
        asked: K as it was asked for: a count or, below 1, a share.
        k: The K that was used, in each arm if it was taken from each.
        treated: How many of them were treated.
        control: How many were not.
        tied: How many people have the score at which K cuts.
        taken: How many of those are counted.
        uplift: What treating one of them gains.
    """

    asked: float
    k: tuple[float, ...]
    treated: float
    control: float
    tied: float
    taken: float
    uplift: Measure

    @property
    def per_1000(self) -> tuple[float | None, float | None, float | None]:
        """Outcomes gained per 1,000 treated, and both ends of the interval."""
        return self.uplift.times(PER)


@dataclass(frozen=True)
class UpliftCurve:
    """Outcomes gained, per person, the more people are treated from the highest score down.

    Attributes:
        share: The share of people treated.
        uplift: What treating them gains, per person of all.
        uplift_low: Lower end of its band, point by point.
        uplift_high: Upper end.
        qini: What was gained among those of them who were treated, per person of all.
        qini_low: Lower end of its band.
        qini_high: Upper end.
    """

    share: tuple[float, ...]
    uplift: tuple[float, ...]
    uplift_low: tuple[float | None, ...]
    uplift_high: tuple[float | None, ...]
    qini: tuple[float, ...]
    qini_low: tuple[float | None, ...]
    qini_high: tuple[float | None, ...]

    @property
    def random(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The straight lines of a random order, of both curves."""
        uplift, qini = (tuple(share * curve[-1] for share in self.share) for curve in (self.uplift, self.qini))
        return uplift, qini


@dataclass(frozen=True)
class UpliftSlice(NamedSlice):
    """One slice; `few` flags one with too few people in either arm to rely on."""

    n: int
    treated: int
    control: int
    few: bool
    measures: tuple[Measure, ...]


@dataclass(frozen=True)
class UpliftReport:
    """Everything about one score; `start` is how many people it takes until both arms have somebody."""

    name: str
    score: str
    n: int
    dropped: int
    distinct: int
    treated: ArmReport
    control: ArmReport
    start: float
    measures: tuple[Measure, ...]
    targets: tuple[Target, ...]
    curve: UpliftCurve
    slices: tuple[UpliftSlice, ...]
    notes: tuple[str, ...]
    digest: str

    def faults(self) -> Iterator[Fault]:
        """Everybody is in one arm."""
        yield from unequal("treated and control", self.treated.n + self.control.n, self.n)
        yield from miscounted(self)

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text, those of the targets included."""
        return by_text([*self.measures, *(target.uplift for target in self.targets)], metric)


@dataclass(frozen=True)
class UpliftResult(Result):
    """One or more scores for the same people, of whom some were treated."""

    sealed_as: ClassVar[str] = "uplift"
    needs: ClassVar[tuple[str, ...]] = ("level",)

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[UpliftReport, ...]
    provenance: Provenance
    pairs: tuple[SystemPair, ...] = since("0.2.0", ())
    rankings: tuple[Ranking, ...] = since("0.2.0", ())

    def __getitem__(self, system: str) -> UpliftReport:
        """A system by its name."""
        return system_named(self.systems, system)
