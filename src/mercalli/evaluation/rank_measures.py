"""The first K as records: what is expected there, how sure it is, and how equal scores could change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.evaluation.measures import finite
from mercalli.evaluation.ranked import VALUES, values_of
from mercalli.metrics.catalogue import catalogue
from mercalli.metrics.ratio import ratio
from mercalli.metrics.top_k import at_random
from mercalli.results.ranked import GainsCurve, TopK
from mercalli.results.records import Measure
from mercalli.uncertainty.intervals import percentile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.evaluation.ranked import Ranks
    from mercalli.inputs.arrays import Floats
    from mercalli.metrics.catalogue import Metric
    from mercalli.metrics.top_k import Top
    from mercalli.stats.lists import RankedLists

RANDOM = "random"


def metrics_at(k: float) -> list[Metric]:
    """Precision, recall, hit rate and lift at one K."""
    return [catalogue()[f"{name}_at_k"].having({"k": k}) for name in VALUES]


def top_k(ranks: Ranks, k: float, n: int, drawn: Floats | None, level: float) -> TopK:
    """One K: what is expected there, the best and the worst order, and what a random order would give."""
    found = ranks.top(k)
    used = found.k[~np.isnan(found.k)]
    texts = [metric.text for metric in metrics_at(k)]
    worst, best = (values_of(ranks.top(k, ties)) for ties in ("worst", "best"))
    return TopK(
        asked=k,
        least=float(used.min()) if len(used) else 0.0,
        most=float(used.max(initial=0.0)),
        share=float(used.sum() / found.total.sum()),
        hits=float(np.nansum(found.hits)),
        cut=_cut(ranks.lists, found),
        short=int(((found.total < k) & ~np.isnan(found.k)).sum()) if k >= 1 else 0,
        measures=_measures(found, k, n, drawn, level, "" if ranks.units is None else " over units"),
        worst={text: finite(value) for text, value in zip(texts, worst, strict=True)},
        best={text: finite(value) for text, value in zip(texts, best, strict=True)},
    )


def _measures(  # noqa: PLR0917 - the parts of one record
    found: Top, k: float, n: int, drawn: Floats | None, level: float, over: str
) -> tuple[Measure, ...]:
    values, random = values_of(found), values_of(at_random(found))
    replicates = np.full((1, len(VALUES)), np.nan) if drawn is None else drawn
    low, high = percentile(replicates, level)
    undefined = np.isnan(replicates).mean(axis=0)
    return tuple(
        Measure(
            metric=metric.text,
            value=finite(values[at]),
            low=finite(np.maximum(low[at], 0.0)) if np.isfinite(values[at]) else None,
            high=finite(np.minimum(high[at], metric.facts.range[1])) if np.isfinite(values[at]) else None,
            method=f"percentile{over}" if np.isfinite(values[at] + low[at]) else None,
            n=n,
            undefined=None if np.isfinite(values[at]) else metric.facts.undefined,
            undefined_share=0.0 if drawn is None else float(undefined[at]),
            baselines={RANDOM: finite(random[at])},
        )
        for at, metric in enumerate(metrics_at(k))
    )


def _cut(lists: RankedLists, found: Top) -> float:
    """Rows with equal scores that stand on both sides of the cut and are not all alike."""
    rows = lists.rows
    slots = np.clip(lists.lists.spread(found.k) - lists.lists.before(rows), 0.0, rows)
    mixed = (lists.positive > 0) & (lists.negative > 0)
    return float(rows[(slots > 0) & (slots < rows) & mixed].sum())


def gains_curve(ranks: Ranks, points: Sequence[float], drawn: Floats | None, level: float) -> GainsCurve:
    """Recall and lift, the further down one looks."""
    tops = [ranks.top(k) for k in points]
    low, high = percentile(np.full((1, len(tops)), np.nan) if drawn is None else drawn, level)
    return GainsCurve(
        k=tuple(float(np.nanmax(each.k)) for each in tops),
        share=tuple(float(ratio(np.nansum(each.k), each.total.sum())) for each in tops),
        gain=tuple(finite(float(each.recall)) for each in tops),
        low=tuple(finite(each) for each in np.maximum(low, 0.0)),
        high=tuple(finite(each) for each in np.minimum(high, 1.0)),
        lift=tuple(finite(float(each.lift)) for each in tops),
    )
