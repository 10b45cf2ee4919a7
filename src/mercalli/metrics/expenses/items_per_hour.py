"""Items in an hour."""

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.expenses import Expenses

SECONDS = 3600


@metric(
    Facts(
        label="Items per hour",
        formula=r"3600 \cdot k \cdot \frac{n}{\sum_i s_i}",
        range=(0, float("inf")),
        best=float("inf"),
        undefined="the latency of some items is not known",
        misleads="Calls side by side slow each other down, and rate limits cap them; where calls timed out, it is at "
        "most this.",
        reference="Little (1961), Operations Research 9(3)",
        beside=("latency_p95",),
    )
)
def items_per_hour(expenses: Expenses, *, concurrency: int = 1) -> Floats:
    """How many items are answered in an hour if `concurrency` calls run side by side, each as fast as those measured.

    >>> print(items_per_hour(Expenses.of(timed=200, seconds=400), concurrency=4))
    7200.0000
    """
    if concurrency < 1:
        raise MetricError.value("items_per_hour", "concurrency", concurrency, "a whole number of at least 1")
    return ratio(SECONDS * concurrency * expenses.timed, expenses.seconds)
