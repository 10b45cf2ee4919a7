"""Kolmogorov-Smirnov distance."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="KS distance",
        formula=r"\max_t |TPR_t - FPR_t|",
        range=(0, 1),
        best=1,
        undefined="there are no positives or no negatives",
        misleads="It is the value at the best threshold, chosen after seeing the data; you may not be able to use it.",
        reference="Smirnov (1948), Annals of Mathematical Statistics 19(2)",
        aliases=("ks_statistic",),
        beside=("roc_auc",),
        interval="reflected",
    )
)
def ks(table: ScoreTable) -> Floats:
    """The largest gap between the share of positives and the share of negatives above a threshold.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(ks(table))
    0.5000
    """
    caught = ratio(table.tp, np.asarray(table.positives)[..., None])
    alarmed = ratio(table.fp, np.asarray(table.negatives)[..., None])
    gap: Floats = np.abs(caught - alarmed).max(axis=-1)
    return gap
