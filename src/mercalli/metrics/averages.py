"""Averages over classes: macro, micro and weighted."""

from typing import Literal, get_args

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.options import check_choice
from mercalli.metrics.ratio import ratio

Undefined = Literal["zero", "skip"]


def macro(per_class: Floats, *, undefined: Undefined = "zero") -> Floats:
    """Plain mean over classes; an undefined class counts as 0, or is skipped.

    >>> print(macro(np.array([1.0, 0.5, np.nan])), macro(np.array([1.0, 0.5, np.nan]), undefined="skip"))
    0.5000 0.7500
    """
    return weighted(per_class, np.ones_like(per_class), undefined=undefined)


def weighted(per_class: Floats, support: Floats, *, undefined: Undefined = "zero") -> Floats:
    """Mean over classes weighted by how often each truly occurs.

    >>> print(weighted(np.array([1.0, 0.5, np.nan]), np.array([2.0, 1.0, 1.0])))
    0.6250
    """
    check_choice("an average", "undefined", undefined, get_args(Undefined))
    known = ~np.isnan(per_class)
    counted = support if undefined == "zero" else support * known
    return ratio((np.where(known, per_class, 0.0) * counted).sum(axis=-1), counted.sum(axis=-1))
