"""Numbers to records: the measure of a metric, the difference of two systems, and the card of a metric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

from mercalli.estimates.intervals import NO_INTERVAL, Interval, finite
from mercalli.metrics.catalogue import Metric
from mercalli.profiles.profile import Band, Profile
from mercalli.results.difference import Difference
from mercalli.results.measure import BandCard, Measure, MetricCard

HAIR = 1e-9  # a value may miss a band by so little, as sums do


def cards(metrics: Iterable[Metric], profile: Profile | None = None) -> tuple[MetricCard, ...]:
    """What a reader needs to know about each metric, with the bands of a profile if one applies."""
    listed = list(metrics)
    texts = {metric.name: metric.text for metric in reversed(listed)}
    return tuple(_card(metric, profile, texts) for metric in listed)


def _card(metric: Metric, profile: Profile | None, texts: Mapping[str, str]) -> MetricCard:
    facts = metric.facts
    spec = None if profile is None else profile.metrics.get(metric.name)
    read_as = () if profile is None else profile.bands.get(metric.name, ())
    return MetricCard(
        metric=metric.text,
        label=facts.label,
        meaning=metric.meaning,
        formula=facts.formula,
        lowest=finite(facts.range[0]),
        highest=finite(facts.range[1]),
        best=None if facts.best is None else finite(facts.best),
        direction=metric.direction,
        misleads=facts.misleads,
        reference=facts.reference,
        beside=tuple(texts.get(name, name) for name in facts.beside),
        bands=tuple(BandCard(band.name, band.lower, band.says) for band in (read_as if spec is None else spec.bands)),
        own=spec is not None,
    )


def named_measure(
    name: str,
    value: float | None,
    low: float | None = None,
    high: float | None = None,
    method: str | None = None,
    *,
    n: int = 0,
    undefined: str | None = None,
    baselines: Mapping[str, float | None] | None = None,
) -> Measure:
    """The record of a number that is no metric of the catalogue, such as a score of a benchmark."""
    return Measure(name, value, low, high, method, n, undefined, baselines=baselines or {})


def measure_of(
    metric: Metric,
    value: float,
    interval: Interval = NO_INTERVAL,
    *,
    n: int,
    baselines: Mapping[str, float] | None = None,
    trivial: str | None = None,
    bands: Sequence[Band] = (),
) -> Measure:
    """The record of a number.

    Args:
        metric: What was measured.
        value: The number; not finite where it is undefined.
        interval: Its interval, which an undefined number does not have.
        n: The rows it rests on.
        baselines: What trivial models get.
        trivial: The baseline on which the skill rests; there is no skill without one.
        bands: Names of stretches of values, the highest first.
    """
    known = finite(value)
    low, high = (None if known is None else finite(end) for end in (interval.low, interval.high))
    least = {name: finite(each) for name, each in (baselines or {}).items()}
    return Measure(
        metric=metric.text,
        value=known,
        low=low,
        high=high,
        method=None if low is None else interval.method,
        n=n,
        undefined=metric.facts.undefined if known is None else None,
        undefined_share=interval.undefined_share,
        baselines=least,
        skill=None if trivial is None else skill(metric, known, least[trivial]),
        band=None if known is None else band(bands, known),
    )


def unmeasured(metric: str, n: int, why: str) -> Measure:
    """The record of a number that could not be had, with the reason."""
    return Measure(metric, None, None, None, None, n, undefined=why)


def skill(metric: Metric, value: float | None, trivial: float | None) -> float | None:
    """0 where a model is as good as a trivial one, 1 where it is perfect; none where no value is the best."""
    best = metric.facts.best
    if value is None or trivial is None or best is None or not metric.direction or not isfinite(best):
        return None
    return (value - trivial) / (best - trivial) if best != trivial else None


def band(bands: Sequence[Band], value: float) -> str | None:
    """The name of the first band whose lower edge a value reaches."""
    return next((each.name for each in bands if value >= each.lower - HAIR), None)


def difference_of(metric: Metric, first: float, second: float, interval: Interval, p: float) -> Difference:
    """First minus second on one metric; who is better is decided over all pairs."""
    return named_difference(metric.text, first, second, interval, p, undefined=metric.facts.undefined)


def named_difference(
    name: str, first: float, second: float, interval: Interval, p: float, *, undefined: str
) -> Difference:
    """First minus second on a number with a name."""
    moved = finite(first - second)
    low, high = (None if moved is None else finite(end) for end in (interval.low, interval.high))
    return Difference(
        metric=name,
        first=finite(first),
        second=finite(second),
        difference=moved,
        low=low,
        high=high,
        method=None if low is None else interval.method,
        p=None if moved is None else finite(p),
        p_adjusted=None,
        better=None,
        undefined=undefined if moved is None else None,
    )
