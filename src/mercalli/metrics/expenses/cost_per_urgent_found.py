"""Cost of each urgent item that is found."""

from typing import Literal, TypeAlias, get_args

from mercalli.inputs.arrays import Floats
from mercalli.metrics.expenses.cost_per_1000 import KAPOOR
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.options import check_choice
from mercalli.metrics.ratio import ratio
from mercalli.stats.expenses import Expenses

FoundAs: TypeAlias = Literal["class", "level"]


@metric(
    Facts(
        label="Cost per urgent item found",
        formula=r"\frac{\sum_i c_i}{|\{i : \text{urgent and found}\}|}",
        range=(0, float("inf")),
        best=0,
        undefined="no urgent item was found, or the cost of some items is not known",
        misleads="Alone: where few items are urgent, chance moves it far; calling everything urgent makes it low.",
        reference=KAPOOR,
        beside=("cost_per_1000",),
    )
)
def cost_per_urgent_found(expenses: Expenses, *, found_as: FoundAs = "class") -> Floats:
    """What all items cost for each urgent item that is found.

    Found as its class, or with `found_as="level"` as any class of the urgent level.

    >>> print(cost_per_urgent_found(Expenses.of(items=200, cost=0.05, found=10)))
    0.0050
    """
    return ratio(expenses.cost, found(expenses, found_as))


def found(expenses: Expenses, found_as: FoundAs) -> Floats:
    """Urgent items that are found, under one of two readings."""
    check_choice("cost_per_urgent_found", "found_as", found_as, get_args(FoundAs))
    return expenses.found if found_as == "class" else expenses.found_level
