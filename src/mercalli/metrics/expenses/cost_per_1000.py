"""Cost of 1,000 items."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.expenses import Expenses

PER = 1000
KAPOOR = "Kapoor et al. (2024), AI agents that matter, arXiv 2407.01502"


@metric(
    Facts(
        label="Cost per 1,000 items",
        formula=r"1000 \cdot \frac{\sum_i c_i}{n}",
        range=(0, float("inf")),
        best=0,
        undefined="the cost of some items is not known",
        misleads="Alone: a system that answers nothing may be the cheapest.",
        reference=KAPOOR,
        beside=("cost_per_urgent_found", "unread_per_1000"),
    )
)
def cost_per_1000(expenses: Expenses) -> Floats:
    """What 1,000 items cost: all items, also those whose answer cannot be read, and all attempts.

    >>> print(cost_per_1000(Expenses.of(items=200, cost=0.05)))
    0.2500
    """
    return ratio(PER * expenses.cost, expenses.items)
