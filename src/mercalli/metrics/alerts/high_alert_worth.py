"""Worth of alerts on what is urgent."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.alerts.alert_worth import ALERT_FROM, REFERENCE, Neither, mean_worth
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.alerts import AlertStream


@metric(
    Facts(
        label="Alert worth, High and Critical",
        formula=r"\frac{1}{|H|} \sum_{i \in H} w_i",
        range=(-1, 1),
        best=1,
        undefined="no item is of high or critical priority",
        misleads="Alone: alerting everything makes it high.",
        reference=REFERENCE,
        beside=("accumulated_alert_worth", "low_alert_worth"),
    )
)
def high_alert_worth(stream: AlertStream, *, threshold: float = ALERT_FROM, neither: Neither = "differ") -> Floats:
    """Mean worth of items of high or critical priority: by their types if alerted, -1 if missed.

    An item is alerted if its priority, scaled to 0 to 1 over the run, is at least `threshold`.

    >>> import numpy as np
    >>> from mercalli.stats.alerts import AlertStream, Types
    >>> kinds = np.array([[True, False], [False, True], [False, True]])
    >>> types = Types(truth=kinds, pred=kinds, actionable=np.array([True, False]))
    >>> event, urgent = np.zeros(3, int), np.array([True, False, False])
    >>> stream = AlertStream.of(event, np.arange(3), urgent, np.array([0.9, 0.8, 0.1]), types)
    >>> print(high_alert_worth(stream))
    0.8250
    """
    return mean_worth(stream, stream.urgent, threshold, neither)
