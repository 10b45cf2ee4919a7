"""The best sector accuracy there can be."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.extraction import Extraction


@metric(
    Facts(
        label="Ceiling of the sector accuracy",
        formula=r"\frac{1}{|S|} \sum_{i \in S} \frac{1}{|Y_i|}, \quad S = \{i : Y_i \ne \emptyset\}",
        range=(0, 1),
        best=None,
        undefined="no sentence has a sector",
        misleads="A run that leaves out sentences of several sectors can get more.",
        reference="Mercalli; a run may name one sector for each sentence",
        beside=("sectorids_accuracy",),
    )
)
def sector_ceiling(sentences: Extraction) -> Floats:
    """The sector accuracy of a run that finds every relevant sentence and names one of its sectors.

    >>> from mercalli.stats.extraction import Extraction
    >>> truth = [[1, 1], [0, 1], [0, 0]]
    >>> print(sector_ceiling(Extraction.of([1, 1, 0], truth, [1, 0, 1], [[1, 0], [0, 0], [1, 0]])))
    0.7500
    """
    best = ratio(sentences.sectored, sentences.kinds.truth)
    chosen = sentences.rows[..., sentences.sectored] * best[sentences.sectored]
    return ratio(chosen.sum(axis=-1), sentences.count(sentences.sectored))
