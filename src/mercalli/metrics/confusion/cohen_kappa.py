"""Cohen's kappa."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion


@metric(
    Facts(
        label="Cohen's kappa",
        formula=r"\frac{p_o - p_e}{1 - p_e}",
        range=(-1, 1),
        best=1,
        undefined="truth and predictions are both constant and equal, so agreement by chance is certain",
        misleads="When classes are very uneven: high agreement may still give a low kappa.",
        reference="Cohen (1960), Educational and Psychological Measurement 20(1)",
        aliases=("kappa", "heidke_skill_score", "hss"),
        beside=("accuracy",),
    )
)
def cohen_kappa(confusion: Confusion) -> Floats:
    """Agreement beyond what chance would give with the same class frequencies.

    >>> from mercalli.stats.confusion import Confusion
    >>> print(cohen_kappa(Confusion.of([[3, 1], [0, 2]])))
    0.6667
    """
    n = confusion.total
    by_chance = (confusion.truths * confusion.preds).sum(axis=-1)
    return ratio(n * confusion.accurate.sum(axis=-1) - by_chance, n**2 - by_chance)
