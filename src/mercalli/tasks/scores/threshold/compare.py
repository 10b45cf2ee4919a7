"""Which score to decide by: systems on the same rows, by what their thresholds are worth and by how well they rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from mercalli.estimates.progress import Progress
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric, parse
from mercalli.plan.roles import TableRoles
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.estimate import values_of
from mercalli.tasks.scores.joint import JointRows, places
from mercalli.tasks.scores.paired import Sums, comparison
from mercalli.tasks.scores.result import ASKED, Comparison, ScoreReport
from mercalli.tasks.scores.threshold.choice import Wish
from mercalli.tasks.scores.threshold.tested import of_decisions
from mercalli.tasks.scores.threshold.worth import profits

MOST_STEPS = 512
BRIER = "brier"
# Metrics of the order of scores alone; two systems may write scores on scales of their own.
OF_ORDER = frozenset({"roc_auc", "average_precision", "ks", "partial_auc", "pr_area_trapezoid", "recall_at_fpr"}) | {
    "recall_at_precision",
    "precision_at_recall",
}
WORK = "comparing systems"


def compared(  # noqa: PLR0917 - who is compared, by what, and how sure to be
    roles: TableRoles,
    reports: Sequence[ScoreReport],
    wish: Wish | None,
    metrics: Sequence[str],
    settings: Settings,
    progress: Progress,
) -> Comparison | None:
    """Every pair of systems; none of one alone, nor of scores in bins, whose rows are too many to hold."""
    if len(reports) == 1 or not settings.replicates or any(report.bins for report in reports):
        return None
    progress(WORK, 0, 1)
    values = () if wish is None else tuple(dict.fromkeys(wish.columns.values()))
    rows = JointRows.read(roles, reports[0].positive, settings, values)
    sums = [*_asked(rows, reports, wish, settings), *_ranking(rows, reports, [parse(text) for text in metrics])]
    found = comparison(sums, [report.name for report in reports], rows.n, rows.units, settings)
    progress(WORK, 1, 1)
    return found


def _asked(rows: JointRows, reports: Sequence[ScoreReport], wish: Wish | None, settings: Settings) -> Iterator[Sums]:
    """What was asked for, on rows held out."""
    decided = [report.decision for report in reports if report.decision is not None]
    points = [each.cross_fitted for each in decided if each.cross_fitted is not None]
    if wish is None or len(points) < len(reports):
        return
    metric = profits(wish)[1] if wish.prices else parse(ASKED[wish.aim])
    found = zip(reports, (each.measure(metric.text).value for each in points), strict=True)
    values = {report.name: value for report, value in found if value is not None}
    if len(values) == len(reports):
        yield of_decisions(rows, metric, values, wish, settings)


def _ranking(rows: JointRows, reports: Sequence[ScoreReport], metrics: Sequence[Metric]) -> Iterator[Sums]:
    """Metrics of the order, from tables of places; the Brier score, which is a mean over rows."""
    names = [report.name for report in reports]
    values = {metric.text: [report.measure(metric.text).value for report in reports] for metric in metrics}
    defined = [metric for metric in metrics if None not in values[metric.text]]
    order = tuple(metric for metric in defined if metric.name in OF_ORDER)
    if order:
        size = min(rows.n, MOST_STEPS)
        each = np.array([values[metric.text] for metric in order], np.float64).T
        tables = {name: _table(rows, name, size) for name in names}
        yield Sums(order, dict(zip(names, each, strict=True)), tables, partial(_values, order))
    for metric in (metric for metric in defined if metric.name == BRIER):
        known = {
            name: float(value) for name, value in zip(names, values[metric.text], strict=True) if value is not None
        }
        yield Sums.of_mean(metric, known, {name: rows.means(_squares(rows, name)) for name in names})


def _squares(rows: JointRows, name: str) -> Floats:
    squares: Floats = (rows.scores[name] - rows.positive) ** 2
    return squares


def _table(rows: JointRows, name: str, size: int) -> Floats:
    step = np.minimum(places(rows.scores[name], rows.weight) * size, size - 1).astype(np.int64)
    return rows.tables(step, size)


def _values(metrics: Sequence[Metric], cells: Floats) -> Floats:
    """Metrics of positives and negatives by step, from the highest down: (..., 2 x steps) to (..., M)."""
    size = cells.shape[-1] // 2
    return values_of(ScoreTable(np.arange(size, 0.0, -1.0), cells[..., :size], cells[..., size:]), metrics)
