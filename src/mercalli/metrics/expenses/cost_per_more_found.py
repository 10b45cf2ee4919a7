"""Cost of each urgent item that one system finds beyond another."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.expenses.cost_per_urgent_found import FoundAs, found
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.expenses import ExpensePair


@metric(
    Facts(
        label="Cost per further urgent item found",
        formula=r"\frac{\sum_i c_i^A - \sum_i c_i^B}{f^A - f^B}",
        range=(-float("inf"), float("inf")),
        best=None,
        undefined="both systems find the same number of urgent items, or the cost of some items is not known",
        misleads="Where it is not shown that more are found, it is noise: look at the difference in found items first.",
        reference="Drummond et al. (2015), Methods for the Economic Evaluation of Health Care Programmes, chapter 3",
        aliases=("icer",),
        beside=("cost_per_urgent_found",),
    )
)
def cost_per_more_found(pair: ExpensePair, *, found_as: FoundAs = "class") -> Floats:
    """What the first system costs more than the second, for each urgent item that it finds more.

    >>> from mercalli.stats.expenses import Expenses
    >>> dear, cheap = Expenses.of(cost=0.05, found=10), Expenses.of(cost=0.01, found=8)
    >>> print(cost_per_more_found(ExpensePair(dear, cheap)))
    0.0200
    """
    more = found(pair.first, found_as) - found(pair.second, found_as)
    return ratio(pair.first.cost - pair.second.cost, more)
