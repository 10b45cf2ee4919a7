"""The ROC-AUC and average precision near 1."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from bench.coverage.table import lines
from mercalli import parse
from mercalli.estimates.settings import Settings
from mercalli.inputs.labels import Policy
from mercalli.plan.roles import table_roles
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.data import scores_of
from mercalli.tasks.scores.estimate import score_measures, table_of
from mercalli.uncertainty.delong import auc_interval, delong

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.random import Generator
    from numpy.typing import NDArray

NORMAL = NormalDist()
AREAS = [
    *((0.961, 300, 30), (0.961, 300, 15), (0.921, 300, 30), (0.760, 300, 15), (0.760, 300, 90), (0.961, 2000, 200)),
    *((0.961, 2000, 40), (0.988, 300, 30), (0.988, 2000, 100), (0.988, 2000, 200), (0.998, 2000, 100)),
]
KINDS = ("normal", "spread 2:1", "heavy tails")
MANY = 400_000
ROWS, POSITIVES = 300, 30  # of average precision
SHIFTS = (1.0, 2.5, 3.5)


def areas(simulations: int = 1000) -> Iterator[str]:
    """ROC-AUC: how often intervals held the true area, and their mean width for normal scores."""
    rows = []
    for area, size, positives in AREAS:
        found = [area_held(area, size, positives, kind, simulations) for kind in KINDS]
        rows.append((f"{area:.3f}", f"{size:,}", f"{positives}", *(each for each, _ in found), f"{found[0][1]:.3f}"))
    return lines(("true area", "rows", "positives", *KINDS, "width"), rows)


def area_held(area: float, rows: int, positives: int, kind: str, simulations: int) -> tuple[float, float]:
    """The share of intervals that held an area, and their mean width."""
    rng, positive = np.random.default_rng([41, rows, positives]), np.arange(rows) < positives
    shift, held = _shift(area, kind), []
    for _ in range(simulations):
        table = ScoreTable.of(_scores(rng, positive, shift, kind), positive)
        value, error = float(AUC(table)), float(delong(table))
        low, high, _ = auc_interval(value, error, positives, rows - positives, 0.95) or (np.nan, np.nan, "")
        held.append((low <= area <= high, high - low))
    share, width = np.mean(held, axis=0).tolist()
    return share, width


AUC, PRECISION = parse("roc_auc"), parse("average_precision")


def _scores(rng: Generator, positive: NDArray[np.bool_], shift: float, kind: str) -> NDArray[np.float64]:
    noise = rng.standard_t(3, len(positive)) if kind == "heavy tails" else rng.normal(0, 1, len(positive))
    return np.where(positive, shift + (2 if kind == "spread 2:1" else 1) * noise, noise)


def _shift(area: float, kind: str) -> float:
    """How far apart both kinds must lie."""
    if kind != "heavy tails":
        return NORMAL.inv_cdf(area) * float(np.hypot(1, 2 if kind == "spread 2:1" else 1))
    apart = np.random.default_rng(0).standard_t(3, (2, MANY))
    return float(np.quantile(apart[1] - apart[0], area))


def precision_areas(simulations: int = 600) -> Iterator[str]:
    """Average precision, 300 rows of which 30 are positive: how often intervals held the true value."""
    rows = [(f"{truth:.3f}", held, f"{width:.3f}") for truth, held, width in _precisions(simulations)]
    return lines(("true value", "held", "width"), rows)


def _precisions(simulations: int) -> Iterator[tuple[float, float, float]]:
    for shift in SHIFTS:
        many = np.arange(10 * MANY) < MANY
        truth = float(PRECISION(ScoreTable.of(_scores(np.random.default_rng(3), many, shift, "normal"), many)))
        yield truth, *precision_held(shift, truth, simulations)


def precision_held(shift: float, truth: float, simulations: int) -> tuple[float, float]:
    """The share of intervals of the average precision that held it, and their mean width."""
    rng, positive, held = np.random.default_rng(43), np.arange(ROWS) < POSITIVES, []
    for seed in range(simulations):
        score = _scores(rng, positive, shift, "normal")
        scores = scores_of(table_roles(None, truth=positive.astype(int), pred=score), "pred", "1", Policy())
        settings = Settings(replicates=200, seed=seed)
        (measure,) = score_measures(scores, table_of(scores), [PRECISION], settings, "coverage")
        low, high = (float(end) for end in (measure.low, measure.high) if end is not None)
        held.append((low <= truth <= high, high - low))
    share, width = np.mean(held, axis=0).tolist()
    return share, width
