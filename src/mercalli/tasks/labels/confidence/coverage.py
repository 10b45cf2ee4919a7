"""How much can be left to the machine: the accuracy of larger and larger shares of the items, the surest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil, log

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import finite
from mercalli.inputs.arrays import Floats, sums
from mercalli.metrics.ratio import ratio
from mercalli.tasks.labels.confidence.result import ClassHandover, CoveragePoint, Handover
from mercalli.tasks.labels.confidence.sample import ConfidenceSample
from mercalli.text.numbers import percent
from mercalli.text.words import counted
from mercalli.uncertainty.few_units import FEWEST_UNITS
from mercalli.uncertainty.nested import nested_lower, nested_lower_over_units

NAME = "confidence"
FEWEST_ITEMS = 30  # a bound of fewer says little


@dataclass(frozen=True)
class Coverage:
    """The levels of a sample: what is right in each, and at least how much of it."""

    sample: ConfidenceSample

    @cached_property
    def right(self) -> Floats:
        """The weight that is right at each level."""
        return self.sample.by_level(self.sample.hits)

    @cached_property
    def mass(self) -> Floats:
        """All weight at each level."""
        return self.sample.by_level(self.sample.entries.weight)

    @cached_property
    def accuracy(self) -> Floats:
        """The share that is right at each level."""
        return ratio(self.right, self.mass)

    @cached_property
    def shares(self) -> Floats:
        """The share of all items at each level, those without a confidence included."""
        return ratio(self.mass, self.sample.entries.weight.sum())

    @cached_property
    def least(self) -> Floats:
        """The lowest confidence at each level."""
        lowest = np.full(len(self.sample.places) + 1, np.inf)
        np.fmin.at(lowest, self.sample.at, self.sample.entries.least)
        return lowest[self.sample.levels]

    @cached_property
    def lower(self) -> Floats:
        """The lower bound of the accuracy at each level, for all of them together; NaN where there are too few."""
        sample = self.sample
        squares = sample.by_level(sample.entries.weight_sq)
        enough = ratio(self.mass**2, squares) >= FEWEST_ITEMS
        low, level, rng = np.full(len(self.mass), np.nan), sample.settings.level, generator(sample.settings, NAME)
        if not enough.any():
            return low
        if sample.units is None:
            low[enough] = nested_lower(self.right[enough], self.mass[enough], squares[enough], level, rng)
        else:
            hits, mass = (sample.by_unit(part)[:, enough] for part in (sample.hits, sample.entries.weight))
            low[enough] = nested_lower_over_units(hits, mass, level, rng)
        return low

    def curve(self) -> Iterator[CoveragePoint]:
        """A point for each level that weighs anything."""
        for at in np.flatnonzero(self.mass > 0).tolist():
            low = finite(float(self.lower[at]))
            yield CoveragePoint(float(self.shares[at]), float(self.least[at]), float(self.accuracy[at]), low)

    def handover(self, target: float) -> Handover:
        """The largest share whose lower bound reaches the target."""
        seems, holds = (np.flatnonzero(np.nan_to_num(each) >= target) for each in (self.accuracy, self.lower))
        apparent = float(self.shares[seems[-1]]) if len(seems) else 0.0
        if not len(holds):
            return Handover(target, 0.0, None, 0.0, None, None, apparent, self._why(target))
        at = int(holds[-1])
        parts = (self.shares, self.least, self.mass, self.accuracy, self.lower)
        share, least, mass, accuracy, low = (float(part[at]) for part in parts)
        return Handover(target, share, least, mass, accuracy, low, apparent, None, tuple(self._classes(at)))

    def _classes(self, at: int) -> Iterator[ClassHandover]:
        """What of each class is in a level."""
        sample, entries = self.sample, self.sample.entries
        inside = sample.at <= sample.levels[at]
        parts = (entries.weight * inside, sample.hits * inside, entries.weight)
        count, right, total = (sums(entries.truth, part, len(entries.classes) + 1) for part in parts)
        for code, name in enumerate(entries.classes):
            if total[code] > 0:
                yield ClassHandover(name, float(count[code]), float(right[code]), float(total[code]))

    def _why(self, target: float) -> str:
        units, least = self.sample.units, ceil(log(1 - self.sample.settings.level) / log(target))
        if units is not None and units < FEWEST_UNITS:
            return f"{counted(units, 'unit')} {'does' if units == 1 else 'do'} not tell how much units vary"
        if self.sample.entries.n < least:
            return f"it takes at least {least:,} items, all of them right, to show that"
        return f"no share of the items was shown to be at least {percent(target)} right"
