"""OperatingPoints points: what acting from every threshold of a curve on comes to, beginning with acting on nothing.

A page lets its reader try them, and shows some of them as a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.inputs.arrays import Floats
from mercalli.metrics.confusion.expected_profit import expected_profit
from mercalli.metrics.confusion.fpr import fpr
from mercalli.metrics.confusion.precision import precision
from mercalli.metrics.confusion.predicted_share import predicted_share
from mercalli.metrics.confusion.recall import recall
from mercalli.metrics.scores.net_benefit import benefit
from mercalli.stats.counts import Counts
from mercalli.tasks.scores.result import MONEY, Decisions, ScoreReport
from mercalli.tasks.scores.threshold.words import NO_ACTION, PER, cases, exact, money, threshold_text
from mercalli.telling.article import PAGE, Explorer, Table, table
from mercalli.text.numbers import DIGITS, count, interval, number, percent
from mercalli.uncertainty.intervals import wilson

POINT = (
    *("tp", "fp", "fn", "tn", "alerts_per_1000", "fpr"),
    *("recall", "recall_low", "recall_high", "precision", "precision_low", "precision_high"),
    *("net_benefit", "worth_per_1000", "worth_low", "worth_high"),
)
NO_ENDS = (np.nan, np.nan)
SHOWN_POINTS = 21


@dataclass(frozen=True)
class OperatingPoints:
    """Points of one system from high thresholds to low; `threshold` is None where nothing is acted on.

    `text` is how each threshold is written, in as few digits as act on the very same; `chosen` is which one is best.
    """

    threshold: tuple[float | None, ...]
    text: tuple[str, ...]
    counts: Counts
    prices: dict[str, float | str]
    level: float | None
    chosen: int | None
    worth: tuple[float, ...] = ()

    @classmethod
    def of(cls, result: Decisions, system: ScoreReport) -> OperatingPoints:
        """The points that the record holds; intervals only where rows are drawn one by one and weigh the same."""
        curve, roles, settings = system.curve, result.provenance.roles, result.provenance.settings
        tp, fp = (np.array([0.0, *part]) for part in (curve.tp, curve.fp))
        counts = Counts(tp, fp, system.positives - tp, system.total - system.positives - fp)
        plain = roles.get("weight") is None and roles.get("unit") is None
        level = float(str(settings["level"])) if plain and settings["replicates"] else None
        text = (NO_ACTION, *(threshold_text(*pair) for pair in zip(curve.threshold, curve.same_above, strict=True)))
        thresholds = (None, *curve.threshold)
        chosen = None if system.decision is None else thresholds.index(system.decision.threshold)
        return cls(thresholds, text, counts, result.prices, level, chosen, curve.worth)

    @property
    def at(self) -> Floats:
        """Thresholds as numbers; to act on nothing stands at the highest score."""
        return np.array([self.threshold[1], *self.threshold[1:]], np.float64)

    @property
    def alerts(self) -> Floats:
        """The share of cases acted on."""
        return predicted_share(self.counts)

    @cached_property
    def columns(self) -> dict[str, Floats]:
        """All numbers of every point, by name; NaN where there is none."""
        counts, rates = self.counts, {"recall": recall(self.counts), "precision": precision(self.counts)}
        columns = (
            *(counts.tp, counts.fp, counts.fn, counts.tn, PER * counts.alarms / counts.total, fpr(counts)),
            *(rates["recall"], *self._wilson(rates["recall"], counts.positives)),
            *(rates["precision"], *self._wilson(rates["precision"], counts.alarms)),
            *(self._net_benefit(), *self._worth()),
        )
        size = len(self.threshold)
        return {name: np.broadcast_to(column, size) for name, column in zip(POINT, columns, strict=True)}

    def ends(self, name: str) -> Floats | None:
        """Both ends of the interval of a number at each point, if there are intervals."""
        unknown = self.level is None or (name == "worth" and bool(self.worth))
        return None if unknown else np.stack([self.columns[f"{name}_{end}"] for end in ("low", "high")])

    def _wilson(self, rate: Floats, trials: float | Floats) -> Floats | tuple[float, float]:
        return NO_ENDS if self.level is None else wilson(rate, np.asarray(trials), self.level)

    def _net_benefit(self) -> Floats:
        """True positives per case, minus false ones at the odds of the threshold."""
        probability = (self.at >= 0).all() & (self.at <= 1).all() & (self.at < 1)
        return np.where(probability, benefit(self.counts, self.at), np.nan)

    def _worth(self) -> tuple[Floats | float, ...]:
        """What 1,000 cases are worth, and its normal interval, from how it spreads over the four outcomes."""
        if not self.prices:
            return np.nan, *NO_ENDS
        if self.worth:
            return PER * np.array(self.worth), *NO_ENDS
        prices = {name: float(value) for name, value in self.prices.items()}
        counts, worth = self.counts, PER * expected_profit(self.counts, **prices, per="case")
        if self.level is None:
            return worth, *NO_ENDS
        outcomes = zip((counts.tp, counts.fp, counts.fn, counts.tn), prices.values(), strict=True)
        total = np.asarray(counts.total)
        square = sum((np.asarray(part) * value**2 for part, value in outcomes), np.zeros_like(total)) / total
        spread = np.sqrt(np.maximum(square - (worth / PER) ** 2, 0.0) / total)
        half = PER * NormalDist().inv_cdf((1 + self.level) / 2) * spread
        return worth, worth - half, worth + half


def explorer(result: Decisions, system: ScoreReport) -> Explorer | Table:
    """The points of one system, with the prices to start with and the bounds to keep to.

    Where every case has values of its own there are no prices to try, and the points are a table.
    """
    points = OperatingPoints.of(result, system)
    shown = _table(points, percent(result.provenance.settings["level"]))
    if points.worth:
        return replace(shown, on=PAGE)
    columns = {name: tuple(column.tolist()) for name, column in points.columns.items()}
    return Explorer(
        thresholds=points.text,
        tp=columns["tp"],
        fp=columns["fp"],
        positives=system.positives,
        total=system.total,
        chosen=points.chosen,
        bounds={name: float(value) for name, value in result.wish.items() if name not in MONEY},
        prices={name: exact(float(result.prices.get(name, 0.0))) for name in MONEY},
        points=shown,
    )


def _table(points: OperatingPoints, level: str) -> Table:
    """Some of the points, for readers without scripts."""
    columns = {name: column.tolist() for name, column in points.columns.items()}
    worth = ["worth per 1,000"] if points.prices else []
    header = (
        *("act from", "alerts per 1,000", *worth, "caught", "false alarms", "missed", "left alone"),
        *("precision", f"precision, {level}", "recall", f"recall, {level}", "false positive rate"),
    )
    rows = (
        (
            *(points.text[at], cases(columns["alerts_per_1000"][at])),
            *([money(columns["worth_per_1000"][at])] if worth else []),
            *(count(columns[name][at]) for name in ("tp", "fp", "fn", "tn")),
            *(cell for name in ("precision", "recall") for cell in _rate_cells(columns, name, at)),
            number(finite(columns["fpr"][at]), DIGITS),
        )
        for at in _spread(points)
    )
    return table("Results of acting from each score upwards", header, rows)


def _rate_cells(columns: Mapping[str, Sequence[float]], name: str, at: int) -> tuple[str, str]:
    """A rate at one point, and its interval."""
    value, low, high = (finite(columns[column][at]) for column in (name, f"{name}_low", f"{name}_high"))
    return number(value, DIGITS), interval(low, high)


def _spread(points: OperatingPoints) -> list[int]:
    """Some points, evenly over the cases acted on, the chosen one among them."""
    places = np.searchsorted(points.alerts, np.linspace(0, 1, SHOWN_POINTS))
    chosen = [] if points.chosen is None else [points.chosen]
    return sorted({*np.clip(places, 0, len(points.threshold) - 1).tolist(), 0, *chosen})
