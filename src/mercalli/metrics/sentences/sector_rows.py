"""Which sentences the sector accuracy of CHEERS rests on, in each of its readings."""

from typing import Literal, TypeAlias

from mercalli.inputs.arrays import Bools
from mercalli.metrics.options import check_choice
from mercalli.stats.extraction import Extraction

Reading: TypeAlias = Literal["as_written", "skip_empty", "score_empty"]

READINGS: tuple[Reading, ...] = ("as_written", "skip_empty", "score_empty")
REFERENCE = "The CHEERS challenge of Data Friendly Space, round 1 (2021)"


def scored(sentences: Extraction, reading: Reading) -> Bools:
    """Kinds of sentences that count: those taken for relevant, less those without a sector that a reading leaves out.

    As written, only relevant sentences without a sector are left out; a sentence that is not relevant counts as a miss.
    """
    check_choice("sectorids_accuracy", "reading", reading, READINGS)
    left_out = {
        "as_written": sentences.relevant & ~sentences.sectored,
        "skip_empty": ~sentences.sectored,
        "score_empty": sentences.extracted & ~sentences.extracted,
    }[reading]
    return sentences.extracted & ~left_out
