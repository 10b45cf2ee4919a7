"""Means over classes of which some are rare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bench.coverage.table import lines
from mercalli import parse, read_profile
from mercalli.estimates.confusion import estimates
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.metrics.profiled import metrics_of
from mercalli.stats.confusion import Confusion
from mercalli.stats.sample import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

METRICS = ("accuracy", "f1_macro", "recall_macro", "precision_macro", "dua", "ecs", "mcc")
CLASSES = (
    "requests_or_urgent_needs",
    "injured_or_dead_people",
    "infrastructure_and_utility_damage",
    "sympathy_and_support",
    "not_humanitarian",
)
ANSWERS = np.array(
    [
        [0.60, 0.15, 0.10, 0.10, 0.05],
        [0.05, 0.75, 0.10, 0.05, 0.05],
        [0.05, 0.05, 0.70, 0.10, 0.10],
        [0.02, 0.03, 0.05, 0.80, 0.10],
        [0.02, 0.03, 0.05, 0.05, 0.85],
    ]
)
SHARES = {"rare": (0.015, 0.02, 0.20, 0.30, 0.465), "common": (0.03, 0.10, 0.20, 0.27, 0.40)}


def class_means(simulations: int = 1000) -> Iterator[str]:
    """Values of five classes, the rarest with 1.5 or 3 % of the rows: how often intervals held the true value."""
    cases = [(shares, rows) for rows in (300, 2000) for shares in SHARES]
    found = [(f"{rows:,}", shares, *coverage(shares, rows, simulations).values()) for shares, rows in cases]
    return lines(("rows", "classes", *METRICS), found)


def coverage(shares: str, rows: int, simulations: int, method: str = "auto") -> dict[str, float]:
    """How often each metric's 95 % interval holds the value it has in the population."""
    cells = np.pad(np.array(SHARES[shares])[:, None] * ANSWERS, ((0, 0), (0, 1)))
    known = metrics_of(read_profile("humaid"), CLASSES)
    panel = Panel(tuple(parse(name, known) for name in METRICS), len(CLASSES))
    truth, held = panel(Confusion(cells[None], CLASSES)), []
    tables = np.random.default_rng(23).multinomial(rows, cells.ravel(), size=simulations)
    for seed, table in enumerate(tables):
        settings = Settings(replicates=400, method=method, seed=seed)  # type: ignore[arg-type]
        found = estimates(sample_of(table.reshape(cells.shape)), panel, settings, "coverage").intervals
        held.append((found.low <= truth) & (truth <= found.high))
    return dict(zip(METRICS, np.mean(held, axis=0).tolist(), strict=True))


def sample_of(table: NDArray[np.int64]) -> Sample:
    """One system's sample from (K, K + 1) counts."""
    cell = np.flatnonzero(table)
    rows = table.ravel()[cell].astype(np.float64)
    return Sample(CLASSES, (1, *table.shape), (cell,), rows, rows, rows, None, 1, weighted=False)
