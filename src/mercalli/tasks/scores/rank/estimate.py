"""The first K as records: what is expected there, how sure it is, and how equal scores could change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.intervals import Intervals, finite, finite_each, method_name
from mercalli.estimates.measure import measure_of
from mercalli.metrics.catalogue import catalogue
from mercalli.metrics.ranking.top_k import at_random
from mercalli.metrics.ratio import ratio
from mercalli.tasks.scores.rank.lists import VALUES, OneList, first_k, values_of
from mercalli.tasks.scores.rank.result import GainsCurve, TopK
from mercalli.uncertainty.first_k import FirstK
from mercalli.uncertainty.intervals import percentile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Floats
    from mercalli.metrics.catalogue import Metric
    from mercalli.metrics.ranking.top_k import Top
    from mercalli.results.measure import Measure
    from mercalli.stats.lists import RankedLists
    from mercalli.tasks.scores.rank.lists import Ranks

RANDOM = "random"
PRECISION, RECALL, LIFT = (VALUES.index(name) for name in ("precision", "recall", "lift"))


def metrics_at(k: float) -> list[Metric]:
    """Precision, recall, hit rate and lift at one K."""
    return [catalogue()[f"{name}_at_k"].having({"k": k}) for name in VALUES]


def top_k(ranks: Ranks, k: float, n: int, drawn: Floats | None, level: float) -> TopK:
    """One K: what is expected there, the best and the worst order, and what a random order would give."""
    top = first_k(ranks.lists, k)
    used = top.k[~np.isnan(top.k)]
    texts = [metric.text for metric in metrics_at(k)]
    worst, best = (values_of(first_k(ranks.lists, k, ties)) for ties in ("worst", "best"))
    return TopK(
        asked=k,
        least=float(used.min()) if len(used) else 0.0,
        most=float(used.max(initial=0.0)),
        share=float(used.sum() / top.total.sum()),
        hits=float(np.nansum(top.hits)) if len(used) else None,
        cut=_cut(ranks.lists, top),
        short=int(((top.total < k) & ~np.isnan(top.k)).sum()) if k >= 1 else 0,
        measures=_measures(top, k, n, _intervals(ranks, top, drawn, level)),
        worst=dict(zip(texts, finite_each(worst), strict=True)),
        best=dict(zip(texts, finite_each(best), strict=True)),
    )


def _intervals(ranks: Ranks, top: Top, drawn: Floats | None, level: float) -> Intervals:
    """Replicates, but where these have too little spread: the first rows of one plain list without ties at the cut."""
    if drawn is None:
        return Intervals.none(len(VALUES))
    low, high = percentile(drawn, level)
    methods = [method_name("percentile", units=ranks.units is not None)] * len(VALUES)
    if _plain(ranks, top):
        part, here = _first_k(top), drawn[:, PRECISION]
        low[PRECISION], high[PRECISION] = part.precision_interval(level, here)
        low[RECALL], high[RECALL] = part.recall_interval(level, here, _rest(part, here, drawn[:, RECALL]))
        low[LIFT], high[LIFT] = (end * part.total / part.k for end in (low[RECALL], high[RECALL]))
        methods[PRECISION], methods[RECALL], methods[LIFT] = "wilson", "wilson of both parts", "wilson of both parts"
    highest = [metric.facts.range[1] for metric in metrics_at(1)]
    return Intervals(np.maximum(low, 0.0), np.minimum(high, highest), methods, np.isnan(drawn).mean(axis=0))


def _plain(ranks: Ranks, top: Top) -> bool:
    """Whether rows of one list are drawn one by one, weigh the same, and are not tied at the cut."""
    rows = isinstance(ranks, OneList) and ranks.units is None and not ranks.scores.weighted
    return rows and not np.isnan(top.k).any() and not _cut(ranks.lists, top)


def _first_k(top: Top) -> FirstK:
    return FirstK(*(float(part[0]) for part in (top.hits, top.k, top.positives, top.total)))


def _rest(part: FirstK, precision: Floats, recall: Floats) -> Floats | None:
    """The share of positives behind the first K in every replicate."""
    hits = precision * part.k
    return None if part.k == part.total else (ratio(hits, recall) - hits) / (part.total - part.k)


def _measures(top: Top, k: float, n: int, intervals: Intervals) -> tuple[Measure, ...]:
    values, random = values_of(top), values_of(at_random(top))
    return tuple(
        measure_of(metric, values[at], intervals[at], n=n, baselines={RANDOM: random[at]})
        for at, metric in enumerate(metrics_at(k))
    )


def _cut(lists: RankedLists, top: Top) -> float:
    """Rows with equal scores that stand on both sides of the cut and are not all alike."""
    rows = lists.rows
    slots = np.clip(lists.lists.spread(top.k) - lists.lists.before(rows), 0.0, rows)
    mixed = (lists.positive > 0) & (lists.negative > 0)
    return float(rows[(slots > 0) & (slots < rows) & mixed].sum())


def gains_curve(ranks: Ranks, points: Sequence[float], drawn: Floats | None, level: float) -> GainsCurve:
    """Recall and lift, the further down one looks."""
    tops = [first_k(ranks.lists, k) for k in points]
    low, high = _band(ranks, tops, drawn, level)
    return GainsCurve(
        k=tuple(float(np.nanmax(each.k)) for each in tops),
        share=tuple(float(ratio(np.nansum(each.k), each.total.sum())) for each in tops),
        gain=tuple(finite(float(each.recall)) for each in tops),
        low=finite_each(np.maximum(low, 0.0)),
        high=finite_each(np.minimum(high, 1.0)),
        lift=tuple(finite(float(each.lift)) for each in tops),
    )


def _band(ranks: Ranks, tops: Sequence[Top], drawn: Floats | None, level: float) -> Floats:
    """The interval of the recall at each point of the curve, as wide at least as two parts have it."""
    if drawn is None:
        return np.full((2, len(tops)), np.nan)
    band = percentile(drawn, level)
    for at, top in enumerate(tops):
        if _plain(ranks, top):
            low, high = _first_k(top).recall_interval(level)
            band[:, at] = np.fmin(band[0, at], low), np.fmax(band[1, at], high)
    return band
