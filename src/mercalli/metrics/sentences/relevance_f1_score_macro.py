"""Macro F1 of relevance."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.averages import weighted
from mercalli.metrics.confusion.f1 import f1
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.sentences.sector_rows import REFERENCE
from mercalli.stats.extraction import Extraction


@metric(
    Facts(
        label="Relevance, macro F1",
        formula=r"\frac{1}{2} \sum_{r \in \{0, 1\}} \frac{2 TP_r}{2 TP_r + FP_r + FN_r}",
        range=(0, 1),
        best=1,
        undefined="there are no sentences",
        misleads="Most sentences are not relevant, and they are half of the score.",
        reference=REFERENCE,
    )
)
def relevance_f1_score_macro(sentences: Extraction) -> Floats:
    """Mean of the F1 of relevant sentences and the F1 of the others.

    >>> from mercalli.stats.extraction import Extraction
    >>> none = [[0], [0], [0]]
    >>> print(relevance_f1_score_macro(Extraction.of([1, 0, 0], none, [1, 1, 0], none)))
    0.6667
    """
    values = f1(sentences.relevance.per_class)
    average = weighted(values, np.ones_like(values))
    return np.where(sentences.relevance.total == 0, np.nan, average)[()]
