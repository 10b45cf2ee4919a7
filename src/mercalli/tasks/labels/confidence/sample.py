"""Confidences laid out for estimates: bins from the surest down, and units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.inputs.chances import CONFIDENCE, SQUARED, SURPRISE
from mercalli.inputs.confidences import Confidences
from mercalli.metrics.ratio import ratio
from mercalli.stats.confidence import ConfidenceTable
from mercalli.uncertainty.few_units import FEWEST_UNITS

MOST_LEVELS, FEWEST_LEVELS, MOST_NUMBERS = 100, 10, 20_000_000


@dataclass(frozen=True)
class ConfidenceSample:
    """Entries with the bin and the unit that each is in; `of_classes` says whether all classes have probabilities."""

    entries: Confidences
    settings: Settings
    of_classes: bool

    @cached_property
    def said(self) -> Bools:
        """Entries with a confidence."""
        return self.entries.said

    @cached_property
    def hits(self) -> Floats:
        """The weight of each entry if it is right."""
        found: Floats = self.entries.weight * self.entries.right
        return found

    @cached_property
    def unit(self) -> Ints:
        """The place of each entry's unit among those that occur; 0 where there are none."""
        if self.entries.unit is None:
            return np.zeros(len(self.entries.rows), np.int64)
        return np.unique(self.entries.unit.codes, return_inverse=True)[1].astype(np.int64)

    @cached_property
    def units(self) -> int | None:
        """How many units there are, if rows come in units."""
        return None if self.entries.unit is None else int(self.unit.max(initial=-1)) + 1

    @property
    def can_resample(self) -> bool:
        """Whether intervals are wanted, and there are enough units for them."""
        return bool(self.settings.replicates) and (self.units is None or self.units >= FEWEST_UNITS)

    @cached_property
    def places(self) -> Ints:
        """The bins that occur, the surest first."""
        return np.unique(self.entries.place[self.said])[::-1]

    @cached_property
    def at(self) -> Ints:
        """Which of these each entry is in, and the number of all where nothing was said."""
        rising = np.searchsorted(self.places[::-1], self.entries.place)
        found: Ints = np.where(self.said, len(self.places) - 1 - rising, len(self.places))
        return found

    def by_bin(self, values: Floats | Ints) -> Floats:
        """Values of entries added up by bin, without those where nothing was said."""
        return sums(self.at, values, len(self.places) + 1)[:-1]

    @cached_property
    def table(self) -> ConfidenceTable:
        """The statistic that metrics look at; each bin stands for its mean confidence."""
        mass, right = self.by_bin(self.entries.weight), self.by_bin(self.hits)
        mean = ratio(self.by_bin(self.entries.sums[CONFIDENCE][0]), mass)
        return ConfidenceTable(mean, right, mass - right, *map(self._whole, (SQUARED, SURPRISE)))

    def _whole(self, name: str) -> Floats:
        """What a number of all class probabilities adds up to; NaN where these are not known."""
        known = self.entries.sums[name][0][self.said].sum() if self.of_classes else np.nan
        return np.asarray(known, np.float64)

    @cached_property
    def levels(self) -> Ints:
        """The bins in which about each hundredth of all items ends; fewer where there are very many units."""
        most = max(FEWEST_LEVELS, min(MOST_LEVELS, MOST_NUMBERS // (self.units or 1)))
        until, every = np.cumsum(self.by_bin(self.entries.rows)), int(self.entries.rows.sum())
        ends = np.searchsorted(until, np.ceil(np.arange(1, most + 1) / most * every))
        return np.unique(np.minimum(ends, len(self.places) - 1)).astype(np.int64)

    def by_level(self, values: Floats | Ints) -> Floats:
        """Values of entries added up over each level and those before it."""
        return np.cumsum(self.by_bin(values))[self.levels]

    def by_unit(self, values: Floats) -> Floats:
        """The same for each unit: (units, levels)."""
        size = len(self.levels) + 1
        flat = sums(self.unit * size + np.searchsorted(self.levels, self.at), values, (self.units or 1) * size)
        return np.cumsum(flat.reshape(-1, size)[:, :-1], axis=1)
