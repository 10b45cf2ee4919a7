"""The same metrics in every slice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import SLICES, codes
from bench.measure import agree, around, measured
from bench.table import Row, faster

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure import Values

ROWS = 10_000_000
POINTS_BAR = 5_000
REPLICATES_BAR = 500
REPEATS = 5
HEADLINE = ("accuracy", "balanced_accuracy", "f1_macro", "f1_weighted", "mcc", "cohen_kappa")


def sliced(rows: int = ROWS) -> list[Row]:
    """By a column of 20 values: the generic profile's six headline metrics, overall and in every slice."""
    peer, points, replicated = around(
        lambda: measured(fairlearn, rows=rows),
        lambda: measured(mercalli, REPEATS, rows=rows, replicates=0),
        lambda: measured(mercalli, REPEATS, rows=rows, replicates=1000),
    )
    found: list[Row] = []
    for ours, how, bar in ((points, "points only", POINTS_BAR), (replicated, "1,000 replicates each", REPLICATES_BAR)):
        agree(peer, ours)
        found.append(
            faster(f"{rows:,} rows of uint8 by {SLICES} slices, {how}", "fairlearn MetricFrame", peer, ours, bar)
        )
    return found


def fairlearn(rows: int) -> Callable[[], Values]:
    """A MetricFrame of scikit-learn's functions."""
    from functools import partial

    from fairlearn.metrics import MetricFrame
    from sklearn import metrics

    functions = {
        "accuracy": metrics.accuracy_score,
        "balanced_accuracy": metrics.balanced_accuracy_score,
        "f1_macro": partial(metrics.f1_score, average="macro"),
        "f1_weighted": partial(metrics.f1_score, average="weighted"),
        "mcc": metrics.matthews_corrcoef,
        "cohen_kappa": metrics.cohen_kappa_score,
    }
    truth, pred, where = (codes(name, rows) for name in ("truth", "pred", "slice"))

    def work() -> Values:
        frame = MetricFrame(metrics=functions, y_true=truth, y_pred=pred, sensitive_features=where)
        values = {f"{name} overall": float(frame.overall[name]) for name in HEADLINE}
        return values | {f"{name} {at}": float(frame.by_group[name][at]) for name in HEADLINE for at in range(SLICES)}

    return work


def mercalli(rows: int, replicates: int) -> Callable[[], Values]:
    """Everything evaluate gives by default, of which the peer's values are a part."""
    from mercalli import evaluate

    truth, pred, where = (codes(name, rows) for name in ("truth", "pred", "slice"))

    def work() -> Values:
        system = evaluate(truth=truth, pred=pred, by=where, replicates=replicates).systems[0]
        values = {f"{name} overall": system.measure(name).value or 0.0 for name in HEADLINE}
        for part in system.slices:
            found = {measure.metric: measure.value or 0.0 for measure in part.measures}
            values |= {f"{name} {part.values[0]}": found[name] for name in HEADLINE}
        return values

    return work
