"""The first K of one list, and the nDCG over few events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bench.coverage.table import lines
from mercalli.estimates.intervals import Intervals
from mercalli.inputs.labels import Policy
from mercalli.plan.roles import table_roles
from mercalli.tasks.scores.data import scores_of
from mercalli.tasks.scores.rank.estimate import ranks_of, top_k

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.random import Generator
    from numpy.typing import NDArray

    Chance = Callable[[NDArray[np.float64]], NDArray[np.float64]]

ROWS, MANY, MATTER = 500, 4000, 0.3
# The chance that an item of a score is positive: nearly always at the top, falling slowly, only at the very top.
CHANCES: dict[str, Chance] = {
    "nearly all": lambda score: 0.97 * score**0.05,
    "falling": lambda score: 0.1 + 0.8 * score**3,
    "rare": lambda score: 0.6 * score**20,
}


def first_k(simulations: int = 400) -> Iterator[str]:
    """Precision and recall of the first K of 500, nDCG at 10 over few events: how often intervals held the truth."""
    rows = [(f"{kind}, first {k}", *first_held(kind, k, simulations), "-") for kind in CHANCES for k in (10, 50)]
    events = [(f"{events} events", "-", "-", ndcg_held(events, 4000)) for events in (3, 4, 8, 20)]
    return lines(("what", "precision", "recall", "nDCG"), [*rows, *events])


def first_held(kind: str, k: int, simulations: int) -> tuple[float, float]:
    """The shares of intervals of precision and recall at K that held what they are on average."""
    expected, rng, held = _expected(CHANCES[kind], k), np.random.default_rng(3), []
    for seed in range(simulations):
        score, truth = _drawn(rng, CHANCES[kind])
        ranks = ranks_of(
            scores_of(table_roles(None, truth=truth, pred=score), "pred", "1", Policy()), None, "the arrays"
        )
        values, _ = ranks.drawn([k], (), 60, np.random.default_rng(seed))
        measures = top_k(ranks, k, ROWS, values[:, 0], 0.95).measures[:2]
        held.append([each.low <= value <= each.high for each, value in zip(measures, expected, strict=True)])  # type: ignore[operator]
    precision, recall = np.mean(held, axis=0).tolist()
    return precision, recall


def _drawn(rng: Generator, chance: Chance) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    score = rng.random(ROWS)
    return score, (rng.random(ROWS) < chance(score)).astype(np.int64)


def _expected(chance: Chance, k: int) -> tuple[float, float]:
    """Mean precision and recall among the first K over many samples."""
    rng = np.random.default_rng(7)
    found = [
        (truth[np.argsort(-score)[:k]].sum(), truth.sum())
        for score, truth in (_drawn(rng, chance) for _ in range(MANY))
    ]
    return float(np.mean([hits / k for hits, _ in found])), float(np.mean([hits / total for hits, total in found]))


def ndcg_held(events: int, simulations: int) -> float:
    """The share of intervals over events that held the mean nDCG at 10, which is that of a perfect order in some."""
    truth = float(_ndcg(np.random.default_rng(5), 100_000).mean())
    values = _ndcg(np.random.default_rng([events, 13]), events * simulations).reshape(simulations, events)
    without = (values.sum(axis=1, keepdims=True) - values) / (events - 1)
    ends = np.zeros(simulations), np.ones(simulations)
    found = Intervals.over_units(values.mean(axis=1), without.T, ends, 0.95)
    return float(np.mean((found.low <= truth) & (truth <= found.high)))


def _ndcg(rng: Generator, events: int) -> NDArray[np.float64]:
    """Of events of 30 items of which 3 in 10 matter, by scores that are good in some events and poor in others."""
    gain = (rng.random((events, 30)) < MATTER).astype(np.float64)
    noise = rng.gamma(2, 0.5, (events, 1))
    order = np.argsort(-(gain + noise * rng.normal(0, 1, gain.shape)), axis=1)
    discount = 1 / np.log2(np.arange(2, 12))
    best = np.sort(gain, axis=1)[:, ::-1][:, :10] @ discount
    return np.take_along_axis(gain, order, axis=1)[:, :10] @ discount / np.maximum(best, 1e-9) * (best > 0)
