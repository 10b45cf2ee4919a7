"""The best of several systems looks better than it is: what it scores on items that were not used to choose it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import finite
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.catalogue import Metric
from mercalli.stats.confusion import Confusion
from mercalli.tasks.models.result import Choice, ChosenShare
from mercalli.tasks.models.tables import ItemTables

SPLITS = 500
FEWEST = 10  # items or units, below which halves tell nothing


@dataclass(frozen=True)
class Splits:
    """The values of all systems on random parts of the items, and on the rest of them: (S, count); more is better."""

    parts: Floats
    rests: Floats
    sign: int

    @classmethod
    def of(cls, tables: ItemTables, metric: Metric, count: int, size: int, rng: np.random.Generator) -> Splits:
        """Random parts of `size` items (or units)."""
        panel, sign = Panel((metric,), len(tables.classes)), metric.direction or 1
        parts, rests = [], []
        for times in tables.parts(count, size, rng):
            part, rest = _values(tables, panel, times)
            parts.append(part)
            rests.append(rest)
        return cls(np.concatenate(parts, axis=1) * sign, np.concatenate(rests, axis=1) * sign, sign)

    def chosen(self) -> tuple[Ints, Floats, Floats]:
        """Which system is best on each part, its value there and its value on the rest."""
        best = np.where(np.isnan(self.parts), -np.inf, self.parts).argmax(axis=0)
        every = np.arange(len(best))
        return best, self.parts[best, every] * self.sign, self.rests[best, every] * self.sign

    def turned(self) -> Splits:
        """The same with parts and rests exchanged."""
        return Splits(self.rests, self.parts, self.sign)


def _values(tables: ItemTables, panel: Panel, times: Floats) -> tuple[Floats, Floats]:
    """One metric of every system on many parts, and on what is left: (S, count) each."""
    found = [
        (panel(part)[:, 0], panel(Confusion(np.maximum(whole.cells - part.cells, 0.0), whole.classes))[:, 0])
        for part, whole in zip(tables.tables(times), tables.confusions, strict=True)
    ]
    parts, rests = zip(*found, strict=True)
    return np.stack(parts), np.stack(rests)


def choice(
    names: Sequence[str], tables: ItemTables, metric: Metric, values: Floats, settings: Settings
) -> Choice | None:
    """What the best of several systems scores, and what it scores on the half on which it was not chosen."""
    drawn = int(tables.rows.sum())
    if len(names) == 1 or drawn < FEWEST or not metric.direction or np.isnan(values).all():
        return None
    rng = generator(settings, "choice")
    halves = Splits.of(tables, metric, SPLITS, drawn // 2, rng)
    both = [halves.chosen(), halves.turned().chosen()]
    best_of, there, rest = (np.concatenate(each) for each in zip(*both, strict=True))
    often = np.bincount(best_of, minlength=len(names)) / len(best_of)
    best = int(np.nanargmax(values * metric.direction))
    order = sorted(range(len(names)), key=lambda at: -often[at])
    return Choice(
        metric=metric.text,
        systems=len(names),
        best=names[best],
        naive=float(values[best]),
        held_out=finite(float(np.nanmean(rest))),
        optimism=finite(float(np.nanmean(there - rest)) * metric.direction),
        splits=len(best_of),
        chosen=tuple(ChosenShare(names[at], float(often[at])) for at in order if often[at]),
    )
