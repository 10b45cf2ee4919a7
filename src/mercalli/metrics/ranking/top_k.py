"""The top K: what the K highest scores of a list hold when equal scores are in random order."""

from dataclasses import dataclass, replace
from math import lgamma
from numbers import Real
from typing import Literal, TypeAlias, get_args

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.averages import weighted
from mercalli.metrics.options import check_choice
from mercalli.metrics.ratio import ratio
from mercalli.stats.lists import RankedLists
from mercalli.stats.scores import ScoreTable

Ties: TypeAlias = Literal["expected", "best", "worst"]

EPSILON = 1e-9


@dataclass(frozen=True)
class Top:
    """Of every list (..., L): the K used, its positives, the chance that there is none, and what the list holds.

    Values are means over the lists in which they are defined; `times` (..., L) is how often each list counts.
    """

    k: Floats
    hits: Floats
    none: Floats
    positives: Floats
    total: Floats
    times: Floats

    @property
    def precision(self) -> Floats:
        """Positives among K."""
        return self._mean(ratio(self.hits, self.k))

    @property
    def recall(self) -> Floats:
        """Positives among K, of all positives."""
        return self._mean(ratio(self.hits, self.positives))

    @property
    def hit_rate(self) -> Floats:
        """The chance of at least one positive among K."""
        return self._mean(1 - self.none)

    @property
    def lift(self) -> Floats:
        """Positives among K against those among all."""
        return self._mean(ratio(ratio(self.hits, self.k), ratio(self.positives, self.total)))

    def _mean(self, values: Floats) -> Floats:
        return weighted(values, self.times, undefined="skip")


def top(table: ScoreTable | RankedLists, k: float, ties: Ties, metric: str) -> Top:
    """The top K of a table, or of each of several lists; of these, one that is shorter than K is taken whole.

    Where K cuts through equal scores, each of them is as likely as the others to be among the first K; "best" and
    "worst" put the positives first or last instead.
    """
    check_k(k, ties, metric)
    ranked = table if isinstance(table, RankedLists) else RankedLists.single(table)
    lists, (seen_positives, seen) = ranked.lists, ranked.seen
    positives, total = lists.last(seen_positives), lists.last(seen)
    used = k_used(k, total, whole=ranked.whole, alone=ranked.alone)
    first = lists.starts
    cut = first + lists.counts(seen <= lists.spread(used))
    above, taken = (np.where(cut > first, _at(part, cut - 1), 0.0) for part in (seen_positives, seen))
    slots = np.where(cut < first + lists.sizes, used - taken, 0.0)
    hits, none = _drawn(_at(ranked.positive, cut), _at(ranked.negative, cut), slots, ties)
    missed = np.where(above > 0, 0.0, none)
    return _defined(Top(used, above + hits, missed, positives, total, ranked.times))


def _at(values: Floats, places: Ints) -> Floats:
    """Values (..., M) at some places (..., L)."""
    return np.take_along_axis(values, np.clip(places, 0, max(values.shape[-1] - 1, 0)), axis=-1)


def at_random(top: Top) -> Top:
    """The first K of the same lists if everything in a list had the same score."""
    hits, none = _drawn(top.positives, top.total - top.positives, top.k, "expected")
    return _defined(replace(top, hits=hits, none=none))


def _defined(top: Top) -> Top:
    """Nothing is known of a list without a K."""
    hits, none = (np.where(np.isnan(top.k), np.nan, part) for part in (top.hits, top.none))
    return replace(top, hits=hits, none=none)


def check_k(k: object, ties: str, metric: str) -> None:
    """Refuse what is neither a count nor a share, and ties that are broken in no known way."""
    number = np.nan if isinstance(k, bool) or not isinstance(k, Real) else float(k)
    if not number >= 0 or (number > 1 and not number.is_integer()):
        raise MetricError.value(metric, "k", k, "a whole number, or a share between 0 and 1")
    check_choice(metric, "ties", ties, get_args(Ties))


def k_used(k: float, total: Floats, *, whole: bool, alone: bool) -> Floats:
    """K for each list; NaN if it is 0, or more than a list that stands `alone` has.

    A share of `whole` rows is rounded down and is at least 1; of weights it is what it is.
    """
    wanted = np.full_like(total, k)
    if 0 < k < 1:
        wanted = k * total
        if whole:
            wanted = np.maximum(np.floor(wanted + EPSILON * np.maximum(total, 1.0)), 1.0)
    beyond = wanted > total + EPSILON * np.maximum(total, 1.0)
    none = (wanted <= 0) | (total <= 0) | (beyond & alone)
    return np.where(none, np.nan, np.minimum(wanted, total))


def _drawn(positive: Floats, negative: Floats, slots: Floats, ties: Ties) -> tuple[Floats, Floats]:
    """How many positives of equal scores are drawn into the slots, and the chance of none."""
    if ties == "expected":
        share = np.divide(slots, positive + negative, out=np.zeros_like(slots), where=slots > 0)
        return positive * share, _chance_of_none(positive, negative, slots)
    hits = np.minimum(positive, slots) if ties == "best" else np.maximum(slots - negative, 0.0)
    return hits, np.where(hits > 0, 0.0, 1.0)


def _chance_of_none(positive: Floats, negative: Floats, slots: Floats) -> Floats:
    """The chance that slots drawn without replacement hold no positive: C(q, s) / C(p + q, s)."""
    none = np.where((positive > 0) & (slots > negative), 0.0, 1.0)
    drawn = (positive > 0) & (slots > 0) & (slots <= negative)
    p, q, s = positive[drawn], negative[drawn], slots[drawn]
    none[drawn] = np.exp(_log_gamma(q + 1) - _log_gamma(q - s + 1) - _log_gamma(p + q + 1) + _log_gamma(p + q - s + 1))
    return none


_log_gamma = np.vectorize(lgamma, otypes=[np.float64])
