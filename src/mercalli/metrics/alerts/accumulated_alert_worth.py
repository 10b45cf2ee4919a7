"""Accumulated alert worth."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.alerts.alert_worth import ALERT_FROM, REFERENCE, Neither, mean_worth
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.alerts import AlertStream


@metric(
    Facts(
        label="Accumulated alert worth",
        formula=r"\frac{1}{2} \left(\frac{1}{|H|} \sum_{i \in H} w_i + \frac{1}{|L|} \sum_{i \in L} w_i\right)",
        range=(-1, 1),
        best=1,
        undefined="no item is urgent, or every item is",
        misleads="Perfect predictions may get less than 1: no types of a kind on both sides count as different.",
        reference=REFERENCE,
        aliases=("aaw",),
        beside=("high_alert_worth", "low_alert_worth"),
    )
)
def accumulated_alert_worth(
    stream: AlertStream, *, threshold: float = ALERT_FROM, neither: Neither = "differ"
) -> Floats:
    """What a stream of alerts is worth: urgent items and the others count half each.

    An item is alerted if its priority, scaled to 0 to 1 over the run, is at least `threshold`. Types that an item
    neither has nor was said to have `differ`, as the track counts them, or `agree`.

    >>> import numpy as np
    >>> from mercalli.stats.alerts import AlertStream, Types
    >>> kinds = np.array([[True, False], [False, True], [False, True]])
    >>> types = Types(truth=kinds, pred=kinds, actionable=np.array([True, False]))
    >>> event, urgent = np.zeros(3, int), np.array([True, False, False])
    >>> stream = AlertStream.of(event, np.arange(3), urgent, np.array([0.9, 0.8, 0.1]), types)
    >>> print(accumulated_alert_worth(stream))
    0.6625
    """
    high = mean_worth(stream, stream.urgent, threshold, neither)
    return (high + mean_worth(stream, ~stream.urgent, threshold, neither)) / 2
