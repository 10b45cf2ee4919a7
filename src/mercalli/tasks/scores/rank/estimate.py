"""The first K of one list of scores or of several: exactly, in replicates, and as records with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from mercalli.errors import MissingError, ScoreError
from mercalli.estimates.confusion import can_resample
from mercalli.estimates.intervals import Intervals, bounds_of, finite, finite_each, method_name
from mercalli.estimates.measure import measure_of
from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.inputs.scores import Scores
from mercalli.metrics.catalogue import Metric, catalogue
from mercalli.metrics.ranking.top_k import Ties, Top, at_random, top
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.stats.lists import RankedLists
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.estimate import sample_table, score_sample, table_of
from mercalli.tasks.scores.result import GainsCurve, TopK
from mercalli.uncertainty.few_units import FEWEST_UNITS, MANY_UNITS, bounded_interval
from mercalli.uncertainty.first_k import FirstK
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.resample import left_out, tables_drawn, times_in_blocks

VALUES = ("precision", "recall", "hit_rate", "lift")
EVEN_STEPS, FINE_STEPS = 1_024, 3_072
FINEST = 1e-7
CURVE_POINTS = 100
RANDOM = "random"
PRECISION, RECALL, HIT, LIFT = range(len(VALUES))


def first_k(lists: RankedLists, k: float, ties: Ties = "expected") -> Top:
    """The first K of every list."""
    return top(lists, k, ties, "rank")


def values_of(first: Top) -> Floats:
    """Precision, recall, hit rate and lift: (..., 4)."""
    return np.stack([np.asarray(getattr(first, name), np.float64) for name in VALUES], axis=-1)


@dataclass(frozen=True)
class OneList:
    """Everything in one list: rows or units are resampled."""

    scores: Scores
    table: ScoreTable

    @cached_property
    def lists(self) -> RankedLists:
        """The only list."""
        return RankedLists.single(self.table)

    @property
    def units(self) -> int | None:
        """How many units are resampled."""
        return None if self.scores.unit is None else len(np.unique(self.scores.unit.codes))

    def curve_ks(self) -> list[float]:
        """Whole rows, or shares of the weight."""
        if self.scores.weighted:
            return [float(share) for share in np.arange(1, CURVE_POINTS) / CURVE_POINTS]
        return _whole_steps(float(self.table.total))

    def drawn(
        self, ks: Sequence[float], points: Sequence[float], replicates: int, rng: np.random.Generator
    ) -> tuple[Floats, Floats]:
        """Values at each K (replicates, K, 4), and recall at each point of the curve (replicates, points).

        Over few units these are without each unit in turn. Tables are drawn over some thousand steps of scores, finest
        at the top, and moved by what the steps change.
        """
        sample, steps = score_sample(self.scores, self.table, _steps(self.table))
        rough = RankedLists.single(ScoreTable(steps, *sample_table(sample)))
        if not can_resample(sample):
            return np.full((1, len(ks), len(VALUES)), np.nan), np.full((1, len(points)), np.nan)
        values, gains = [], []
        left = (block.cells for (block,), _ in left_out(sample)) if is_few(self.units) else None
        for block in left or (block for (block,) in tables_drawn(sample, replicates, rng)):
            replicate = RankedLists.single(ScoreTable(steps, block[:, 0], block[:, 1]))
            values.append(_values(replicate, ks))
            gains.append(_gains(replicate, points))
        shift = _values(self.lists, ks) - _values(rough, ks), _gains(self.lists, points) - _gains(rough, points)
        return np.concatenate(values) + shift[0], np.concatenate(gains) + shift[1]


def _values(ranked: RankedLists, ks: Sequence[float]) -> Floats:
    return np.stack([values_of(first_k(ranked, k)) for k in ks], axis=-2)


def _gains(ranked: RankedLists, points: Sequence[float]) -> Floats:
    """Recall at each point: between two scores positives come in evenly, as equal scores do on average."""
    positives, rows = (np.atleast_2d(part) for part in ranked.seen)
    depth = np.array(points, np.float64)
    hits_at = [
        np.interp(np.where(depth < 1, depth * seen[-1], depth), np.append(0.0, seen), np.append(0.0, hits))
        for seen, hits in zip(rows, positives, strict=True)
    ]
    gains = ratio(np.array(hits_at), positives[:, -1:])
    return gains if ranked.positive.ndim > 1 else gains[0]


def _steps(table: ScoreTable) -> Ints | None:
    """Which step each score belongs to: steps grow with their distance from the top, up to a thousandth of all."""
    if len(table.score) <= EVEN_STEPS + FINE_STEPS:
        return np.arange(len(table.score))
    total = float(table.total)
    fine, even = np.geomspace(total * FINEST, total, FINE_STEPS), np.linspace(0, total, EVEN_STEPS)
    middle = table.tp + table.fp - (table.positive + table.negative) / 2
    _, step = np.unique(np.searchsorted(np.union1d(fine, even), middle), return_inverse=True)
    return step.astype(np.int64)


def _whole_steps(most: float) -> list[float]:
    """Whole numbers from 1 up, at most a hundred."""
    return [int(step) for step in np.unique(np.linspace(1, most, min(CURVE_POINTS, int(most))).round())]


@dataclass(frozen=True)
class SeveralLists:
    """A list for each group: groups, or units of several groups, are resampled as a whole."""

    lists: RankedLists
    unit: Ints | None

    @classmethod
    def of(cls, scores: Scores, group: str, origin: str) -> SeveralLists:
        """Every row must have a group, and every group one unit."""
        column = scores.by[group].occurring()
        if MISSING_SLICE in column.values:
            absent = column.codes == column.values.index(MISSING_SLICE)
            raise MissingError.values(f"group in {group!r}", int(scores.rows[absent].sum()), origin)
        lists = RankedLists.of(scores.score, scores.positive, column.codes, scores.weight)
        return cls(lists, _units_of(scores, column.codes, group, origin))

    @property
    def units(self) -> int:
        """How many units, or groups, are resampled."""
        return len(self.lists.times) if self.unit is None else len(np.unique(self.unit))

    def curve_ks(self) -> list[float]:
        """From one item of every list up to the longest list."""
        longest = self.lists.lists.sums(self.lists.rows).max()
        return _whole_steps(max(1.0, float(np.floor(longest))))

    def drawn(
        self, ks: Sequence[float], points: Sequence[float], replicates: int, rng: np.random.Generator
    ) -> tuple[Floats, Floats]:
        """Values at each K, and recall at each point; lists stay as they are and count as often as they were drawn.

        Over few units (or lists) these are without each of them in turn.
        """
        tops = [first_k(self.lists, k) for k in ks]
        recalls = np.array([ratio(top.hits, top.positives) for top in (first_k(self.lists, k) for k in points)])
        recalls = recalls.reshape(len(points), len(self.lists.times))
        if self.units < FEWEST_UNITS:
            return np.full((1, len(ks), len(VALUES)), np.nan), np.full((1, len(points)), np.nan)
        values, gains = [], []
        left = [1 - np.eye(self.units)] if is_few(self.units) else None
        for drawn in left or times_in_blocks(self.units, replicates, rng, len(self.lists.times)):
            times = drawn if self.unit is None else drawn[:, self.unit]
            values.append(np.stack([values_of(replace(top, times=times)) for top in tops], axis=-2))
            defined = ~np.isnan(recalls)
            gains.append(ratio(times @ np.where(defined, recalls, 0.0).T, times @ defined.T.astype(np.float64)))
        return np.concatenate(values), np.concatenate(gains)


def _units_of(scores: Scores, group: Ints, name: str, origin: str) -> Ints | None:
    """The unit of every group."""
    if scores.unit is None:
        return None
    unit = scores.unit.occurring().codes
    first = np.full(int(group.max()) + 1, -1)
    first[group] = unit
    split = np.flatnonzero(sums(group, (first[group] != unit).astype(np.float64), len(first)))
    if len(split):
        raise ScoreError.split_groups(name, [scores.by[name].occurring().values[at] for at in split], origin)
    return first


def is_few(units: int | None) -> bool:
    """Whether each unit is left out in turn instead of drawing units."""
    return units is not None and units < MANY_UNITS


Ranks: TypeAlias = OneList | SeveralLists


def ranks_of(scores: Scores, group: str | None, origin: str) -> Ranks:
    """One list, or one for each value of the group column."""
    return OneList(scores, table_of(scores)) if group is None else SeveralLists.of(scores, group, origin)


def metrics_at(k: float) -> list[Metric]:
    """Precision, recall, hit rate and lift at one K."""
    return [catalogue()[f"{name}_at_k"].having({"k": k}) for name in VALUES]


def top_k(ranks: Ranks, k: float, n: int, drawn: Floats | None, level: float) -> TopK:
    """One K: what is expected there, the best and the worst order, and what a random order would give."""
    first = first_k(ranks.lists, k)
    used = first.k[~np.isnan(first.k)]
    texts = [metric.text for metric in metrics_at(k)]
    worst, best = (values_of(first_k(ranks.lists, k, ties)) for ties in ("worst", "best"))
    return TopK(
        asked=k,
        least=float(used.min()) if len(used) else 0.0,
        most=float(used.max(initial=0.0)),
        share=float(used.sum() / first.total.sum()),
        hits=float(np.nansum(first.hits)) if len(used) else None,
        cut=_cut(ranks.lists, first),
        short=int(((first.total < k) & ~np.isnan(first.k)).sum()) if k >= 1 else 0,
        measures=_measures(first, k, n, _intervals(ranks, first, drawn, level)),
        worst=dict(zip(texts, finite_each(worst), strict=True)),
        best=dict(zip(texts, finite_each(best), strict=True)),
    )


def _intervals(ranks: Ranks, first: Top, drawn: Floats | None, level: float) -> Intervals:
    """Replicates, but where these have too little spread: the first rows of one plain list without ties at the cut."""
    if drawn is None or np.isnan(drawn).all():
        return Intervals.none(len(VALUES))
    values, bounds = values_of(first), bounds_of(metrics_at(1))
    if is_few(ranks.units):
        return Intervals.over_units(values, drawn, bounds, level)
    low, high = percentile(drawn, level)
    methods = [method_name("percentile", units=ranks.units is not None)] * len(VALUES)
    if _plain(ranks, first):
        part, here = _plain_first_k(first), drawn[:, PRECISION]
        low[PRECISION], high[PRECISION] = part.precision_interval(level, here)
        low[RECALL], high[RECALL] = part.recall_interval(level, here, _rest(part, here, drawn[:, RECALL]))
        low[LIFT], high[LIFT] = (end * part.total / part.k for end in (low[RECALL], high[RECALL]))
        low[HIT], high[HIT] = part.hit_interval(level, here)
        methods[PRECISION], methods[RECALL], methods[LIFT] = "wilson", "wilson of both parts", "wilson of both parts"
        methods[HIT] = "wilson"
    low, high = (np.clip(end, *bounds) for end in (low, high))
    found = Intervals(low, high, methods, np.isnan(drawn).mean(axis=0))
    trials = float(np.nansum(first.k)) if ranks.units is None else float(ranks.units)
    return found if _plain(ranks, first) else found.with_width(values, np.full(len(values), trials), bounds, level)


def _plain(ranks: Ranks, first: Top) -> bool:
    """Whether rows of one list are drawn one by one, weigh the same, and are not tied at the cut."""
    rows = isinstance(ranks, OneList) and ranks.units is None and not ranks.scores.weighted
    return rows and not np.isnan(first.k).any() and not _cut(ranks.lists, first)


def _plain_first_k(first: Top) -> FirstK:
    return FirstK(*(float(part[0]) for part in (first.hits, first.k, first.positives, first.total)))


def _rest(part: FirstK, precision: Floats, recall: Floats) -> Floats | None:
    """The share of positives behind the first K in every replicate."""
    hits = precision * part.k
    return None if part.k == part.total else (ratio(hits, recall) - hits) / (part.total - part.k)


def _measures(first: Top, k: float, n: int, intervals: Intervals) -> tuple[Measure, ...]:
    values, random = values_of(first), values_of(at_random(first))
    return tuple(
        measure_of(metric, values[at], intervals[at], n=n, baselines={RANDOM: random[at]})
        for at, metric in enumerate(metrics_at(k))
    )


def _cut(lists: RankedLists, first: Top) -> float:
    """Rows with equal scores that stand on both sides of the cut and are not all alike."""
    rows = lists.rows
    slots = np.clip(lists.lists.spread(first.k) - lists.lists.before(rows), 0.0, rows)
    mixed = (lists.positive > 0) & (lists.negative > 0)
    return float(rows[(slots > 0) & (slots < rows) & mixed].sum())


def gains_curve(ranks: Ranks, points: Sequence[float], drawn: Floats | None, level: float) -> GainsCurve:
    """Recall and lift, the further down one looks."""
    tops = [first_k(ranks.lists, k) for k in points]
    low, high = _band(ranks, tops, drawn, level)
    return GainsCurve(
        k=tuple(float(np.nanmax(top.k)) for top in tops),
        share=tuple(float(ratio(np.nansum(top.k), top.total.sum())) for top in tops),
        gain=tuple(finite(float(top.recall)) for top in tops),
        low=finite_each(np.maximum(low, 0.0)),
        high=finite_each(np.minimum(high, 1.0)),
        lift=tuple(finite(float(top.lift)) for top in tops),
    )


def _band(ranks: Ranks, tops: Sequence[Top], drawn: Floats | None, level: float) -> Floats:
    """The interval of the recall at each point of the curve, as wide at least as two parts have it."""
    if drawn is None:
        return np.full((2, len(tops)), np.nan)
    if is_few(ranks.units) and not np.isnan(drawn).all():
        shares = np.zeros(len(tops)), np.ones(len(tops))
        return bounded_interval(np.array([float(top.recall) for top in tops]), drawn, shares, level)
    band = percentile(drawn, level)
    for at, first in enumerate(tops):
        if _plain(ranks, first):
            low, high = _plain_first_k(first).recall_interval(level)
            band[:, at] = np.fmin(band[0, at], low), np.fmax(band[1, at], high)
    return band
