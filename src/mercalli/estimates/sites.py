"""From the values of sites to their mean, and to the interval of the next site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mercalli.estimates.measure import named_measure, unmeasured
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.metrics.catalogue import Metric
from mercalli.results.measure import Measure
from mercalli.results.parts import SliceReport
from mercalli.results.sites import SiteSummary
from mercalli.uncertainty.random_effects import FEWEST_SITES, RandomEffects, log_odds, shares

NO_SITES = (MISSING_SLICE, "(other)")
MEAN, NEXT = "random effects", "random effects, one more site"
SHARE = (0.0, 1.0)


def site_summaries(
    column: str, slices: Sequence[SliceReport], metrics: Sequence[Metric], level: float
) -> Iterator[SiteSummary]:
    """One for each metric from 0 to 1 that two sites or more have with an interval."""
    sites = [part for part in slices if part.columns == (column,) and part.values[0] not in NO_SITES]
    for metric in metrics:
        known = [
            measure
            for part in sites
            for measure in part.measures
            if measure.metric == metric.text and measure.value is not None and measure.low is not None
        ]
        if metric.facts.range == SHARE and len(known) > 1:
            yield _summary(column, metric.text, known, level)


def _summary(column: str, metric: str, known: Sequence[Measure], level: float) -> SiteSummary:
    values = [float(each.value or 0.0) for each in known]
    rows = sum(each.n for each in known)
    if len(known) < FEWEST_SITES:
        nothing = unmeasured(metric, rows, f"{len(known)} sites do not tell how much sites differ; {FEWEST_SITES} do")
        return SiteSummary(column, len(known), min(values), max(values), nothing, nothing)
    middle, low, high = (np.array([getattr(each, name) for each in known]) for name in ("value", "low", "high"))
    found = RandomEffects.of(*log_odds(middle, low, high, np.array([each.n for each in known], np.float64), level))
    mean, low_mean, high_mean, low_next, high_next = shares(
        np.array([found.mean, *found.interval(level), *found.next_site(level)])
    ).tolist()
    return SiteSummary(
        column,
        len(known),
        min(values),
        max(values),
        named_measure(metric, mean, low_mean, high_mean, MEAN, n=rows),
        named_measure(metric, mean, low_next, high_next, NEXT, n=rows),
        found.variance,
        found.share,
    )
