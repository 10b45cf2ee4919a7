"""Comparisons: who leads on what, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.results.difference import Difference, Ranking
    from mercalli.tasks.labels.compare.result import Comparison, PairReport

FEW_SYSTEMS = 5


@dataclass(frozen=True)
class Compared:
    """Rankings on the headline metrics, and pairs: all of them, or those with the system that leads."""

    rankings: tuple[Ranking, ...]
    rows: tuple[tuple[PairReport, Difference], ...]
    left_out: int
    leader: str


def compared(comparison: Comparison) -> Compared:
    """All pairs of few systems; of many, each system against the one that leads."""
    rankings = [comparison.ranking(name) for name in comparison.headline if _is_ranked(comparison, name)]
    leader = rankings[0].groups[0][0] if rankings else comparison.pairs[0].first
    systems = {name for pair in comparison.pairs for name in (pair.first, pair.second)}
    kept = comparison.pairs if len(systems) <= FEW_SYSTEMS else _with(comparison.pairs, leader)
    rows = tuple((pair, pair.difference(name)) for name in comparison.headline for pair in kept)
    return Compared(tuple(rankings), rows, len(comparison.pairs) - len(kept), leader)


def _is_ranked(comparison: Comparison, metric: str) -> bool:
    return any(ranking.metric == metric for ranking in comparison.rankings)


def _with(pairs: Sequence[PairReport], name: str) -> tuple[PairReport, ...]:
    return tuple(pair for pair in pairs if name in (pair.first, pair.second))
