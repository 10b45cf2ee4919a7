"""Log loss."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.scores.calibrated import probabilities
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Log loss",
        formula=r"-\frac{1}{n} \sum_i \log |1 - y_i - s_i|",
        range=(0, float("inf")),
        best=0,
        undefined="there are no rows, or scores lie outside 0 to 1",
        misleads="One confident, wrong score can outweigh all others; scores of 0 and 1 are moved slightly inside.",
        reference="Good (1952), Journal of the Royal Statistical Society B 14(1)",
        aliases=("cross_entropy",),
        beside=("brier",),
    )
)
def log_loss(table: ScoreTable) -> Floats:
    """Mean negative logarithm of the probability that the score gave to what happened.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(log_loss(table))
    0.5442
    """
    hair, apart = np.finfo(np.float64).eps, table.apart
    score = np.clip(probabilities(apart), hair, 1 - hair)
    bent = apart.scatter / 2  # what scores that differ lose beside their mean, to second order
    happened, not_happened = (np.log(chance) - bent / chance**2 for chance in (score, 1 - score))
    surprise = apart.positive * happened + apart.negative * not_happened
    return -ratio(surprise.sum(axis=-1), table.total)
