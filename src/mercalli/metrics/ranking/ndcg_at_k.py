"""Normalised discounted cumulative gain among the K highest scores."""

from typing import Literal

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.averages import weighted
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.options import check_choice
from mercalli.metrics.ranking.top_k import Ties, check_k, k_used
from mercalli.metrics.ratio import ratio
from mercalli.stats.lists import GainTable
from mercalli.stats.segments import Segments


@metric(
    Facts(
        label="nDCG at K",
        formula=r"\frac{\sum_{i \le K} g_i / \log_2(i + 1)}{\sum_{i \le K} g^*_i / \log_2(i + 1)}",
        range=(0, 1),
        best=1,
        undefined="K is 0, or no item has a grade above 0",
        misleads="When most items have a high grade, any order scores well: compare it with a constant score.",
        reference="Järvelin and Kekäläinen (2002), ACM TOIS 20(4); ties as in McSherry and Najork (2008), ECIR",
        aliases=("ndcg",),
    )
)
def ndcg_at_k(
    gains: GainTable, *, k: float, gain: Literal["linear", "exponential"] = "linear", ties: Ties = "expected"
) -> Floats:
    """Gain of the K highest scores, where early places count more, as a share of the gain of the best order.

    An item gains its grade, or with `gain='exponential'` two to the power of it less one. Equal scores are in random
    order; `ties` may put the best or the worst first. Of several lists it is the mean, those shorter than K taken
    whole.

    >>> import numpy as np
    >>> from mercalli.stats.lists import GainTable
    >>> print(ndcg_at_k(GainTable.of(np.array([0.9, 0.5, 0.1]), np.array([0.0, 2.0, 1.0])), k=2))
    0.4796
    """
    check_k(k, ties, "ndcg_at_k")
    check_choice("ndcg_at_k", "gain", gain, ("linear", "exponential"))
    lists = gains.lists
    worth = gains.grade if gain == "linear" else 2.0**gains.grade - 1
    used = k_used(k, lists.sums(gains.count), whole=gains.whole, alone=False)
    best = _dcg(gains.count[..., gains.by_grade], worth[gains.by_grade], lists, used)
    return weighted(ratio(_reached(gains, worth, used, ties), best), gains.times, undefined="skip")


def _reached(gains: GainTable, worth: Floats, used: Floats, ties: Ties) -> Floats:
    """Discounted gain of every list in the order of its scores."""
    if ties == "best":
        return _dcg(gains.count, worth, gains.lists, used)
    if ties == "worst":
        return _dcg(gains.count[..., gains.worst_first], worth[gains.worst_first], gains.lists, used)
    count = gains.blocks.sums(gains.count)
    mean = np.nan_to_num(ratio(gains.blocks.sums(gains.count * worth), count))
    return _dcg(count, mean, gains.blocks_of_lists, used)


def _dcg(count: Floats, worth: Floats, lists: Segments, used: Floats) -> Floats:
    """Gains of entries in their order, each at as many places as it has items, down to place K."""
    before, limit = lists.before(count), lists.spread(used)
    seen = _discounts(np.minimum(before + count, limit)) - _discounts(np.minimum(before, limit))
    return lists.sums(worth * seen)


def _discounts(places: Floats) -> Floats:
    """Discounts of so many first places added up; of a part of a place, that part."""
    last = int(np.nan_to_num(places).max(initial=0.0)) + 2
    summed = np.concatenate([[0.0], np.cumsum(1 / np.log2(np.arange(2, last + 1)))])
    discounts: Floats = np.interp(places, np.arange(last), summed)
    return np.where(np.isnan(places), np.nan, discounts)
