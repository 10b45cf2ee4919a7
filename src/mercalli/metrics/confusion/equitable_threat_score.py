"""Equitable threat score."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Equitable threat score",
        formula=r"\frac{TP - r}{TP + FP + FN - r}, \quad r = \frac{(TP + FN)(TP + FP)}{n}",
        range=(-1 / 3, 1),
        best=1,
        undefined="there is nothing that chance could have got wrong: all items are in one cell of the table",
        misleads="When the class is rare: it falls with the base rate, though less than the critical success index.",
        reference="Gilbert (1884), American Meteorological Journal 1",
        aliases=("ets", "gilbert_skill_score", "gss"),
        beside=("frequency_bias",),
    )
)
def equitable_threat_score(counts: Counts) -> Floats:
    """The critical success index after removing the hits expected by chance.

    >>> from mercalli.stats.counts import Counts
    >>> print(equitable_threat_score(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.2160
    """
    tp, fp, fn, tn = (np.asarray(part, np.float64) for part in (counts.tp, counts.fp, counts.fn, counts.tn))
    by_chance_wrong = tn * (tp + fp + fn) + tp * (fp + fn) + fp**2 + fn**2 + fp * fn
    return ratio(tp * tn - fp * fn, by_chance_wrong)
