"""Terms: the hashed n-grams that a classifier knows, and how much each one counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.tasks.classifier.ngrams import COLUMNS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Ints

FEWEST_TEXTS = 2


@dataclass(frozen=True)
class Terms:
    """Columns of hashed counts that are kept, in order, and the weight of each: rare n-grams count more."""

    columns: Ints
    weight: NDArray[np.float32]

    @classmethod
    def of(cls, counts: Any) -> Terms:  # noqa: ANN401 - scipy has no types
        """Those that occur in at least two texts; all if none does."""
        texts = np.bincount(counts.indices, minlength=COLUMNS)
        columns = np.flatnonzero(texts >= (FEWEST_TEXTS if (texts >= FEWEST_TEXTS).any() else 1))
        weight = np.log((1 + counts.shape[0]) / (1 + texts[columns])) + 1
        return cls(columns, weight.astype(np.float32))

    def weighed(self, counts: Any) -> Any:  # noqa: ANN401 - as above
        """Weights of terms in each text, each text of length one: a sparse matrix (texts, terms + 1).

        The last column is for n-grams that are not known; it is always zero.
        """
        from scipy.sparse import csr_matrix  # noqa: PLC0415 - 100 ms, only where texts are counted

        place = np.full(COLUMNS, len(self.columns), np.int32)
        place[self.columns] = np.arange(len(self.columns), dtype=np.int32)
        at = place[counts.indices]
        values = np.append(self.weight, np.float32(0))[at]
        often = np.flatnonzero(counts.data > 1)  # of few, so that their logarithms are quick
        values[often] *= 1 + np.log(counts.data[often])
        values *= np.repeat(_shortening(values, counts.indptr), np.diff(counts.indptr))
        return csr_matrix((values, at, counts.indptr), (counts.shape[0], len(self.columns) + 1))


def _shortening(values: NDArray[np.float32], begins: Ints) -> NDArray[np.float32]:
    """By what to multiply each stretch of values so that its length is one; a stretch of zeros stays as it is."""
    squares = np.zeros(len(begins) - 1, np.float32)
    some = np.flatnonzero(np.diff(begins))
    if len(some):
        squares[some] = np.add.reduceat(values * values, begins[some])
    squares[squares == 0] = 1
    shortening: NDArray[np.float32] = np.reciprocal(np.sqrt(squares))
    return shortening
