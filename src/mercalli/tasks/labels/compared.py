"""An evaluation of several systems with their comparison: every pair of few, each of many with the best alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import comb

from mercalli.tasks.labels.compare.result import Comparison
from mercalli.tasks.labels.result import Evaluation
from mercalli.tasks.labels.standing import decisive, leader

MOST_COMPARED_IN_PAIRS = 8


def with_comparison(result: Evaluation, comparing: Callable[[str | None], Comparison]) -> Evaluation:
    """The same with its systems against each other; `comparing` takes the one that all others are compared with."""
    many = len(result.systems) > MOST_COMPARED_IN_PAIRS
    comparison = comparing(leader(result).name if many else None)
    notes = (*result.notes, *([_best_alone(result)] if many else []))
    return replace(result, comparison=comparison, notes=notes)


def _best_alone(result: Evaluation) -> str:
    size = len(result.systems)
    return (
        f"Of the {comb(size, 2):,} pairs of {size:,} systems only the {size - 1:,} with {leader(result).name}, "
        f"the best by {decisive(result)}, are compared."
    )
