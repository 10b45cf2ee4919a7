"""The frontier: systems that no other beats on both cost (or time) and score, and those that another dominates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.tally import Column
from mercalli.metrics.ratio import ratio
from mercalli.stats.latencies import quantiles_where_drawn
from mercalli.tasks.models.cost.estimate import SHARES
from mercalli.tasks.models.cost.result import Frontier, Place
from mercalli.tasks.models.cost.spending import PARTS, Spending
from mercalli.tasks.models.data import ModelsData, SystemAnswers
from mercalli.tasks.models.tables import ItemTables
from mercalli.uncertainty.few_units import FEWEST_UNITS

Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Standings:
    """Systems by the metric that decides: their answers, the panel of that metric alone, and who was shown better."""

    answers: tuple[SystemAnswers, ...]
    panel: Panel
    direction: int
    better: Pairs

    @property
    def metric(self) -> str:
        """The metric that decides."""
        return self.panel.metrics[0].text


@dataclass(frozen=True)
class Taken:
    """What systems take, and pairs of which the first was shown to take less."""

    spendings: Sequence[Spending]
    cheaper: Pairs


def on_frontier(cost: Floats, score: Floats, direction: int = 1) -> Bools:
    """Which systems no other beats on both: (..., systems); those without a cost or score are not on it.

    Another beats a system if it is at least as good on both, and better on one.

    >>> on_frontier(np.array([1.0, 2.0, 3.0]), np.array([0.7, 0.8, 0.75]))
    array([ True,  True, False])
    """
    worth = direction * score
    price, rival = cost[..., :, None], cost[..., None, :]
    value, other = worth[..., :, None], worth[..., None, :]
    beaten = (rival <= price) & (other >= value) & ((rival < price) | (other > value))
    best: Bools = np.isfinite(cost) & np.isfinite(score) & ~beaten.any(axis=-1)
    return best


def dominating(names: Sequence[str], better: Pairs, cheaper: Pairs) -> Mapping[str, tuple[str, ...]]:
    """The systems that dominate each one, where there are any.

    `better` and `cheaper` are pairs of which the first was shown to be that. A rival dominates a system if it is shown
    to be better and not shown to be dearer, or if it is shown to be cheaper and not shown to be worse.

    >>> dominating(["a", "b"], frozenset(), frozenset({("b", "a")}))
    {'a': ('b',)}
    """

    def dominates(rival: str, system: str) -> bool:
        better_for_no_more = (rival, system) in better and (system, rival) not in cheaper
        cheaper_and_no_worse = (rival, system) in cheaper and (system, rival) not in better
        return better_for_no_more or cheaper_and_no_worse

    found = {each: tuple(rival for rival in names if rival != each and dominates(rival, each)) for each in names}
    return {system: rivals for system, rivals in found.items() if rivals}


def frontier(across: str, taken: Taken, standings: Standings, data: ModelsData, settings: Settings) -> Frontier:
    """All systems by one measure of what they take."""
    names = [each.name for each in standings.answers]
    joint = _Joint.of(across, taken.spendings, standings, data)
    taken_by_all, score = joint.values(joint.tables.rows[None])
    line = on_frontier(taken_by_all[0], score[0], standings.direction)
    known = joint.known
    shares = _shares(joint, standings.direction, settings)
    rivals = dominating([name for at, name in enumerate(names) if known[at]], standings.better, taken.cheaper)
    places = (
        Place(name, bool(line[at]), rivals.get(name, ()), None if shares is None else float(shares[at]))
        for at, name in enumerate(names)
        if known[at]
    )
    return Frontier(across, standings.metric, tuple(places))


def _shares(joint: _Joint, direction: int, settings: Settings) -> Floats | None:
    """The share of replicates in which each system is on the frontier."""
    if not settings.replicates or len(joint.tables.rows) < FEWEST_UNITS:
        return None
    times = joint.tables.drawn(settings.replicates, generator(settings, "frontier"))
    counts = [on_frontier(*joint.values(block), direction).sum(axis=0) for block in times]
    shares: Floats = np.sum(counts, axis=0) / settings.replicates
    return shares


@dataclass(frozen=True)
class _Joint:
    """What systems take and how they score on the same draws of items, or of the units above them."""

    across: str
    spendings: Sequence[Spending]
    panel: Panel
    tables: ItemTables
    parts: Floats

    @classmethod
    def of(cls, across: str, spendings: Sequence[Spending], standings: Standings, data: ModelsData) -> _Joint:
        """Each item is a unit of its own where there are none."""
        unit = data.unit or Column(tuple(range(data.n)), np.arange(data.n))
        tables = ItemTables.of(replace(data, unit=unit), standings.answers)
        parts = np.stack([each.by_unit(unit.codes, len(unit.values)) for each in spendings], axis=1)
        return cls(across, spendings, standings.panel, tables, parts)

    @property
    def known(self) -> Bools:
        """Systems of which all is known."""
        known: Bools = np.isfinite(self._taken(self.tables.rows[None])[0])
        return known

    def values(self, times: Floats) -> tuple[Floats, Floats]:
        """What systems take, and how they score, where units come up so often: (count, systems) each."""
        score = np.stack([self.panel(each)[..., 0] for each in self.tables.tables(times)], axis=-1)
        return self._taken(times), score

    def _taken(self, times: Floats) -> Floats:
        if self.across in SHARES:
            return np.stack(list(self._latencies(times)), axis=-1)
        cost, items = (np.tensordot(times, self.parts[..., PARTS.index(name)], 1) for name in ("cost", "items"))
        return ratio(cost, items)

    def _latencies(self, times: Floats) -> Iterator[Floats]:
        for each in self.spendings:
            whole = not each.gaps.latency and each.latencies.n
            yield (
                quantiles_where_drawn(each.latencies, SHARES[self.across], times)
                if whole
                else np.full(len(times), np.nan)
            )
