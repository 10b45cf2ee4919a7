"""The top K: what the K highest scores of a list hold when equal scores are in random order."""

from __future__ import annotations

from dataclasses import dataclass
from math import lgamma
from numbers import Real
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from mercalli.errors import MetricError
from mercalli.metrics.ratio import ratio
from mercalli.stats.lists import RankedLists

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats
    from mercalli.stats.scores import ScoreTable

Ties: TypeAlias = Literal["expected", "best", "worst"]

TIES = ("expected", "best", "worst")
EPSILON = 1e-9


@dataclass(frozen=True)
class Top:
    """Of every list (..., L): the K used, its positives, the chance that there is none, and what the list holds."""

    k: Floats
    hits: Floats
    none: Floats
    positives: Floats
    total: Floats
    times: Floats

    def averaged(self, values: Floats) -> Floats:
        """The mean over the lists in which a value is defined."""
        return averaged(values, self.times)


def averaged(values: Floats, times: Floats) -> Floats:
    """The mean over lists (..., L), each counted so many times, in which a value is defined."""
    known = ~np.isnan(values)
    return ratio((np.where(known, values, 0.0) * times).sum(axis=-1), (known * times).sum(axis=-1))


def top(table: ScoreTable | RankedLists, k: float, ties: Ties, metric: str) -> Top:
    """The top K of a table, or of each of several lists; a list that is shorter than K is looked at whole.

    Where K cuts through equal scores, each of them is as likely as the others to be among the first K; "best" and
    "worst" put the positives first or last instead.
    """
    check_k(k, ties, metric)
    ranked = table if isinstance(table, RankedLists) else RankedLists.single(table)
    lists, rows = ranked.lists, ranked.positive + ranked.negative
    total = lists.sums(rows)
    used = k_used(k, total, rows, several=ranked is table)
    slots = np.clip(lists.spread(used) - lists.before(rows), 0.0, rows)
    hits, none = (lists.sums(part) for part in _taken(ranked.positive, ranked.negative, slots, ties))
    defined = ~np.isnan(used)
    hits, none = (np.where(defined, part, np.nan) for part in (hits, np.exp(none)))
    return Top(used, hits, none, lists.sums(ranked.positive), total, ranked.times)


def check_k(k: object, ties: str, metric: str) -> None:
    """Refuse what is neither a count nor a share, and ties that are broken in no known way."""
    number = np.nan if isinstance(k, bool) or not isinstance(k, Real) else float(k)
    if not number >= 0 or (number > 1 and not number.is_integer()):
        raise MetricError.value(metric, "k", k, "a whole number, or a share between 0 and 1")
    if ties not in TIES:
        raise MetricError.value(metric, "ties", ties, "'expected', 'best' or 'worst'")


def k_used(k: float, total: Floats, rows: Floats, *, several: bool) -> Floats:
    """K for each list; NaN if it is 0, or more than the only list has.

    A share of whole rows is rounded down and is at least 1; of weights it is what it is.
    """
    wanted = np.full_like(total, k)
    if 0 < k < 1:
        wanted = k * total
        if (rows == np.floor(rows)).all():
            wanted = np.maximum(np.floor(wanted + EPSILON * np.maximum(total, 1.0)), 1.0)
    beyond = wanted > total + EPSILON * np.maximum(total, 1.0)
    within = np.minimum(wanted, total)
    used: Floats = np.where((wanted <= 0) | (total <= 0) | (beyond & (not several)), np.nan, within)
    return used


def _taken(positive: Floats, negative: Floats, slots: Floats, ties: Ties) -> tuple[Floats, Floats]:
    """Of each score, how many positives are taken into the slots, and the logarithm of the chance of none."""
    if ties == "best":
        hits = np.minimum(positive, slots)
        return hits, np.where(hits > 0, -np.inf, 0.0)
    if ties == "worst":
        hits = np.maximum(slots - negative, 0.0)
        return hits, np.where(hits > 0, -np.inf, 0.0)
    share = np.divide(slots, positive + negative, out=np.zeros_like(slots), where=slots > 0)
    return positive * share, _log_none(positive, negative, slots)


def _log_none(positive: Floats, negative: Floats, slots: Floats) -> Floats:
    """Logarithm of the chance that slots drawn without replacement hold no positive: C(q, s) / C(p + q, s)."""
    none = np.where((positive > 0) & (slots > negative), -np.inf, 0.0)
    drawn = (positive > 0) & (slots > 0) & (slots <= negative)
    p, q, s = positive[drawn], negative[drawn], slots[drawn]
    none[drawn] = _log_gamma(q + 1) - _log_gamma(q - s + 1) - _log_gamma(p + q + 1) + _log_gamma(p + q - s + 1)
    return none


_log_gamma = np.vectorize(lgamma, otypes=[np.float64])
