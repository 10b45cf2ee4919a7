"""HumImpact."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.composite import composite
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.sentences.relevance_f1_score_macro import relevance_f1_score_macro
from mercalli.metrics.sentences.sector_rows import REFERENCE, Reading
from mercalli.metrics.sentences.sectorids_accuracy import sectorids_accuracy
from mercalli.stats.extraction import Extraction
from mercalli.stats.parts import Parts

PARTS = ("relevance_f1_score_macro", "sectorids_accuracy")
WEIGHTS = (0.5, 0.5)


@metric(
    Facts(
        label="HumImpact",
        formula=r"\frac{1}{2} F_1 + \frac{1}{2} A",
        range=(0, 1),
        best=1,
        undefined="no sentence that counts was predicted relevant",
        misleads="A run that marks one easy sentence relevant gets about 0.7: read the coverage.",
        reference=REFERENCE,
        aliases=("HumImpact",),
        beside=(*PARTS, "sector_coverage"),
    )
)
def humimpact(sentences: Extraction, *, reading: Reading = "as_written") -> Floats:
    """Mean of how well relevant sentences are found and how well their sectors are found.

    >>> from mercalli.stats.extraction import Extraction
    >>> truth, pred = [[1, 1], [0, 1], [0, 0]], [[1, 0], [0, 1], [1, 0]]
    >>> print(humimpact(Extraction.of([1, 1, 0], truth, [1, 1, 1], pred)))
    0.4500
    """
    parts = relevance_f1_score_macro(sentences), sectorids_accuracy(sentences, reading=reading)
    return composite(Parts(np.stack(parts, axis=-1), PARTS), weights=WEIGHTS)
