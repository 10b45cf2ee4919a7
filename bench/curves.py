"""Ranking: areas and curves of ten million scores, and intervals of a million."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import scored_rows
from bench.measure import agree, measured
from bench.table import Row, faster, under

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure import Values

ROWS = 10_000_000
KINDS = ("float32", "float64")
BAR = 20
AUC_BAR = 6
REPEATS = 3
INTERVALS_BAR_SECONDS = 2.0
DELONG_BAR_SECONDS = 0.2
FEWER = 10


def curves(rows: int = ROWS) -> list[Row]:
    """ROC-AUC, average precision and both curves; then intervals of both areas on a tenth of the rows."""
    found: list[Row] = []
    for kind in KINDS:
        ours = measured(mercalli, REPEATS, rows=rows, kind=kind)
        peer, alone = (measured(side, rows=rows, kind=kind) for side in (scikit_learn, scikit_learn_auc))
        agree(peer, ours)
        what = f"{rows:,} scores of {kind}, ROC-AUC, average precision, ROC and PR curves"
        found.append(faster(what, "scikit-learn, its four calls", peer, ours, BAR))
        found.append(faster(what, "scikit-learn, roc_auc_score alone", alone, ours, AUC_BAR))
    part = rows // FEWER
    what = f"{part:,} scores, 1,000 replicates of both areas after counting"
    found.append(under(what, measured(intervals, REPEATS, rows=part), INTERVALS_BAR_SECONDS))
    found.append(under(f"{part:,} scores, DeLong", measured(delong, REPEATS, rows=part), DELONG_BAR_SECONDS))
    return found


def scikit_learn(rows: int, kind: str) -> Callable[[], Values]:
    """Areas and curves, each by its own call."""
    from sklearn import metrics

    truth, score = scored_rows(rows)
    score = score.astype(kind)

    def work() -> Values:
        metrics.roc_curve(truth, score)
        metrics.precision_recall_curve(truth, score)
        return {
            "roc_auc": float(metrics.roc_auc_score(truth, score)),
            "average_precision": float(metrics.average_precision_score(truth, score)),
        }

    return work


def scikit_learn_auc(rows: int, kind: str) -> Callable[[], Values]:
    """The area under the ROC curve alone."""
    from sklearn import metrics

    truth, score = scored_rows(rows)
    score = score.astype(kind)
    return lambda: {"roc_auc": float(metrics.roc_auc_score(truth, score))}


def mercalli(rows: int, kind: str) -> Callable[[], Values]:
    """One table; the areas, and both curves at every threshold."""
    from mercalli.metrics.scores.average_precision import average_precision
    from mercalli.metrics.scores.roc_auc import roc_auc
    from mercalli.stats.scores import ScoreTable

    truth, score = scored_rows(rows)
    score = score.astype(kind)

    def work() -> Values:
        table = ScoreTable.of(score, truth)
        table.curve_points()
        return {"roc_auc": float(roc_auc(table)), "average_precision": float(average_precision(table))}

    return work


def intervals(rows: int) -> Callable[[], Values]:
    """Replicates of a table of some thousand steps, moved to the exact value."""
    from mercalli.estimates.settings import Settings
    from mercalli.metrics.catalogue import parse
    from mercalli.tasks.scores.estimate import score_measures, table_of

    scores = _checked(rows)
    table = table_of(scores)
    metrics = [parse("roc_auc"), parse("average_precision")]

    def work() -> Values:
        found = score_measures(scores, table, metrics, Settings(method="percentile"), "bench")
        return {each.metric: each.value or 0.0 for each in found}

    return work


def delong(rows: int) -> Callable[[], Values]:
    """The closed form for the ROC-AUC."""
    from mercalli.tasks.scores.estimate import table_of
    from mercalli.uncertainty.delong import delong as standard_error

    table = table_of(_checked(rows))
    return lambda: {"standard_error": float(standard_error(table))}


def _checked(rows: int):  # noqa: ANN202 - Scores, whose import is not timed
    from mercalli.engines.arrays import ArraySource
    from mercalli.inputs.labels import Policy
    from mercalli.inputs.scores import Scores

    truth, score = scored_rows(rows)
    found = ArraySource.check({"truth": truth, "score": score}).score_tally("score", ["truth"], None)
    return Scores.check(found, name="score", truth="truth", positive="true", policy=Policy())
