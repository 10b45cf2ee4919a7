"""Coverage of sectors."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.extraction import Extraction


@metric(
    Facts(
        label="Coverage of sectors",
        formula=r"\frac{|\{i : Y_i \ne \emptyset, e_i = 1\}|}{|\{i : Y_i \ne \emptyset\}|}",
        range=(0, 1),
        best=1,
        undefined="no sentence has a sector",
        misleads="Alone: calling every sentence relevant makes it 1.",
        reference="Mercalli; recall of relevance over sentences that have a sector",
        beside=("sectorids_accuracy",),
    )
)
def sector_coverage(sentences: Extraction) -> Floats:
    """Of all sentences that have a sector, the share that was extracted, so that its sector counts.

    >>> from mercalli.stats.extraction import Extraction
    >>> truth = [[1, 1], [0, 1], [0, 0]]
    >>> print(sector_coverage(Extraction.of([1, 1, 0], truth, [1, 0, 1], [[1, 0], [0, 0], [1, 0]])))
    0.5000
    """
    return ratio(sentences.count(sentences.sectored & sentences.extracted), sentences.count(sentences.sectored))
