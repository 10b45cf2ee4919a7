"""A choice of threshold: what decisions are worth, what they must keep to, and the best that does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import cast

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import LARGEST_NUMBER, Bools, Floats
from mercalli.inputs.scores import Edges
from mercalli.metrics.confusion.expected_profit import expected_profit
from mercalli.metrics.confusion.fpr import fpr
from mercalli.metrics.confusion.precision import precision
from mercalli.metrics.confusion.recall import recall
from mercalli.stats.counts import Counts
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.result import BOUNDED, MONEY, prices_of

RATES = {"fpr": fpr, "precision": precision, "recall": recall}
TOLERANCE = 1e-12


@dataclass(frozen=True)
class Wish:
    """Values and costs of the four outcomes, and bounds that a threshold must keep to; None where not asked.

    A value or a cost is a number, or the name of a column that holds one for each case.
    """

    value_tp: float | str | None = None
    cost_fp: float | str | None = None
    cost_fn: float | str | None = None
    value_tn: float | str | None = None
    max_fpr: float | None = None
    min_precision: float | None = None
    min_recall: float | None = None
    capacity: float | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is None or isinstance(value, str):
                continue
            if not isinstance(value, int | float | np.number):
                found = f"a {type(value).__name__}"
                raise SettingError.outside(
                    name, found, "a number, or the name of the column that holds one for each case"
                )
            _check_finite(name, cast("float", value))
            if name in BOUNDED and not 0 <= value <= 1:
                raise SettingError.outside(name, value, "between 0 and 1")
            if name.startswith("cost") and value < 0:
                raise SettingError.outside(name, value, "at least 0: a cost is what is lost, written without a sign")
            if name == "capacity" and value <= 0:
                raise SettingError.outside(name, value, "above 0: how many alerts can be acted on")

    @classmethod
    def of(cls, **asked: float | str | None) -> Wish | None:
        """What was asked for, or nothing."""
        return cls(**asked) if any(value is not None for value in asked.values()) else None  # type: ignore[arg-type]

    @property
    def asked(self) -> dict[str, float | str]:
        """What was asked for, by name."""
        return {name: value for name, value in vars(self).items() if value is not None}

    @property
    def prices(self) -> dict[str, float | str]:
        """Values and costs, if any was given; those left out are 0."""
        return prices_of(self.asked)

    @property
    def columns(self) -> dict[str, str]:
        """Values and costs that come from a column."""
        return {name: value for name, value in self.prices.items() if isinstance(value, str)}

    @property
    def bounds(self) -> dict[str, float]:
        """What must be kept to."""
        return {name: float(value) for name, value in self.asked.items() if name not in MONEY}

    @property
    def aim(self) -> str:
        """What the best threshold has most of, within the bounds."""
        if self.prices:
            return "profit"
        return "fewest alerts" if self.bounds.keys() == {"min_recall"} else "recall"

    def scaled(self, share: float) -> Wish:
        """The same wish for a part of the cases: a capacity shrinks with them."""
        return self if self.capacity is None else replace(self, capacity=self.capacity * share)


def _check_finite(name: str, value: float) -> None:
    if not isfinite(value):
        raise SettingError.outside(name, value, "a finite number")
    if abs(value) > LARGEST_NUMBER:
        raise SettingError.outside(name, value, f"at most {LARGEST_NUMBER:g} in size")


@dataclass(frozen=True)
class Choice:
    """The best threshold: alert everything that scores at least `threshold`; None means alert nothing.

    Every threshold above `above` and up to `threshold` makes decisions that are as good, every one above `same_above`
    the very same. `broken` holds the bounds that no threshold keeps together, with what the chosen one reaches.
    """

    threshold: float | None
    above: float | None
    same_above: float | None
    counts: Counts
    broken: Mapping[str, float]
    elsewhere: int

    def over(self, edges: Edges | None) -> Choice:
        """The same in the scores that were put into bins: what part of a bin does is not known to be as good."""
        if edges is None:
            return self
        threshold = None if self.threshold is None else float(edges.threshold(np.asarray(self.threshold)))
        below = edges.below(threshold)
        return replace(self, threshold=threshold, above=below, same_above=below)


def choose(table: ScoreTable, wish: Wish, worth: Floats | None = None) -> Choice:
    """The best threshold of one table; of equals the highest, which alerts least, and the run of equals below it.

    `worth` is what acting on nothing, then from every score on, comes to, if every case has values of its own.
    """
    counts = _every_point(table)
    short = _shortfalls(counts, wish)
    allowed = _least_short(counts, short)
    good = goodness(counts, wish) if worth is None else worth
    best = float(np.max(good[allowed]))
    equal = allowed & (good >= best - TOLERANCE * max(1.0, abs(best)))
    first = int(np.argmax(equal))
    if wish.aim == "recall":  # to find as many with more alerts is not as good
        equal &= np.asarray(counts.alarms) <= np.asarray(counts.alarms)[first]
    last = first + int(np.argmin(np.append(equal[first:], False))) - 1
    scores = np.concatenate([[np.inf], table.score, [-np.inf]])
    broken = {name: _reached(counts, name)[first] for name, each in short.items() if each[first] > TOLERANCE}
    return Choice(
        threshold=None if first == 0 else float(scores[first]),
        above=float(scores[last + 1]) if last + 1 <= len(table.score) else None,
        same_above=float(scores[first + 1]) if first + 1 <= len(table.score) else None,
        counts=Counts(*(float(np.asarray(part)[first]) for part in (counts.tp, counts.fp, counts.fn, counts.tn))),
        broken={name: float(value) for name, value in broken.items()},
        elsewhere=int(equal.sum()) - (last - first + 1),
    )


def allowed_points(counts: Counts, wish: Wish) -> Bools:
    """Points that keep to all bounds or, where none does, miss them by least; points are the last axis."""
    return _least_short(counts, _shortfalls(counts, wish))


def _least_short(counts: Counts, short: Mapping[str, Floats]) -> Bools:
    worst = sum(short.values(), np.zeros_like(counts.tp))
    least: Bools = worst <= np.maximum(np.min(worst, axis=-1, keepdims=True), TOLERANCE)
    return least


def _every_point(table: ScoreTable) -> Counts:
    """The 2 x 2 table when nothing is alerted, then at every score."""
    tp, fp = (np.concatenate([[0.0], part]) for part in (table.tp, table.fp))
    return Counts(tp, fp, table.positives - tp, table.negatives - fp)


def _reached(counts: Counts, bound: str) -> Floats:
    """What a bound is about, at every point."""
    return RATES[BOUNDED[bound]](counts) if bound in BOUNDED else np.asarray(counts.alarms, np.float64)


def _shortfalls(counts: Counts, wish: Wish) -> dict[str, Floats]:
    """By how much each bound is missed at every point; alerting nothing has no precision, and misses it wholly."""
    gaps: dict[str, Floats] = {}
    for name, bound in wish.bounds.items():
        reached = _reached(counts, name)
        gap = bound - reached if name.startswith("min") else reached - bound
        scale = counts.total if name == "capacity" else 1.0
        missed = np.where(np.isnan(gap), bound, np.maximum(gap, 0.0)) / scale
        gaps[name] = np.where(missed <= TOLERANCE, 0.0, missed)
    return gaps


def goodness(counts: Counts, wish: Wish) -> Floats:
    """What the best point has most of."""
    if wish.prices:
        return expected_profit(counts, **wish.prices)  # type: ignore[arg-type]
    return -np.asarray(counts.alarms, np.float64) if wish.aim == "fewest alerts" else np.asarray(counts.tp, np.float64)
