"""Thresholds to try: what every operating point comes to, and some of the points as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.estimates.intervals import finite
from mercalli.tasks.scores.threshold.numbers import cases, exact, money
from mercalli.tasks.scores.threshold.operating import Operating, spread_over
from mercalli.tasks.scores.threshold.result import MONEY
from mercalli.telling.article import Explorer, table
from mercalli.text.numbers import DIGITS, count, interval, number, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mercalli.tasks.scores.threshold.result import Decisions, ScoreReport
    from mercalli.telling.article import Table

SHOWN_POINTS = 21


def explorer(result: Decisions, system: ScoreReport) -> Explorer:
    """The points of one system, with the prices to start with and the bounds to keep to."""
    points = Operating.of(result, system)
    chosen = None if system.decision is None else points.place(system.decision.threshold)
    columns = {name: tuple(column.tolist()) for name, column in points.columns.items()}
    return Explorer(
        thresholds=points.text,
        tp=columns["tp"],
        fp=columns["fp"],
        positives=system.positives,
        total=system.total,
        chosen=chosen,
        bounds={name: value for name, value in result.wish.items() if name not in MONEY},
        prices={name: exact(result.prices.get(name, 0.0)) for name in MONEY},
        points=_table(points, chosen, percent(result.provenance.settings["level"])),
    )


def _table(points: Operating, chosen: int | None, level: str) -> Table:
    """Some of the points, for readers without scripts."""
    columns = {name: column.tolist() for name, column in points.columns.items()}
    worth = [] if points.worth is None else ["worth per 1,000"]
    header = (
        *("act from", "alerts per 1,000", *worth, "caught", "false alarms", "missed", "left alone"),
        *("precision", f"precision, {level}", "recall", f"recall, {level}", "false positive rate"),
    )
    rows = (
        (
            *(points.text[at], cases(columns["alerts_per_1000"][at])),
            *([money(columns["worth_per_1000"][at])] if worth else []),
            *(count(columns[name][at]) for name in ("tp", "fp", "fn", "tn")),
            *(_rate(columns, "precision", at), _ends(columns, "precision", at)),
            *(_rate(columns, "recall", at), _ends(columns, "recall", at), _rate(columns, "fpr", at)),
        )
        for at in spread_over(points, SHOWN_POINTS, chosen)
    )
    return table("What acting from a score on comes to", header, rows)


def _rate(columns: Mapping[str, Sequence[float]], name: str, at: int) -> str:
    return number(finite(columns[name][at]), DIGITS)


def _ends(columns: Mapping[str, Sequence[float]], name: str, at: int) -> str:
    return interval(*(finite(columns[f"{name}_{end}"][at]) for end in ("low", "high")))
