"""Errors of places, rings and fifths: observed and expected, plain and weighed by class, with their intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.estimates.intervals import LEFT_OUT, Interval
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.inputs.labels import MISSING_SLICE, Labels
from mercalli.uncertainty.few_units import FEWEST_UNITS, log_interval
from mercalli.uncertainty.poisson import poisson_interval, weighted_poisson_interval

POISSON, DOBSON = "exact Poisson", "Dobson"


@dataclass(frozen=True)
class PartErrors:
    """Errors of one part, all and those weighed by class; `units` has the same of each unit, if there are units.

    `squares` is the sum of squared weights of the errors, or where there are none the mean of those expected.
    """

    items: int
    observed: float
    expected: float
    harm: float
    harm_expected: float
    squares: float
    missed: int
    units: Floats | None

    def interval(self, level: float) -> Interval:
        """Of observed over expected errors."""
        if self.units is not None:
            return _over_units(self.units[0], self.units[1], level)
        return _divided(poisson_interval(np.asarray(self.observed), level), self.expected, POISSON)

    def harm_interval(self, level: float) -> Interval:
        """The same with weights."""
        if self.units is not None:
            return _over_units(self.units[2], self.units[3], level)
        count, harm, squares = (np.asarray(each) for each in (self.observed, self.harm, self.squares))
        return _divided(weighted_poisson_interval(count, harm, squares, level), self.harm_expected, DOBSON)


def _divided(ends: Floats, expected: float, method: str) -> Interval:
    return Interval(float(ends[0] / expected), float(ends[1] / expected), method) if expected > 0 else Interval()


def _over_units(observed: Floats, expected: Floats, level: float) -> Interval:
    """By leaving each unit out; of fewer than three there is none."""
    above, below = observed.sum(), expected.sum()
    if len(observed) < FEWEST_UNITS or not above or not (below - expected > 0).all():
        return Interval()
    without = (above - observed) / (below - expected)
    low, high = log_interval(np.asarray(above / below), without, level)
    return Interval(float(low), float(high), LEFT_OUT) if np.isfinite(low) else Interval()


@dataclass(frozen=True)
class ErrorsByPlace:
    """What every entry adds: observed and expected errors, harm and expected harm, squares of both, missed urgent."""

    labels: Labels
    parts: Floats

    @classmethod
    def of(cls, labels: Labels, place: str, harm: Floats, urgent: Bools) -> ErrorsByPlace:
        """Error rates are those of all items that have a place; `harm` is what an error of each entry does."""
        wrong: Bools = labels.truth != labels.preds[0]
        rates = class_rates(labels, place)[labels.truth]
        missed = urgent[labels.truth] & ~urgent[labels.preds[0]]
        each = [wrong, rates, wrong * harm, rates * harm, wrong * harm**2, rates * harm**2, missed]
        return cls(labels, labels.rows.astype(np.float64) * np.array(each, np.float64))

    def of_parts(self, column: str) -> dict[str, PartErrors]:
        """Those of every place, ring or fifth."""
        codes, values = self.labels.by[column].codes, self.labels.by[column].values
        order = np.argsort(codes, kind="stable")
        ends = np.searchsorted(codes[order], np.arange(1, len(values)))
        return {str(value): self._of(own) for value, own in zip(values, np.split(order, ends), strict=True)}

    def _of(self, chosen: Ints) -> PartErrors:
        own = self.parts[:, chosen]
        observed, expected, harm, likely, found, mean, missed = own.sum(axis=1).tolist()
        squares = found if observed else mean / expected if expected else 0.0
        items = int(self.labels.rows[chosen].sum())
        return PartErrors(items, observed, expected, harm, likely, squares, int(missed), self._units(own[:4], chosen))

    def _units(self, own: Floats, chosen: Ints) -> Floats | None:
        if self.labels.unit is None:
            return None
        distinct, codes = np.unique(self.labels.unit.codes[chosen], return_inverse=True)
        return np.stack([sums(codes, part, len(distinct)) for part in own])


def class_rates(labels: Labels, place: str) -> Floats:
    """The error rate of every true class over all items that have a place."""
    column, size = labels.by[place], len(labels.classes.names)
    there = np.array([value != MISSING_SLICE for value in column.values])[column.codes]
    rows = labels.rows * there
    items = sums(labels.truth, rows, size)
    wrong = sums(labels.truth, rows * (labels.truth != labels.preds[0]), size)
    return np.divide(wrong, items, out=np.zeros(size), where=items > 0)
