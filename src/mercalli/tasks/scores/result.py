"""What results on scores carry: how well they rank, what is best decided by them, and what the first K hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from mercalli.errors import SettingError, SystemNameError
from mercalli.plan.numbers import ks_of
from mercalli.results.difference import Ranking, SystemPair
from mercalli.results.faults import Fault, above, miscounted, unequal, uneven
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import system_named
from mercalli.results.parts import NamedSlice
from mercalli.results.seal import Result, since
from mercalli.text.numbers import count, percent

MONEY = ("value_tp", "cost_fp", "cost_fn", "value_tn")
# What each bound is about; a capacity is about alerts, which every sentence tells.
BOUNDED = {"max_fpr": "fpr", "min_precision": "precision", "min_recall": "recall"}
# What the best threshold has most of, by what a choice aims at, where there are no prices: within its bounds, a choice
# that needs fewest alerts for its recall has the highest precision.
ASKED = {"recall": "recall", "fewest alerts": "precision"}
MEAN = "mean of classes"
NONE, EVERYTHING = "act on nothing", "act on everything"


@dataclass(frozen=True)
class ScoreColumn:
    """One column of scores: what it is called, the class it is for, and how many rows and positives it has."""

    name: str
    score: str
    positive: str
    n: int
    dropped: int
    positives: float
    total: float

    def faults(self) -> Iterator[Fault]:
        """Positives are a part of the rows."""
        return above("positives", self.positives, self.total, "total")


@dataclass(frozen=True)
class Comparison:
    """Systems that scored the same rows, two at a time, and from best to worst; `units` is how many were resampled."""

    units: int | None
    pairs: tuple[SystemPair, ...]
    rankings: tuple[Ranking, ...]


@dataclass(frozen=True)
class Point:
    """Decisions at one threshold and what they come to; cross-fitted ones have a threshold for each fold."""

    thresholds: tuple[float | None, ...]
    tp: float
    fp: float
    fn: float
    tn: float
    measures: tuple[Measure, ...]

    @property
    def total(self) -> float:
        """All cases."""
        return self.tp + self.fp + self.fn + self.tn

    @property
    def worth(self) -> Measure | None:
        """The profit per case, if there are prices."""
        return next((measure for measure in self.measures if "per='case'" in measure.metric), None)

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return by_text(self.measures, metric)


@dataclass(frozen=True)
class Decision:
    """The best threshold: alert what scores at least that much; None means to alert nothing.

    Attributes:
        aim: What there is most of at the best threshold, within the bounds.
        threshold: The highest of the best thresholds.
        above: Every threshold above this one, up to the chosen one, is as good; None if every lower one is.
        same_above: Every threshold above this one, up to the chosen one, acts on the very same; None as before.
        chosen: What the threshold comes to on the rows it was chosen on; this flatters.
        cross_fitted: What choosing on four fifths of the rows comes to on the other fifth, over all fifths; the mean of
            several splits.
        broken: Bounds that no threshold keeps together, with what the nearest one reaches.
        elsewhere: How many other thresholds, not next to these, are as good.
        splits: How many times rows were split into fifths.
    """

    aim: str
    threshold: float | None
    above: float | None
    same_above: float | None
    chosen: Point
    cross_fitted: Point | None
    broken: Mapping[str, float]
    elsewhere: int
    splits: int = since("0.2.0", 1)

    def faults_of(self, total: float) -> Iterator[Fault]:
        """Decisions that are not on all cases."""
        for name, point in (("chosen", self.chosen), ("cross_fitted", self.cross_fitted)):
            if point is not None:
                yield from unequal(f"decision.{name}", point.total, total, "total")


@dataclass(frozen=True)
class Curve:
    """True and false positives at falling thresholds; at most some hundred points of all there are.

    Attributes:
        threshold: From which score on to act.
        same_above: Every threshold above this score, up to that one, acts on the very same; None if every lower one.
        tp: Positives acted on.
        fp: Negatives acted on.
        worth: What acting on nothing, then from each on, is worth per case, if every case has values of its own.
    """

    threshold: tuple[float, ...]
    same_above: tuple[float | None, ...]
    tp: tuple[float, ...]
    fp: tuple[float, ...]
    worth: tuple[float, ...] = since("0.2.0", ())

    def faults(self) -> Iterator[Fault]:
        """Its lists belong together, point by point."""
        yield from uneven(self, "threshold", "same_above", "tp", "fp")
        if self.worth and len(self.worth) != len(self.threshold) + 1:
            yield "worth", f"must have {len(self.threshold) + 1} entries, or none; found {len(self.worth)}"


@dataclass(frozen=True)
class Tenth:
    """About a tenth of all cases, those of about one score; equal scores are in the same."""

    score: float
    positives: float
    total: float


@dataclass(frozen=True)
class Reliability:
    """Stretches of scores from high to low, each with the share of positives that fits best in their order.

    Attributes:
        low: The lowest score of each stretch.
        high: The highest.
        observed: The share of positives in it; a calibrated score is near it.
        total: How many cases it holds.
        tenths: The cases cut into tenths by score alone, and so fit for intervals, as the stretches are not.
    """

    low: tuple[float, ...]
    high: tuple[float, ...]
    observed: tuple[float, ...]
    total: tuple[float, ...]
    tenths: tuple[Tenth, ...]

    def faults(self) -> Iterator[Fault]:
        """Its lists belong together, stretch by stretch."""
        return uneven(self, "low", "high", "observed", "total")


@dataclass(frozen=True)
class ScoreSlice(NamedSlice):
    """One slice: how well scores rank in it, what the common threshold does there, and its own best one."""

    n: int
    positives: float
    total: float
    few: bool
    measures: tuple[Measure, ...]
    common: Point | None
    own: Decision | None


@dataclass(frozen=True)
class ScoreReport(ScoreColumn):
    """Everything about the scores of one system, or of one class.

    `scored` is how many rows have a truth and this score, where rows without the score of another system are left out.
    """

    distinct: int
    bins: int
    auc_bounds: tuple[float, float] | None
    measures: tuple[Measure, ...]
    decision: Decision | None
    curve: Curve
    reliability: Reliability | None
    slices: tuple[ScoreSlice, ...]
    notes: tuple[str, ...]
    digest: str
    scored: int | None = since("0.2.0", None)
    ap_bounds: tuple[float, float] | None = since("0.2.0", None)

    def faults(self) -> Iterator[Fault]:
        """Also measures, decisions, the curve and tenths are of its rows."""
        yield from super().faults()
        yield from miscounted(self)
        yield from () if self.decision is None else self.decision.faults_of(self.total)
        yield from above("curve.tp", max(self.curve.tp, default=0.0), self.positives, "positives")
        yield from above("curve.fp", max(self.curve.fp, default=0.0), self.total - self.positives, "negatives")
        if self.reliability is not None:
            tenths = sum(each.total for each in self.reliability.tenths)
            yield from unequal("reliability.tenths", tenths, self.total, "total")

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return by_text(self.measures, metric)


@dataclass(frozen=True)
class Decisions(Result):
    """Scores of one or more systems, or of one score for each class, and what is best decided by them."""

    sealed_as: ClassVar[str] = "decisions"
    needs: ClassVar[tuple[str, ...]] = ("level", "replicates")

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    wish: Mapping[str, float | str]
    systems: tuple[ScoreReport, ...]
    macro: tuple[Measure, ...]
    provenance: Provenance
    comparison: Comparison | None = since("0.2.0", None)  # noqa: RUF009 - it makes a field

    @property
    def prices(self) -> dict[str, float | str]:
        """Values and costs, if any was given: numbers, or columns with one for each case; those left out are 0."""
        return prices_of(self.wish)

    def faults(self) -> Iterator[Fault]:
        """Also a mean over classes for each metric, or none at all."""
        yield from super().faults()
        yield from _miscounted_rows(self)
        measures = len(self.systems[0].measures)
        if self.macro and len(self.macro) != measures:
            yield "macro", f"must have {measures} entries, or none; found {len(self.macro)}"

    @property
    def means(self) -> dict[str, Measure]:
        """The mean over classes of each metric; nothing where systems are no classes."""
        metrics = [measure.metric for measure in self.systems[0].measures]
        return dict(zip(metrics, self.macro, strict=True)) if self.macro else {}

    @property
    def per_class(self) -> bool:
        """Whether each system is the score of one class against the rest."""
        return bool(self.macro)

    def __getitem__(self, system: str) -> ScoreReport:
        """A system by its name."""
        return system_named(self.systems, system)


def _miscounted_rows(result: Decisions | Ranked) -> Iterator[Fault]:
    """Without weights, each row counts as one."""
    for at, system in enumerate(() if result.weighted else result.systems):
        yield from unequal(f"systems[{at}].total", system.total, system.n)


def prices_of(wish: Mapping[str, float | str]) -> dict[str, float | str]:
    """Values and costs, if any was asked for; those left out are 0."""
    return {name: wish.get(name, 0.0) for name in MONEY} if wish.keys() & set(MONEY) else {}


@dataclass(frozen=True)
class TopK:
    """The K highest scores, of one list or of each of several.

    Attributes:
        asked: K as it was asked for: a count or, below 1, a share.
        least: The K that was used; where lists differ in it, the smallest.
        most: The largest.
        share: The share of all rows that is looked at.
        hits: How many positives are expected there, over all lists; None if no list is that long.
        cut: How many rows have scores that are equal to others on both sides of the cut.
        short: How many lists have fewer rows than K and are taken whole.
        measures: Precision, recall, hit rate and lift.
        worst: The same if of equal scores the negatives came first, by metric.
        best: The same if the positives came first.
    """

    asked: float
    least: float
    most: float
    share: float
    hits: float | None
    cut: float
    short: int
    measures: tuple[Measure, ...]
    worst: Mapping[str, float | None]
    best: Mapping[str, float | None]

    def measure(self, name: str) -> Measure:
        """A measure by the name of its metric, as in "precision_at_k"."""
        return by_text(self.measures, f"{name}(k={self.asked!r})")


@dataclass(frozen=True)
class GainsCurve:
    """The share of positives found and the lift, the further down one looks."""

    k: tuple[float, ...]
    share: tuple[float, ...]
    gain: tuple[float | None, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    lift: tuple[float | None, ...]

    def faults(self) -> Iterator[Fault]:
        """Its lists belong together, point by point."""
        return uneven(self, "k", "share", "gain", "low", "high", "lift")


@dataclass(frozen=True)
class RankSlice(NamedSlice):
    """One slice ranked by itself; `few` flags one with too few rows or positives to rely on."""

    n: int
    positives: float
    few: bool
    tops: tuple[TopK, ...]


@dataclass(frozen=True)
class RankReport(ScoreColumn):
    """Everything about the ranking by one score.

    `empty` counts the lists without any positive; `scored` is how many rows have a truth and this score, where rows
    without the score of another system are left out.
    """

    lists: int
    empty: int
    tops: tuple[TopK, ...]
    curve: GainsCurve
    slices: tuple[RankSlice, ...]
    notes: tuple[str, ...]
    digest: str
    scored: int | None = since("0.2.0", None)

    def faults(self) -> Iterator[Fault]:
        """Also nobody finds more positives than there are."""
        yield from super().faults()
        for at, top in enumerate(self.tops):
            yield from above(f"tops[{at}].hits", top.hits or 0.0, self.positives, "positives")

    def top(self, k: float | str) -> TopK:
        """The top K as it was asked for: a count, or a share as 0.1 or "10%"."""
        tops = {top.asked: top for top in self.tops}
        (asked,) = ks_of([k])
        if asked not in tops:
            raise SettingError.choice("k", k, [repr(each) for each in tops])
        return tops[asked]


@dataclass(frozen=True)
class Ranked(Result):
    """One or more scores by which the same items are ranked, as one list or one for each value of `group`."""

    sealed_as: ClassVar[str] = "ranked"
    needs: ClassVar[tuple[str, ...]] = ("level", "replicates")

    ks: tuple[float, ...]
    group: str | None
    metrics: tuple[MetricCard, ...]
    systems: tuple[RankReport, ...]
    provenance: Provenance
    comparison: Comparison | None = since("0.2.0", None)  # noqa: RUF009 - it makes a field

    def faults(self) -> Iterator[Fault]:
        """Also rows without weights count as one each."""
        yield from super().faults()
        yield from _miscounted_rows(self)

    @property
    def per_class(self) -> bool:
        """Whether each system is the score of one class against the rest."""
        return len({system.positive for system in self.systems}) > 1

    def __getitem__(self, system: str) -> RankReport:
        """A system by its name."""
        return system_named(self.systems, system)

    def top(self, k: float | str, system: str | None = None) -> TopK:
        """The top K of a system, which must be named where there are several.

        >>> import mercalli
        >>> result = mercalli.rank(truth=[1, 0, 1, 0], score=[0.9, 0.8, 0.7, 0.1], k=["50%", 3], replicates=0)
        >>> print(result.top("50%").measure("recall_at_k").value, result.top(3).hits)
        0.5000 2.0000
        """
        names = [each.name for each in self.systems]
        if system is None and len(names) > 1:
            raise SystemNameError.several(names)
        return self[system or names[0]].top(k)


def k_text(top: TopK) -> str:
    """K as it was asked for and as it was used.

    >>> from types import SimpleNamespace as Top
    >>> k_text(Top(asked=200, least=200.0, most=200.0)), k_text(Top(asked=0.1, least=704.0, most=704.0))
    ('200', '10% = 704')
    """
    if top.asked >= 1:
        return f"{top.asked:,.0f}"
    used = count(top.least) if top.least == top.most else f"{count(top.least)} to {count(top.most)}"
    return f"{percent(top.asked)} = {used}"
