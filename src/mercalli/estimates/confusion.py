"""Estimates of confusions: the values of a panel with their intervals, and the measures of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

import numpy as np

from mercalli.estimates.class_means import with_class_means
from mercalli.estimates.intervals import Intervals, method_name
from mercalli.estimates.measure import measure_of
from mercalli.estimates.panel import Panel
from mercalli.estimates.progress import Progress, quiet, told
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.metrics.averages import taking_part
from mercalli.metrics.catalogue import PER_CLASS, Metric
from mercalli.profiles.profile import Band, Profile
from mercalli.results.measure import Measure
from mercalli.stats.confusion import Confusion
from mercalli.stats.margins import Noise
from mercalli.stats.sample import Sample
from mercalli.stats.weighing import Weighing
from mercalli.uncertainty.few_units import FEWEST_UNITS, MANY_UNITS, trials_of_a_mean
from mercalli.uncertainty.intervals import bca, wilson
from mercalli.uncertainty.resample import left_out, replicates

MAJORITY = "majority"


@dataclass(frozen=True)
class Estimates:
    """Values along the places of a panel, their intervals, the baselines, and the replicates."""

    panel: Panel
    values: Floats
    intervals: Intervals
    baselines: dict[str, Floats]
    drawn: Floats

    def measures(self, profile: Profile, sample: Sample) -> tuple[Measure, ...]:
        """One for each metric that gives one number."""
        merged = sample.confusions[0].merged(-1)
        specs = profile.metrics
        made = [
            (metric, self._measure(metric, 0, sample.n, specs[metric.name].bands if metric.name in specs else ()))
            for metric in self.panel.metrics
            if metric.needs != PER_CLASS
        ]
        return tuple(replace(measure, undefined_classes=_undefined_classes(metric, merged)) for metric, measure in made)

    def of_class(self, position: int, support: int) -> tuple[Measure, ...]:
        """The measures of one class."""
        return tuple(
            self._measure(metric, position, support) for metric in self.panel.metrics if metric.needs == PER_CLASS
        )

    def _measure(self, metric: Metric, position: int, n: int, bands: Sequence[Band] = ()) -> Measure:
        at = self.panel.places[metric.text].start + position
        baselines = {name: float(values[at]) for name, values in self.baselines.items()}
        return measure_of(
            metric, float(self.values[at]), self.intervals[at], n=n, baselines=baselines, trivial=MAJORITY, bands=bands
        )


def _undefined_classes(metric: Metric, merged: Confusion) -> tuple[str, ...]:
    """Classes that an average had to count as the worst value."""
    if metric.base is None or "undefined" not in metric.known_options or metric.options.get("undefined") == "skip":
        return ()
    undefined = np.isnan(metric.base(merged)) & (taking_part(merged, metric.options.get("classes", "true")) > 0)  # type: ignore[arg-type]
    return tuple(name for name, is_undefined in zip(merged.classes, undefined, strict=True) if is_undefined)


def generator(settings: Settings, name: str) -> np.random.Generator:
    """Random numbers of their own for every part, so that adding one part changes no other."""
    return np.random.default_rng([settings.seed, crc32(name.encode())])


def can_resample(sample: Sample) -> bool:
    """Two units do not tell how much units vary."""
    return sample.unit is None or sample.units >= FEWEST_UNITS


def estimates(sample: Sample, panel: Panel, settings: Settings, name: str, progress: Progress = quiet) -> Estimates:
    """Values and intervals of one system's table."""
    confusion = sample.confusions[0]
    whole = confusion.merged(-1)
    as_if = [confusion.as_if(share[None]).cells for share in (whole.majority(), whole.prior())]
    values, majority, prior = panel(Confusion(np.stack([confusion.cells, *as_if]), sample.classes))
    baselines = {MAJORITY: majority, "prior": prior}
    if not settings.replicates or not can_resample(sample):
        return Estimates(panel, values, Intervals.none(len(values)), baselines, np.empty((0, len(values))))
    rng = generator(settings, name)
    blocks = (panel(_shared(tables[0], sample.noise, rng)) for tables in replicates(sample, settings.replicates, rng))
    drawn = np.concatenate(list(told(blocks, "resampling", settings.replicates, progress)))
    return Estimates(panel, values, _intervals(sample, panel, settings, values, drawn), baselines, drawn)


def _shared(confusion: Confusion, noise: Noise | None, rng: np.random.Generator) -> Confusion:
    """Tables as they would have been shared, if these were."""
    return confusion if noise is None else Confusion(noise(confusion.cells, rng), confusion.classes)


def _intervals(sample: Sample, panel: Panel, settings: Settings, values: Floats, drawn: Floats) -> Intervals:
    without = ((panel(tables[0]), times) for tables, times in left_out(sample))
    units = None if sample.unit is None else sample.units
    found = resampled_intervals(values, drawn, without, settings, units=units, bounds=panel.bounds)
    found = found.with_width(values, _trials(sample, panel, settings.level), panel.bounds, settings.level)
    plain = settings.method == "auto" and sample.unit is None and not sample.weighted and sample.noise is None
    if not plain:
        return found
    return with_wilson(found, sample.confusions[0], panel, values=values, drawn=drawn, level=settings.level)


def _trials(sample: Sample, panel: Panel, level: float) -> Floats:
    """How many units, or rows of equal weight, each place rests on; a mean over classes on as many as vary so much."""
    if sample.unit is not None:
        return np.full(len(panel.bounds[0]), float(sample.units))
    whole = sample.confusions[0].merged(-1)
    share = Weighing.of(sample).effective / float(sample.weight.sum())
    of_class: Floats = whole.truths * share
    of_all = np.array([trials_of_a_mean(of_class[of_class > 0], level)])
    rests_on = [of_class if metric.needs == PER_CLASS else of_all for metric in panel.metrics]
    plain = panel.trials(sample.confusions[0]) * share
    return np.where(np.isnan(plain), np.concatenate(rests_on), plain)


def resampled_intervals(
    values: Floats,
    drawn: Floats,
    without: Iterable[tuple[Floats, Floats]],
    settings: Settings,
    *,
    units: int | None,
    bounds: tuple[Floats, Floats] | None = None,
) -> Intervals:
    """By percentiles of replicates; over few units, or if asked for, from values `without` one row or unit.

    Each of the latter comes with how many are alike; `bounds` are the ends of the range of each value, if it has any.
    """
    few = settings.method == "auto" and units is not None and units < MANY_UNITS
    if settings.method != "bca" and not few:
        return Intervals.percentile(drawn, settings.level, method_name("percentile", units=units is not None))
    parts, times = (np.concatenate(each) for each in zip(*without, strict=True))
    if few:
        return Intervals.over_units(values, parts, bounds, settings.level)
    low, high = bca(values, drawn, parts, times, settings.level)
    method = method_name("bca", units=units is not None)
    return Intervals(low, high, [method] * len(values), np.isnan(drawn).mean(axis=0))


def with_wilson(
    found: Intervals, confusion: Confusion, panel: Panel, *, values: Floats, drawn: Floats, level: float
) -> Intervals:
    """Wilson's intervals for plain proportions of rows that are drawn one by one and weigh the same, and for means."""
    found = of_proportions(found, values, panel.trials(confusion), level)
    return with_class_means(found, confusion.merged(-1), panel, values=values, drawn=drawn, level=level)


def of_proportions(found: Intervals, values: Floats, trials: Floats, level: float) -> Intervals:
    """The same with Wilson's intervals for proportions of so many trials, NaN for what is none."""
    plain = ~np.isnan(trials)
    low, high = found.low.copy(), found.high.copy()
    low[plain], high[plain] = wilson(values[plain], trials[plain], level)
    methods = ["wilson" if is_plain else method for method, is_plain in zip(found.methods, plain, strict=True)]
    return replace(found, low=low, high=high, methods=methods)
