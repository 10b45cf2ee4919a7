"""Estimates to measures: numbers to records with words."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.catalogue import PER_CLASS
from mercalli.results.measure import BandCard, Measure, MetricCard

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mercalli.estimates.confusion import Estimates
    from mercalli.estimates.panel import Panel
    from mercalli.metrics.catalogue import Metric
    from mercalli.profiles.profile import MetricSpec, Profile
    from mercalli.stats.confusion import Confusion


def finite(value: float) -> float | None:
    """A plain number, or None where there is none."""
    return float(value) if isfinite(value) else None


def cards(metrics: Iterable[Metric], profile: Profile) -> tuple[MetricCard, ...]:
    """What a reader needs to know about each metric."""
    listed = list(metrics)
    texts = {metric.name: metric.text for metric in reversed(listed)}
    return tuple(_card(metric, profile, texts) for metric in listed)


def _card(metric: Metric, profile: Profile, texts: Mapping[str, str]) -> MetricCard:
    facts = metric.facts
    spec = profile.metrics.get(metric.name)
    bands = profile.bands.get(metric.name, ()) if spec is None else spec.bands
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
        bands=tuple(BandCard(band.name, band.lower, band.says) for band in bands),
        own=spec is not None,
    )


def whole_measures(
    found: Estimates, panel: Panel, profile: Profile, confusion: Confusion, n: int
) -> tuple[Measure, ...]:
    """One measure for each metric that gives one number."""
    places = panel.places
    merged = confusion.merged(-1)
    made = [
        (metric, _measure(found, metric, places[metric.text].start, profile.metrics.get(metric.name), n))
        for metric in panel.metrics
        if metric.needs != PER_CLASS
    ]
    return tuple(replace(measure, undefined_classes=_undefined_classes(metric, merged)) for metric, measure in made)


def class_measures(found: Estimates, panel: Panel, position: int, support: int) -> tuple[Measure, ...]:
    """The measures of one class."""
    places = panel.places
    return tuple(
        _measure(found, metric, places[metric.text].start + position, None, support)
        for metric in panel.metrics
        if metric.needs == PER_CLASS
    )


def _measure(found: Estimates, metric: Metric, at: int, spec: MetricSpec | None, n: int) -> Measure:
    value = finite(found.values[at])
    band = spec.band(value) if spec is not None and value is not None else None
    baselines = {name: finite(values[at]) for name, values in found.baselines.items()}
    return Measure(
        metric=metric.text,
        value=value,
        low=finite(found.low[at]) if value is not None else None,
        high=finite(found.high[at]) if value is not None else None,
        method=found.methods[at] if value is not None else None,
        n=n,
        undefined=metric.facts.undefined if value is None else None,
        undefined_share=float(found.undefined_share[at]),
        baselines=baselines,
        skill=_skill(metric, value, baselines["majority"]),
        band=band.name if band else None,
    )


def _skill(metric: Metric, value: float | None, majority: float | None) -> float | None:
    best = metric.facts.best
    if value is None or majority is None or best is None or not metric.direction or not isfinite(best):
        return None
    return (value - majority) / (best - majority) if best != majority else None


def _undefined_classes(metric: Metric, merged: Confusion) -> tuple[str, ...]:
    """Classes that an average had to count as 0."""
    counted = metric.name.endswith(("_macro", "_weighted")) and metric.options.get("undefined") != "skip"
    if metric.base is None or not counted:
        return ()
    undefined = np.isnan(metric.base(merged))
    return tuple(name for name, is_undefined in zip(merged.classes, undefined, strict=True) if is_undefined)
