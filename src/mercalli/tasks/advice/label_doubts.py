"""Labels in doubt: where a model that never saw a text is confident of another label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Bools, Floats, Ints


@dataclass(frozen=True)
class Doubts:
    """Texts whose label is in doubt, the clearest first.

    Attributes:
        rows: Their places.
        given: The label that each has.
        likely: The label that a model is confident of instead.
        margin: By how much it is likelier than the one given.
        thresholds: From which probability on the model is confident, for every label; NaN for one that none has.
        joint: How many texts have a label (rows) and are confidently of another, or of the same (columns).
    """

    rows: Ints
    given: Ints
    likely: Ints
    margin: Floats
    thresholds: Floats
    joint: Ints

    @classmethod
    def of(cls, codes: Ints, probabilities: Floats) -> Doubts:
        """By confident learning (Northcutt, Jiang and Chuang 2021, JAIR 70).

        A label is confident where its probability is at least what texts that have it get on average; so a label of
        which the model is never very sure has a low threshold of its own.

        >>> found = Doubts.of(np.array([0, 0, 1, 1]), np.array([[0.9, 0.1], [0.2, 0.8], [0.3, 0.7], [0.4, 0.6]]))
        >>> found.rows, found.thresholds, found.joint.tolist()
        (array([1]), array([0.55, 0.65]), [[1, 1], [0, 1]])
        """
        size = probabilities.shape[1]
        own = probabilities[np.arange(len(codes)), codes]
        counts = np.bincount(codes, minlength=size)
        total = np.bincount(codes, own, size)
        thresholds = np.divide(total, counts, out=np.full(size, np.nan), where=counts > 0)
        sure: Bools = probabilities >= np.where(counts > 0, thresholds, np.inf)
        likely = np.where(sure, probabilities, -1.0).argmax(axis=1)
        known = sure.any(axis=1)
        joint = np.bincount(codes[known] * size + likely[known], minlength=size * size).reshape(size, size)
        found = np.flatnonzero(known & (likely != codes))
        margin = probabilities[found, likely[found]] - own[found]
        order = np.argsort(-margin, kind="stable")
        rows = found[order]
        return cls(rows, codes[rows], likely[rows], margin[order], thresholds, joint.astype(np.int64))
