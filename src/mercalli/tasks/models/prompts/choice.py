"""The best of several systems looks better than it is: what it scores on items that were not used to choose it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import finite
from mercalli.estimates.panel import Panel
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric
from mercalli.stats.confusion import Confusion
from mercalli.tasks.models.estimate import ModelEstimates
from mercalli.tasks.models.result import Choice, ChosenShare
from mercalli.tasks.models.tables import ItemTables

SPLITS = 500
FEWEST = 10  # items or units, below which halves tell nothing
NOISE = 1e-12  # by which values that are equal may differ


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

    def chosen(self) -> tuple[Floats, Floats, Floats]:
        """How far each system is the best on each part (equals share it), its value there, and that on the rest."""
        values = np.where(np.isnan(self.parts), -np.inf, self.parts)
        best = values >= values.max(axis=0) - NOISE
        share = best / best.sum(axis=0)
        there, rest = (np.where(best, each, 0.0) * share for each in (self.parts, self.rests))
        return share, there.sum(axis=0) * self.sign, rest.sum(axis=0) * self.sign

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


def choice(names: Sequence[str], whole: ModelEstimates, metric: Metric) -> Choice | None:
    """What the best of several systems scores, and what it scores on the half on which it was not chosen."""
    tables, place = whole.tables.first(len(names)), whole.panel.places[metric.text].start
    values, drawn = whole.values[: len(names), place], int(tables.rows.sum())
    if len(names) == 1 or drawn < FEWEST or not metric.direction or np.isnan(values).all():
        return None
    rng = generator(whole.settings, "choice")
    halves = Splits.of(tables, metric, SPLITS, drawn // 2, rng)
    both = [halves.chosen(), halves.turned().chosen()]
    shares, there, rest = (np.concatenate(each, axis=-1) for each in zip(*both, strict=True))
    often, held_out = shares.mean(axis=1), float(np.nanmean(rest))
    low, high = np.clip(held_out + whole.reach(dict(enumerate(often.tolist())), place), *metric.facts.range)
    best = int(np.nanargmax(values * metric.direction))
    order = sorted(range(len(names)), key=lambda at: -often[at])
    return Choice(
        metric=metric.text,
        systems=len(names),
        best=names[best],
        naive=float(values[best]),
        held_out=finite(held_out),
        low=finite(low),
        high=finite(high),
        optimism=finite(float(np.nanmean(there - rest)) * metric.direction),
        splits=len(rest),
        chosen=tuple(ChosenShare(names[at], float(often[at])) for at in order if often[at]),
    )
