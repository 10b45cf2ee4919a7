"""Operating points: what acting from every threshold of a curve on comes to, beginning with acting on nothing."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.confusion.expected_profit import expected_profit
from mercalli.metrics.confusion.fpr import fpr
from mercalli.metrics.confusion.precision import precision
from mercalli.metrics.confusion.predicted_share import predicted_share
from mercalli.metrics.confusion.recall import recall
from mercalli.metrics.scores.net_benefit import benefit
from mercalli.stats.counts import Counts
from mercalli.tasks.scores.threshold.numbers import NO_ACTION, PER, threshold_text
from mercalli.uncertainty.intervals import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Floats
    from mercalli.tasks.scores.threshold.result import Decisions, ScoreReport

POINT = (
    *("tp", "fp", "fn", "tn", "alerts_per_1000", "fpr"),
    *("recall", "recall_low", "recall_high", "precision", "precision_low", "precision_high"),
    *("net_benefit", "worth_per_1000", "worth_low", "worth_high"),
)


@dataclass(frozen=True)
class Operating:
    """Points of one system from high thresholds to low; `threshold` is None where nothing is acted on.

    `text` is how each threshold is written, in as few digits as act on the very same.
    """

    threshold: tuple[float | None, ...]
    text: tuple[str, ...]
    counts: Counts
    prices: dict[str, float]
    level: float | None

    @classmethod
    def of(cls, result: Decisions, system: ScoreReport) -> Operating:
        """The points that the record holds; intervals only where rows are drawn one by one and weigh the same."""
        tp, fp = (np.array([0.0, *part]) for part in (system.curve.tp, system.curve.fp))
        counts = Counts(tp, fp, system.positives - tp, system.total - system.positives - fp)
        roles, level = result.provenance.roles, result.provenance.settings["level"]
        plain = roles.get("weight") is None and roles.get("unit") is None
        sure = plain and bool(result.provenance.settings["replicates"])
        curve = system.curve
        text = (NO_ACTION, *(threshold_text(*pair) for pair in zip(curve.threshold, curve.same_above, strict=True)))
        return cls((None, *curve.threshold), text, counts, result.prices, float(str(level)) if sure else None)

    @property
    def at(self) -> Floats:
        """Thresholds as numbers; to act on nothing stands at the highest score."""
        return np.array([self.threshold[1], *self.threshold[1:]], np.float64)

    @property
    def alerts(self) -> Floats:
        """The share of cases acted on."""
        return predicted_share(self.counts)

    @property
    def recall(self) -> Floats:
        """The share of positives acted on."""
        return recall(self.counts)

    @property
    def fpr(self) -> Floats:
        """The share of negatives acted on."""
        return fpr(self.counts)

    @property
    def precision(self) -> Floats:
        """The share of positives among what is acted on."""
        return precision(self.counts)

    @property
    def net_benefit(self) -> Floats:
        """True positives per case, less false ones at the odds of the threshold."""
        known = (self.at >= 0).all() & (self.at <= 1).all() & (self.at < 1)
        return np.where(known, benefit(self.counts, self.at), np.nan)

    @property
    def worth(self) -> Floats | None:
        """What 1,000 cases are worth, if there are prices."""
        if not self.prices:
            return None
        return PER * expected_profit(self.counts, **self.prices, per="case")

    @property
    def recall_ends(self) -> Floats | None:
        """Wilson's interval of the recall at each point."""
        return None if self.level is None else wilson(self.recall, np.asarray(self.counts.positives), self.level)

    @property
    def precision_ends(self) -> Floats | None:
        """Wilson's interval of the precision at each point."""
        return None if self.level is None else wilson(self.precision, np.asarray(self.counts.alarms), self.level)

    @property
    def worth_ends(self) -> Floats | None:
        """The normal interval of the worth at each point, from how it spreads over the four outcomes."""
        if self.level is None or self.worth is None:
            return None
        counts, price = self.counts, self.prices
        outcomes = zip((counts.tp, counts.fp, counts.fn, counts.tn), price.values(), strict=True)
        total = np.asarray(counts.total)
        square = sum((np.asarray(part) * value**2 for part, value in outcomes), np.zeros_like(total)) / total
        spread = np.sqrt(np.maximum(square - (self.worth / PER) ** 2, 0.0) / total)
        half = PER * NormalDist().inv_cdf((1 + self.level) / 2) * spread
        return np.stack([self.worth - half, self.worth + half])

    @property
    def columns(self) -> dict[str, Floats]:
        """All numbers of every point, by name; NaN where there is none."""
        counts = self.counts
        columns = (
            *(counts.tp, counts.fp, counts.fn, counts.tn, PER * counts.alarms / counts.total, self.fpr),
            *(self.recall, *_both(self.recall_ends), self.precision, *_both(self.precision_ends)),
            *(self.net_benefit, np.nan if self.worth is None else self.worth, *_both(self.worth_ends)),
        )
        size = len(self.threshold)
        return {name: np.broadcast_to(column, size) for name, column in zip(POINT, columns, strict=True)}

    def place(self, threshold: float | None) -> int:
        """The point of a threshold that is among them."""
        return self.threshold.index(threshold)


def _both(ends: Floats | None) -> tuple[Floats | float, Floats | float]:
    return (np.nan, np.nan) if ends is None else (ends[0], ends[1])


def spread_over(points: Operating, most: int, chosen: int | None) -> Sequence[int]:
    """Some points, evenly over the cases acted on, the chosen one among them."""
    wanted = np.searchsorted(points.alerts, np.linspace(0, 1, most))
    kept = {*np.clip(wanted, 0, len(points.threshold) - 1).tolist(), 0, *([] if chosen is None else [chosen])}
    return sorted(kept)
