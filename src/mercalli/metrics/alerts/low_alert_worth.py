"""Worth of leaving people alone with what is not urgent."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.alerts.alert_worth import ALERT_FROM, REFERENCE, Neither, mean_worth
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.alerts import AlertStream


@metric(
    Facts(
        label="Alert worth, Low and Medium",
        formula=r"\frac{1}{|L|} \sum_{i \in L} w_i",
        range=(-1, 1),
        best=1,
        undefined="no item is of low or medium priority",
        misleads="Alone: alerting nothing makes it high.",
        reference=REFERENCE,
        beside=("accumulated_alert_worth", "high_alert_worth"),
    )
)
def low_alert_worth(stream: AlertStream, *, threshold: float = ALERT_FROM, neither: Neither = "differ") -> Floats:
    """Mean worth of items of low or medium priority: by their types if not alerted, falling with false alerts.

    The first false alert since a right one costs nothing, the 19th and all after it cost 1.

    >>> import numpy as np
    >>> from mercalli.stats.alerts import AlertStream, Types
    >>> kinds = np.array([[True, False], [False, True], [False, True]])
    >>> types = Types(truth=kinds, pred=kinds, actionable=np.array([True, False]))
    >>> event, urgent = np.zeros(3, int), np.array([True, False, False])
    >>> stream = AlertStream.of(event, np.arange(3), urgent, np.array([0.9, 0.8, 0.1]), types)
    >>> print(low_alert_worth(stream))
    0.5000
    """
    return mean_worth(stream, ~stream.urgent, threshold, neither)
