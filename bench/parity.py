"""The gap between groups with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import codes
from bench.measure import agree, around, measured
from bench.table import Row, faster

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure import Values

ROWS = 100_000
BAR = 1_000
REPLICATES = 100
REPEATS = 5


def parity(rows: int = ROWS) -> list[Row]:
    """Accuracy in 20 groups: the largest difference and its interval, from 100 replicates."""
    peer, ours = around(
        lambda: measured(fairlearn, rows=rows),
        lambda: measured(mercalli, REPEATS, rows=rows),
    )
    agree(peer, ours)
    return [faster(f"gap over 20 groups of {rows:,} rows, 100 replicates", "fairlearn difference_ci", peer, ours, BAR)]


def fairlearn(rows: int) -> Callable[[], Values]:
    """A MetricFrame with bootstrap."""
    from fairlearn.metrics import MetricFrame
    from sklearn.metrics import accuracy_score

    truth, pred, where = (codes(name, rows) for name in ("truth", "pred", "slice"))

    def work() -> Values:
        frame = MetricFrame(
            metrics=accuracy_score,
            y_true=truth,
            y_pred=pred,
            sensitive_features=where,
            n_boot=REPLICATES,
            ci_quantiles=[0.025, 0.975],
            random_state=0,
        )
        frame.difference_ci()
        return {"gap": float(frame.difference())}

    return work


def mercalli(rows: int) -> Callable[[], Values]:
    """The same gap; intervals differ, because percentiles of it never hold 0."""
    from mercalli import parity as compared

    truth, pred, where = (codes(name, rows) for name in ("truth", "pred", "slice"))

    def work() -> Values:
        result = compared(truth=truth, pred=pred, by={"group": where}, metrics="accuracy", replicates=REPLICATES)
        return {"gap": result.systems[0].gap("accuracy").gap.value or 0.0}

    return work
