"""The frontier: systems that no other beats on both cost (or time) and score, and those that another dominates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mercalli.inputs.arrays import Bools, Floats

Pairs = frozenset[tuple[str, str]]


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
    known = np.isfinite(cost) & np.isfinite(score)
    best: Bools = known & ~beaten.any(axis=-1)
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

    found = {
        system: tuple(rival for rival in names if rival != system and dominates(rival, system)) for system in names
    }
    return {system: rivals for system, rivals in found.items() if rivals}
