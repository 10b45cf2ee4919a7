"""Answers that changed."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.stressed import Stressed

RIBEIRO = "Ribeiro et al. (2020), Beyond Accuracy: Behavioral Testing of NLP Models with CheckList, ACL"
NO_ITEM = "the stress touched no item"


@metric(
    Facts(
        label="Flips",
        formula=r"\frac{|\{i : a_i \ne a_i^*\}|}{n}",
        range=(0, 1),
        best=0,
        undefined=NO_ITEM,
        misleads="Alone: it does not say whether answers became wrong; a model with one answer for all has none.",
        reference=RIBEIRO,
        aliases=("flip_rate",),
        beside=("broken", "mended"),
        trials=lambda stressed: stressed.total,
    )
)
def flips(stressed: Stressed) -> Floats:
    """Of the items that a stress touched, the share whose answer changed.

    >>> print(flips(Stressed.of([[[5, 1], [0, 2]], [[1, 0], [2, 9]]])))
    0.1500
    """
    return ratio(stressed.total - stressed.same, stressed.total)
