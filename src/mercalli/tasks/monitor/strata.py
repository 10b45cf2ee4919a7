"""What reviewed predictions say of all: by strata, with bounds where nothing was reviewed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.estimates.measure import named_measure, unmeasured
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.metrics.payoffs import RatioParts
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.tasks.monitor.result import BoundReport
from mercalli.tasks.monitor.watch import Watch
from mercalli.uncertainty.intervals import percentile

METHOD = "percentile within strata"
STEPS = 50  # until bounds stay; each is a better one than the step before
SINGLE = 1


@dataclass(frozen=True)
class Strata:
    """Strata of predictions: how many each holds, and how often each cell was reviewed, raw and by its chance.

    Attributes:
        sizes: Predictions of each stratum, (H,).
        preds: How many of them were of each class, (H, K).
        counts: Reviewed predictions by cell and chance, (H, Q, K * (K + 1)).
        weights: What one with each chance stands for, (Q,).
    """

    sizes: Floats
    preds: Floats
    counts: Floats
    weights: Floats

    @classmethod
    def of(cls, watch: Watch, classes: int, stratum: Ints) -> Strata:
        """Cells by the number of their stratum."""
        groups, codes = int(stratum.max(initial=-1)) + 1, len(watch.chances)
        chances = np.array(watch.chances)
        width = classes * (classes + 1)
        chosen = watch.reviewed
        cell = (watch["truth"] - 1) * (classes + 1) + watch["pred"]
        flat = ((stratum * codes + watch["chance"]) * width + cell)[chosen]
        counts = sums(flat, watch.count[chosen], groups * codes * width).reshape(groups, codes, width)
        preds = sums(stratum * classes + watch["pred"], watch.count, groups * classes).reshape(groups, classes)
        weights = np.divide(1.0, chances, out=np.ones(codes), where=chances > 0)
        return cls(preds.sum(axis=1), preds, counts, weights)

    @classmethod
    def by_prediction(cls, watch: Watch, classes: int) -> Strata:
        """A stratum for each predicted class and band of scores; bands with one review are joined to the next."""
        return cls.of(watch, classes, _stratum(watch))

    @cached_property
    def reviewed(self) -> Floats:
        """Reviews of each stratum, (H,)."""
        found: Floats = self.counts.sum(axis=(1, 2))
        return found

    @property
    def told(self) -> Bools:
        """Strata that can be told about: with two reviews, or reviewed as a whole."""
        told: Bools = (self.reviewed > SINGLE) | ((self.reviewed > 0) & (self.reviewed >= self.sizes))
        return told

    @property
    def missing(self) -> Floats:
        """Predictions of each class that nobody can tell about, (K,)."""
        missing: Floats = self.preds[~self.told].sum(axis=0)
        return missing

    def table(self) -> Floats:
        """The table of all predictions that can be told about: N_h n_hij / n_h, added up (K, K + 1)."""
        return self._tables(self._shares(self.counts[self.told]))

    def tables_drawn(self, count: int, rng: np.random.Generator) -> Floats:
        """The same with reviews drawn again within strata: (count, K, K + 1).

        What was reviewed as a whole does not vary, and what was reviewed in part varies less than a small sample would.
        """
        counts, reviewed, sizes = self.counts[self.told], self.reviewed[self.told], self.sizes[self.told]
        shares = self._shares(counts)
        drawn = np.repeat(shares[None], count, axis=0)
        for each in np.flatnonzero(reviewed < sizes).tolist():
            flat = counts[each].ravel()
            times = rng.multinomial(int(reviewed[each]), flat / flat.sum(), size=count).reshape(
                count, *counts[each].shape
            )
            moved = self._shares(times.astype(np.float64)) - shares[each]
            drawn[:, each] += np.sqrt(1 - reviewed[each] / sizes[each]) * moved
        return self._tables(np.maximum(drawn, 0.0))

    @property
    def right(self) -> tuple[float | None, ...]:
        """The share of right predictions among the reviews of each stratum, by weight."""
        classes = self.preds.shape[1]
        shares = self._shares(self.counts).reshape(-1, classes, classes + 1)
        right = np.trace(shares[..., :classes], axis1=1, axis2=2)
        return tuple(float(each) if seen else None for each, seen in zip(right, self.reviewed, strict=True))

    def _shares(self, counts: Floats) -> Floats:
        """Shares of the cells by weight: (..., Q, cells) to (..., cells)."""
        mass = np.einsum("...qc,q->...c", counts, self.weights)
        return np.nan_to_num(ratio(mass, mass.sum(axis=-1, keepdims=True)))

    def _tables(self, shares: Floats) -> Floats:
        classes = self.preds.shape[1]
        mass = np.einsum("...hc,h->...c", shares, self.sizes[self.told])
        tables: Floats = mass.reshape(*mass.shape[:-1], classes, classes + 1)
        return tables


def _stratum(watch: Watch) -> Ints:
    """The number of each cell's stratum."""
    bands = int(watch["band"].max(initial=0)) + 1
    every, place = np.unique(watch["pred"] * bands + watch["band"], return_inverse=True)
    reviewed = np.bincount(place, np.where(watch.reviewed, watch.count, 0), len(every))
    joined = np.arange(len(every))
    for at in np.flatnonzero(reviewed == SINGLE).tolist():
        for other in (at + 1, at - 1):
            if 0 <= other < len(every) and every[other] // bands == every[at] // bands:
                joined[joined == joined[at]] = joined[other]
                break
    return np.unique(joined, return_inverse=True)[1][place]


@dataclass(frozen=True)
class Estimate:
    """A metric of all predictions, and what it can be where some cannot be told about."""

    measure: Measure
    bound: BoundReport | None


def estimate(strata: Strata, metric: str, parts: RatioParts, settings: Settings, undefined: str) -> Estimate:
    """From strata; `undefined` says when the metric has no value."""
    n = int(strata.reviewed.sum())
    if not n:
        return Estimate(unmeasured(metric, 0, "nothing was reviewed yet"), None)
    table = strata.table()
    drawn = strata.tables_drawn(settings.replicates, np.random.default_rng(settings.seed))
    if not strata.missing.any():
        return Estimate(_measure(metric, float(parts(table)), parts(drawn), settings, n, undefined), None)
    low, high = (float(bound(parts, table[None], strata.missing, best=best)[0]) for best in (False, True))
    if np.isnan(low) or np.isnan(high):
        return Estimate(unmeasured(metric, n, undefined), None)
    lowest, highest = (_end(bound(parts, drawn, strata.missing, best=best), settings, best) for best in (False, True))
    strata_left = int((~strata.told).sum())
    why = f"{strata_left} of {len(strata.sizes)} strata have too few reviews; it lies from {low:.3f} to {high:.3f}"
    return Estimate(unmeasured(metric, n, why), BoundReport(metric, low, high, lowest, highest))


def _end(drawn: Floats, settings: Settings, best: bool) -> float | None:  # noqa: FBT001 - which of two ends
    found = percentile(drawn[:, None], settings.level)[int(best), 0] if len(drawn) else np.nan
    return None if np.isnan(found) else float(found)


def _measure(  # noqa: PLR0917 - a number with all that is known of it
    metric: str, value: float, drawn: Floats, settings: Settings, n: int, undefined: str
) -> Measure:
    if np.isnan(value):
        return unmeasured(metric, n, undefined)
    if not len(drawn) or np.isnan(drawn).all():
        return named_measure(metric, value, n=n)
    low, high = percentile(drawn[:, None], settings.level)[:, 0].tolist()
    if low == high:
        return named_measure(metric, value, n=n)
    return named_measure(metric, value, min(low, value), max(high, value), METHOD, n=n)


def bound(parts: RatioParts, tables: Floats, missing: Floats, *, best: bool) -> Floats:
    """The highest or lowest value of a ratio if each class's unreviewed predictions all had the truth that suits it.

    A ratio of two sums is highest at such a corner, which Dinkelbach's steps find.

    >>> parts = RatioParts(np.array([[1.0, 0, 0], [0, 0, 0]]), np.array([[1.0, 1, 0], [0, 0, 0]]))
    >>> table = np.array([[[75.0, 60, 0], [25, 840, 0]]])
    >>> [float(bound(parts, table, np.array([0.0, 50.0]), best=best)[0].round(6)) for best in (False, True)]
    [0.405405, 0.555556]
    """
    side, classes = 1.0 if best else -1.0, len(missing)
    value = np.nan_to_num(parts(tables), nan=0.5)
    above, below = parts.above[:, :classes], parts.below[:, :classes]
    for _ in range(STEPS):
        chosen = (side * (above - value[:, None, None] * below)).argmax(axis=1)
        extra = [
            (missing * np.take_along_axis(part[None], chosen[:, None], axis=1)[:, 0]).sum(axis=1)
            for part in (above, below)
        ]
        top, bottom = (
            (part * tables).sum(axis=(-2, -1)) + more
            for part, more in zip((parts.above, parts.below), extra, strict=True)
        )
        moved = ratio(top, bottom)
        if np.allclose(moved, value, atol=1e-12, equal_nan=True):
            return moved
        value = np.nan_to_num(moved, nan=0.5)
    return value
