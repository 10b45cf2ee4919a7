"""Known values of metrics over label sets: hand-worked items, and the worked example of CHEERS."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from mercalli.stats.extraction import Extraction
from mercalli.stats.label_sets import LabelSets

F = Fraction

# Four items and three labels: a shared label of two and two, a miss, nothing on either side, and all right.
TRUTH = [[1, 1, 0], [1, 0, 0], [0, 0, 0], [0, 1, 1]]
PRED = [[1, 0, 1], [0, 0, 0], [0, 0, 0], [0, 1, 1]]
FOUR = LabelSets.of(TRUTH, PRED)
NOBODY = LabelSets.of(np.zeros((0, 3)), np.zeros((0, 3)))
BARE = LabelSets.of([[0, 0]], [[0, 0]])
BY_HAND = "four items by hand: shares 1/3, 0, nothing on either side, 1"
EMPTY = "there are no items"

SECTORS = 11
GOLD = {
    (0, 0): (0, []),
    (0, 1): (1, [1]),
    (0, 2): (0, []),
    (1, 0): (1, [4, 2]),
    (2, 0): (1, [2, 4]),
    (2, 1): (1, [7]),
    (2, 2): (1, []),
    (2, 3): (1, [3]),
    (2, 4): (0, []),
}
RUN = {
    (0, 0): (0, -1),
    (0, 1): (1, 1),
    (0, 2): (0, -1),
    (1, 0): (1, 4),
    (2, 0): (1, 2),
    (2, 1): (1, 7),
    (2, 2): (0, -1),
    (2, 3): (1, 3),
    (2, 4): (0, -1),
}
FALSE_ALARM = {**RUN, (0, 0): (1, 3)}
NOTHING = dict.fromkeys(RUN, (0, -1))


def flags(listed):
    """Sectors as flags."""
    return np.array([[sector in each for sector in range(SECTORS)] for each in listed]).reshape(-1, SECTORS)


def extraction(gold, run):
    """The statistic of sentences by id."""
    truth, pred = ([side[key] for key in gold] for side in (gold, run))
    said = flags([[sector] if sector >= 0 else [] for _, sector in pred])
    return Extraction.of(
        np.array([each for each, _ in truth], int),
        flags([each for _, each in truth]),
        np.array([each for each, _ in pred], int),
        said,
    )


PAGE = extraction(GOLD, RUN)
ALARMED = extraction(GOLD, FALSE_ALARM)
SILENT = extraction(GOLD, NOTHING)
NO_SENTENCES = extraction({}, {})
WORKED = "worked example of CHEERS round 1, by hand"
ALARM = "the same with (0, 0) predicted relevant, sector 3"
NONE_SAID = "nothing was predicted relevant"

KNOWN_SETS = (
    ("mean_jaccard", FOUR, (F(1, 3) + 0 + 1 + 1) / 4, BY_HAND),
    ("mean_jaccard(neither='differ')", FOUR, (F(1, 3) + 1) / 4, BY_HAND),
    ("mean_jaccard(neither='skip')", FOUR, (F(1, 3) + 0 + 1) / 3, BY_HAND),
    ("precision_samples", FOUR, (F(1, 2) + 0 + 1 + 1) / 4, BY_HAND),
    ("precision_samples(neither='skip')", FOUR, (F(1, 2) + 1) / 2, BY_HAND),
    ("recall_samples", FOUR, (F(1, 2) + 0 + 1 + 1) / 4, BY_HAND),
    ("recall_samples(neither='skip')", FOUR, (F(1, 2) + 0 + 1) / 3, BY_HAND),
    ("f1_samples", FOUR, (F(1, 2) + 0 + 1 + 1) / 4, BY_HAND),
    ("subset_accuracy", FOUR, F(2, 4), BY_HAND),
    ("label_hamming_loss", FOUR, F(3, 12), BY_HAND),
    ("label_cardinality", FOUR, F(5, 4), BY_HAND),
    ("pred_cardinality", FOUR, F(4, 4), BY_HAND),
    ("f1_micro", FOUR, F(6, 9), "five labels true, four given, three both"),
    ("f1_macro", FOUR, (F(2, 3) + F(2, 3) + F(2, 3)) / 3, "label by label 1 of 2 and 1, 1 of 2 and 1, 1 of 1 and 2"),
    ("mean_jaccard", BARE, F(1), "nothing on either side agrees"),
    ("mean_jaccard(neither='skip')", BARE, None, "the only item has nothing on either side"),
    *(
        (name, NOBODY, None, EMPTY)
        for name in (
            *("mean_jaccard", "precision_samples", "recall_samples", "f1_samples", "subset_accuracy"),
            *("label_hamming_loss", "label_cardinality", "pred_cardinality"),
        )
    ),
    ("relevance_f1_score_macro", PAGE, (F(10, 11) + F(6, 7)) / 2, WORKED),
    ("sectorids_accuracy", PAGE, F(4, 5), WORKED),
    ("humimpact", PAGE, ((F(10, 11) + F(6, 7)) / 2 + F(4, 5)) / 2, WORKED),
    ("sector_coverage", PAGE, F(5, 5), WORKED),
    ("sector_ceiling", PAGE, F(4, 5), "three sentences of one sector, two of two"),
    ("relevance_f1_score_macro", ALARMED, F(3, 4), ALARM),
    ("sectorids_accuracy", ALARMED, F(4, 6), ALARM),
    ("sectorids_accuracy(reading='skip_empty')", ALARMED, F(4, 5), ALARM),
    ("sectorids_accuracy(reading='score_empty')", ALARMED, F(4, 6), ALARM),
    ("humimpact(reading='skip_empty')", ALARMED, (F(3, 4) + F(4, 5)) / 2, ALARM),
    ("sectorids_accuracy", SILENT, None, NONE_SAID),
    ("humimpact", SILENT, None, NONE_SAID),
    ("sector_coverage", SILENT, F(0), NONE_SAID),
    ("relevance_f1_score_macro", NO_SENTENCES, None, "there are no sentences"),
    ("sector_coverage", NO_SENTENCES, None, "there are no sentences"),
    ("sector_ceiling", NO_SENTENCES, None, "there are no sentences"),
)
