"""Area under the ROC curve."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="ROC-AUC",
        formula=r"P(s^+ > s^-) + \tfrac{1}{2} P(s^+ = s^-)",
        range=(0, 1),
        best=1,
        undefined="there are no positives or no negatives",
        misleads="With rare positives: it counts order among the many low scores, which nobody will look at.",
        reference="Hanley and McNeil (1982), Radiology 143(1)",
        aliases=("auc", "auroc"),
        beside=("average_precision",),
        interval="delong",
    )
)
def roc_auc(table: ScoreTable) -> Floats:
    """How often a positive scores higher than a negative; ties count half.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(roc_auc(table))
    0.7500
    """
    won = sum(((part.tp - part.positive * part.behind) * part.negative).sum(axis=-1) for part in table.pieces())
    return ratio(won, table.positives * table.negatives)
