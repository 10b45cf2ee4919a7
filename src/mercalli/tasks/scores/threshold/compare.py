"""Which score to decide by: systems on the same rows, by what their thresholds are worth and by how well they rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from mercalli.estimates.progress import Progress
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric, parse
from mercalli.plan.roles import TableRoles
from mercalli.results.measure import Measure
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.estimate import values_of
from mercalli.tasks.scores.joint import JointRows, places
from mercalli.tasks.scores.paired import Sums, comparison
from mercalli.tasks.scores.result import Comparison, ScoreReport
from mercalli.tasks.scores.threshold.choice import Wish
from mercalli.tasks.scores.threshold.estimate import HeldOut
from mercalli.tasks.scores.threshold.worth import profits

MOST_STEPS = 512
BRIER = "brier"
# Metrics of the order of scores alone; two systems may write scores on scales of their own.
OF_ORDER = frozenset({"roc_auc", "average_precision", "ks", "partial_auc", "pr_area_trapezoid", "recall_at_fpr"}) | {
    "recall_at_precision",
    "precision_at_recall",
}
WORK = "comparing systems"


@dataclass(frozen=True)
class Column:
    """A column of scores: the report on it, and its decisions on rows held out."""

    report: ScoreReport
    held_out: HeldOut | None

    @property
    def worth(self) -> Measure | None:
        """What its decisions on rows held out are worth per case, if there are prices."""
        decision = self.report.decision
        return None if decision is None or decision.cross_fitted is None else decision.cross_fitted.worth


def compared(  # noqa: PLR0917 - who is compared, by what, and how sure to be
    roles: TableRoles,
    columns: Sequence[Column],
    wish: Wish | None,
    metrics: Sequence[str],
    settings: Settings,
    progress: Progress,
) -> Comparison | None:
    """Every pair of systems; none of one alone, nor of scores in bins, whose rows are too many to hold."""
    reports = [column.report for column in columns]
    if len(columns) == 1 or not settings.replicates or any(report.bins for report in reports):
        return None
    progress(WORK, 0, 1)
    values = () if wish is None else tuple(dict.fromkeys(wish.columns.values()))
    rows = JointRows.read(roles, reports[0].positive, settings, values)
    sums = [*_worth(rows, columns, wish), *_ranking(rows, reports, [parse(text) for text in metrics])]
    found = comparison(sums, [report.name for report in reports], rows.n, rows.units, settings)
    progress(WORK, 1, 1)
    return found


def _worth(rows: JointRows, columns: Sequence[Column], wish: Wish | None) -> Iterator[Sums]:
    """The worth per case on rows held out."""
    worths = {column.report.name: column.worth for column in columns}
    if wish is None or any(worth is None or worth.value is None for worth in worths.values()):
        return
    acted, left = case_values(rows, wish)
    parts = {}
    for column in columns:
        if column.held_out is not None:
            share = column.held_out.share(rows, column.report.name)
            parts[column.report.name] = rows.means(share * acted + (1 - share) * left)
    values = {name: float(worth.value) for name, worth in worths.items() if worth and worth.value is not None}
    yield Sums.of_mean(profits(wish)[1], values, parts)


def case_values(rows: JointRows, wish: Wish) -> tuple[Floats, Floats]:
    """What acting on each row, and leaving it, is worth."""
    value_tp, cost_fp, cost_fn, value_tn = (
        rows.numbers[each] if isinstance(each, str) else np.full(rows.n, float(each)) for each in wish.prices.values()
    )
    return np.where(rows.positive, value_tp, -cost_fp), np.where(rows.positive, -cost_fn, value_tn)


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
