"""Sector accuracy of CHEERS."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.sentences.sector_rows import REFERENCE, Reading, scored
from mercalli.stats.extraction import Extraction


@metric(
    Facts(
        label="Sector accuracy",
        formula=r"\frac{1}{|S|} \sum_{i \in S} \frac{|Y_i \cap \{z_i\}|}{|Y_i \cup \{z_i\}|}",
        range=(0, 1),
        best=1,
        undefined="no sentence that counts was predicted relevant",
        misleads="It looks only at sentences that the run itself calls relevant: one easy sentence may make it 1.",
        reference=REFERENCE,
        beside=("sector_coverage",),
    )
)
def sectorids_accuracy(sentences: Extraction, *, reading: Reading = "as_written") -> Floats:
    """Of the true and predicted sectors of an extracted sentence, the share that is both, averaged over sentences.

    >>> from mercalli.stats.extraction import Extraction
    >>> truth, pred = [[1, 1], [0, 1], [0, 0]], [[1, 0], [0, 1], [1, 0]]
    >>> print(sectorids_accuracy(Extraction.of([1, 1, 0], truth, [1, 1, 1], pred)))
    0.5000
    """
    chosen, kinds = scored(sentences, reading), sentences.kinds
    share = np.nan_to_num(ratio(kinds.both, kinds.either))
    return ratio((sentences.rows * (share * chosen)).sum(axis=-1), sentences.count(chosen))
