"""Fractions skill score."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.fractions import Fractions


@metric(
    Facts(
        label="Fractions skill score",
        formula=r"1 - \frac{\sum (o_w - m_w)^2}{\sum o_w^2 + \sum m_w^2}",
        range=(0, 1),
        best=1,
        undefined="nothing is high in either map, or the window does not fit into the map",
        misleads="With large windows everything comes close to 1: compare it with 0.5 plus half the base rate.",
        reference="Roberts and Lean (2008), Monthly Weather Review 136(1)",
        aliases=("fss",),
    )
)
def fractions_skill_score(fractions: Fractions) -> Floats:
    """How similar two maps are when each cell is replaced by the share in its neighbourhood.

    >>> from mercalli.stats.fractions import Fractions
    >>> print(fractions_skill_score(Fractions(apart=0.5, both=2.0)))
    0.7500
    """
    return 1 - ratio(fractions.apart, fractions.both)
