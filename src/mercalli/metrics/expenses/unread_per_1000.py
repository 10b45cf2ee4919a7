"""Answers that cannot be read, of 1,000."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.expenses.cost_per_1000 import PER
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.expenses import Expenses


@metric(
    Facts(
        label="Unread answers per 1,000 items",
        formula=r"1000 \cdot \frac{|\{i : \text{unread}\}|}{n}",
        range=(0, PER),
        best=0,
        undefined="there are no items",
        misleads="Alone: it does not say whether what was read is right, nor whether unread items are urgent.",
        reference="Wei et al. (2024), SimpleQA, arXiv 2411.04368 (not attempted, beside correct and incorrect)",
        beside=("cost_per_1000",),
    )
)
def unread_per_1000(expenses: Expenses) -> Floats:
    """Of 1,000 items, how many have an answer that cannot be read, which a person must look at.

    >>> print(unread_per_1000(Expenses.of(items=200, unread=3)))
    15.0000
    """
    return ratio(PER * expenses.unread, expenses.items)
