"""Area under the ROC curve up to a false positive rate."""

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Partial ROC-AUC",
        formula=r"\frac{1}{2}\left(1 + \frac{A - c^2/2}{c - c^2/2}\right), \quad A = \int_0^c TPR \, dFPR",
        range=(0, 1),
        best=1,
        undefined="there are no positives or no negatives",
        misleads="Values with different caps cannot be compared; a useless model gets 0.5 with every cap.",
        reference="McClish (1989), Medical Decision Making 9(3)",
        beside=("roc_auc",),
    )
)
def partial_auc(table: ScoreTable, *, max_fpr: float) -> Floats:
    """Area under the ROC curve up to a false positive rate, scaled so that a useless model gets 0.5.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(partial_auc(table, max_fpr=0.5))
    0.6667
    """
    if not 0 < max_fpr <= 1:
        raise MetricError.value("partial_auc", "max_fpr", max_fpr, "a number above 0, at most 1")
    caught, alarmed = (
        np.concatenate([np.zeros_like(part[..., :1]), part], axis=-1)
        for part in (
            ratio(table.tp, np.asarray(table.positives)[..., None]),
            ratio(table.fp, np.asarray(table.negatives)[..., None]),
        )
    )
    wide = np.minimum(alarmed, max_fpr)
    step = np.diff(wide, axis=-1)
    full = np.diff(alarmed, axis=-1)
    part = np.divide(step, full, out=np.zeros_like(step), where=full > 0)
    reached = caught[..., :-1] + np.diff(caught, axis=-1) * part
    area = (step * (caught[..., :-1] + reached) / 2).sum(axis=-1)
    chance = max_fpr**2 / 2
    scaled: Floats = (1 + (area - chance) / (max_fpr - chance)) / 2
    return scaled
