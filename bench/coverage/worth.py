"""The worth of a chosen threshold: does its interval hold what that threshold is really worth?"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from bench.coverage.table import lines
from mercalli.estimates.settings import Settings
from mercalli.inputs.labels import Policy
from mercalli.plan.roles import table_roles
from mercalli.tasks.scores.data import scores_of
from mercalli.tasks.scores.estimate import table_of
from mercalli.tasks.scores.threshold.choice import Wish
from mercalli.tasks.scores.threshold.estimate import decision

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.scores.result import Point

NORMAL = NormalDist()
ROWS, REPLICATES = 300, 400


@dataclass(frozen=True)
class Case:
    """Normal scores of both kinds: the area, the share of positives, and what a hit is worth where an alarm costs 1."""

    area: float
    share: float
    value_tp: float

    def __str__(self) -> str:
        return f"area {self.area}, {self.share:.0%} positives, {self.value_tp:g} for a hit"

    @property
    def shift(self) -> float:
        """How far positives lie above negatives."""
        return NORMAL.inv_cdf(self.area) * 2**0.5

    def true_worth(self, threshold: float | None) -> float:
        """What acting from this threshold on is worth per case of the population."""
        if threshold is None:
            return 0.0
        found, alarmed = 1 - NORMAL.cdf(threshold - self.shift), 1 - NORMAL.cdf(threshold)
        return self.share * found * self.value_tp - (1 - self.share) * alarmed


CASES = [
    Case(0.76, 0.3, 7 / 3),
    Case(0.61, 0.3, 7 / 3),
    Case(0.76, 0.1, 3.0),
    Case(0.61, 0.1, 3.0),
]


def worth(simulations: int = 1000) -> Iterator[str]:
    """Worth of a chosen threshold, 300 rows: how often the interval on held-out rows held its true worth."""
    header = ("area", "positives", "value of a hit", "held", "with thresholds held fixed", "mean width")
    rows = []
    for case in CASES:
        held, fixed, width = covered(case, simulations)
        rows.append((f"{case.area:.2f}", f"{case.share:.0%}", f"{case.value_tp:.3g}", held, fixed, f"{width:.3f}"))
    return lines(header, rows)


def covered(case: Case, simulations: int) -> tuple[float, float, float]:
    """The share of simulations that held the truth, the same with thresholds held fixed, and the mean width."""
    found = np.array([_one(case, seed) for seed in range(simulations)])
    held, fixed, width = found.mean(axis=0).tolist()
    return held, fixed, width


def _one(case: Case, seed: int) -> tuple[bool, bool, float]:
    rng = np.random.default_rng([23, seed])
    positive = rng.random(ROWS) < case.share
    score = rng.normal(0, 1, ROWS) + case.shift * positive
    scores = scores_of(table_roles(None, truth=positive.astype(int), pred=score), "pred", "1", Policy())
    wish, settings = Wish(value_tp=case.value_tp, cost_fp=1.0), Settings(replicates=REPLICATES, seed=seed)
    found = decision(scores, table_of(scores), wish, settings, "coverage")
    truth, point = case.true_worth(found.threshold), found.cross_fitted or found.chosen
    measure = next(each for each in point.measures if "per=" in each.metric)
    low, high = (float(end) for end in (measure.low, measure.high) if end is not None)
    return low <= truth <= high, _held_fixed(point, case, truth), high - low


def _held_fixed(point: Point, case: Case, truth: float) -> bool:
    """Whether a normal interval of the same decisions, with thresholds held fixed, holds the truth."""
    value = (point.tp * case.value_tp - point.fp) / ROWS
    error = ((point.tp * case.value_tp**2 + point.fp) / ROWS - value**2) ** 0.5 / ROWS**0.5
    return abs(truth - value) <= NORMAL.inv_cdf(0.975) * error
