"""How far the labels of an item and those it was given overlap, averaged over items."""

from typing import Literal, TypeAlias, get_args

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.averages import weighted
from mercalli.metrics.options import check_choice
from mercalli.metrics.ratio import ratio
from mercalli.stats.label_sets import LabelSets

Neither: TypeAlias = Literal["agree", "differ", "skip"]

REFERENCE = "Godbole and Sarawagi (2004), PAKDD; Tsoumakas and Katakis (2007), Int. J. Data Warehousing and Mining 3(3)"
NO_ITEMS = "there are no items, or none is left to count"


def mean_share(sets: LabelSets, part: Ints, whole: Ints, neither: Neither) -> Floats:
    """The mean over items of a part of something whole, both by kind of item.

    Where there is nothing whole, an item without any label on either side agrees (1) or differs (0), one with labels on
    one side differs, and with "skip" both are left out.
    """
    check_choice("a mean over items", "neither", neither, get_args(Neither))
    share = ratio(part, whole)
    if neither != "skip":
        share = np.where(np.isnan(share), (sets.kinds.either == 0) & (neither == "agree"), share)
    return weighted(share, sets.rows, undefined="skip")
