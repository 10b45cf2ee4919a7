"""Pairs compared by what was predicted for the time of the event itself, so that the ranks may change over time."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.stats.concordance import Ranking
from mercalli.stats.survival import Survival


@dataclass(frozen=True)
class MovingPairs:
    """Events up to a time, each with the people who were seen longer, by the column of the matrix at that event."""

    survival: Survival
    tau: float | None = None

    @cached_property
    def credit(self) -> float:
        """The weight of pairs in which the event had the higher chance, ties counting half."""
        return float(self._rows[0].sum())

    @cached_property
    def every(self) -> float:
        """The weight of all pairs."""
        return float(self._rows[1].sum())

    @cached_property
    def influence(self) -> Floats:
        """What each person contributes to C."""
        c = self.credit / self.every
        found: Floats = (self._rows[0] + self._rows[2] - c * (self._rows[1] + self._rows[3])) / self.every
        return found

    @cached_property
    def _rows(self) -> Floats:
        """Credit and pairs of each person as the one with the event, then as the other one: (4, people)."""
        rows = np.zeros((4, self.survival.n))
        for chosen, events, ranking in self._columns():
            weight = self.survival.weight[chosen]
            outer = np.where(events[chosen], weight, 0.0)
            later, earlier = ranking.later(weight), ranking.earlier(outer)
            rows[:, chosen] += (
                *(outer * later.credit, outer * later.every),
                *(weight * earlier.credit, weight * earlier.every),
            )
        return rows

    def _columns(self) -> Iterator[tuple[Bools, Bools, Ranking]]:
        """For each column: who may be in a pair, who of them has the event there, and their ranks."""
        survival = self.survival
        place: Ints = 2 * survival.outcomes.followed.code + ~survival.happened
        for at, events in self._events():
            first, last = place[events].min(), place[events].max()
            chosen: Bools = place >= first
            cif: Any = survival.cif
            chance = cif[chosen, at] if at >= 0 else np.zeros(int(chosen.sum()))
            yield chosen, events, Ranking(np.minimum(place[chosen], last + 1) - first, chance)

    def _events(self) -> Iterator[tuple[int, Bools]]:
        """The events that fall on each column."""
        survival, grid = self.survival, self.survival.grid
        time = survival.outcomes.time
        counted = survival.happened if self.tau is None else survival.happened & (time <= self.tau)
        column = np.searchsorted(np.zeros(0) if grid is None else grid, time, side="right") - 1
        for at in np.unique(column[counted]).tolist():
            yield at, counted & (column == at)
