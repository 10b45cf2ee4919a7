"""How far the labels of an item and those it was given overlap, averaged over items."""

from typing import Literal, TypeAlias

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.ratio import ratio
from mercalli.stats.label_sets import LabelSets

Neither: TypeAlias = Literal["agree", "differ", "skip"]

NEITHER = ("agree", "differ", "skip")
REFERENCE = "Godbole and Sarawagi (2004), PAKDD; Tsoumakas and Katakis (2007), Int. J. Data Warehousing and Mining 3(3)"
NO_ITEMS = "there are no items, or none is left to count"


def mean_share(sets: LabelSets, part: Ints, whole: Ints, neither: Neither) -> Floats:
    """The mean over items of a part of something whole, both by kind of item.

    Where there is nothing whole, an item without any label on either side agrees (1) or differs (0), one with labels on
    one side differs, and with "skip" both are left out.
    """
    if neither not in NEITHER:
        raise MetricError.value("a mean over items", "neither", neither, "'agree', 'differ' or 'skip'")
    share = ratio(part, whole)
    nothing = np.isnan(share)
    agree = float(neither == "agree")
    filled = np.where(nothing, np.where(sets.kinds.either == 0, agree, 0.0), share)
    counted = ~nothing if neither == "skip" else np.ones_like(nothing)
    return ratio((sets.rows * np.where(counted, filled, 0.0)).sum(axis=-1), (sets.rows * counted).sum(axis=-1))
