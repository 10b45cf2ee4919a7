"""Tokens of an item."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.expenses.cost_per_1000 import KAPOOR
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.expenses import Expenses


@metric(
    Facts(
        label="Tokens per item",
        formula=r"\frac{\sum_i t_i}{n}",
        range=(0, float("inf")),
        best=0,
        undefined="the tokens of some items are not known",
        misleads="Between models: each has its own tokens, and its own price for them.",
        reference=KAPOOR,
        beside=("cost_per_1000",),
    )
)
def tokens_per_item(expenses: Expenses) -> Floats:
    """How many tokens an item takes, input and output, over all attempts.

    >>> print(tokens_per_item(Expenses.of(items=200, tokens=90_000)))
    450.0000
    """
    return ratio(expenses.tokens, expenses.items)
