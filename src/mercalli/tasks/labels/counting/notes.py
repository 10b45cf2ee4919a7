"""What was done to shared counts, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mercalli.estimates.confusion import Estimates, estimates
from mercalli.estimates.measure import unmeasured
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.estimates.shared import known
from mercalli.metrics.catalogue import Metric
from mercalli.results.measure import Measure
from mercalli.results.parts import ClassReport
from mercalli.stats.margins import CELLS, Noise
from mercalli.stats.sample import Sample
from mercalli.text.numbers import number
from mercalli.text.words import counted, listed, short_name

NAMED, WIDER = 5, 1.005


def without_small(
    reports: Sequence[ClassReport], noise: Noise, per_class: Mapping[str, Metric]
) -> tuple[ClassReport, ...]:
    """Classes without the values that were not shared, or that rounding drowns."""
    return tuple(
        replace(
            report, measures=tuple(_measure(each, report, noise, per_class, len(reports)) for each in report.measures)
        )
        for report in reports
    )


def _measure(
    measure: Measure, report: ClassReport, noise: Noise, per_class: Mapping[str, Metric], classes: int
) -> Measure:
    least = noise.told_from(classes)
    if not known(per_class[measure.metric], noise.table, [*map(str, range(classes))]):
        return unmeasured(measure.metric, report.support, "what was predicted of each class was not shared")
    if 0 < report.support < least:
        why = f"fewer than {least} rows tell nothing beside the rounding of counts"
        return unmeasured(measure.metric, report.support, why)
    return measure


def sharing_notes(
    sample: Sample, overall: Estimates, classes: Sequence[ClassReport], headline: Sequence[Metric], settings: Settings
) -> Iterator[str]:
    """What was done first, then what it costs."""
    noise = sample.noise
    if noise is None:
        return
    cost = _cost(sample, overall, headline, settings)
    yield f"Before they were shared, counts were {noise.rule.text}{_pieces(noise)}. {cost}"
    least = noise.told_from(len(classes))
    small = [short_name(each.name) for each in classes if 0 < each.support < least]
    if small:
        have = f"{counted(len(small), 'class')} of fewer than {least} rows {'has' if len(small) == 1 else 'have'}"
        named = f"{listed(small, NAMED)}. Means over classes contain them."
        yield f"{have} no values, since rounding drowns them: {named}"
    if noise.table != CELLS:
        yield "Sums of each class were shared, and not which class was taken for which: there is no confusion matrix."


def _pieces(noise: Noise) -> str:
    return "" if noise.pieces == 1 else f"; each number here is the sum of {noise.pieces:,} such counts"


def _cost(sample: Sample, overall: Estimates, headline: Sequence[Metric], settings: Settings) -> str:
    """How much wider intervals are than those of exact counts."""
    if not len(overall.drawn):
        return "Without intervals nothing says what that costs."
    panel = Panel(tuple(headline), len(sample.classes), settings.like)
    exact = estimates(replace(sample, noise=None), panel, replace(settings, method="percentile"), "overall").drawn
    times = {}
    for metric in headline:
        own, at = overall.drawn[:, overall.panel.places[metric.text].start], panel.places[metric.text].start
        spread = float(exact[:, at].std())
        times[metric.text] = float(own.std()) / spread if spread else 1.0
    wider = [f"{name} {number(each, 2)} times" for name, each in times.items() if each > WIDER]
    if not wider:
        return "Intervals contain that, and are no wider for it."
    return f"Intervals contain that, and are wider for it: {', '.join(wider)} as wide as those of exact counts."
