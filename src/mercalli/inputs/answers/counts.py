"""What a system answered: to how many items, and which of its labels are none of the classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Ints
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.tally import MISSING, Column

MOST_EXAMPLES = 5


@dataclass(frozen=True)
class LabelCount:
    """A label and how many rows have it."""

    label: str
    count: int


@dataclass(frozen=True)
class AnswerCounts:
    """What one system answered.

    Attributes:
        items: Rows that have a truth.
        missing: Those of them without a prediction.
        outside: Predictions that are none of the classes, among the rows that count.
        labels: How many different labels these have.
        examples: The most frequent of these labels.
    """

    items: int
    missing: int
    outside: int = 0
    labels: int = 0
    examples: tuple[LabelCount, ...] = ()

    @property
    def answered(self) -> int:
        """Rows that have both a truth and a prediction."""
        return self.items - self.missing

    @property
    def coverage(self) -> float:
        """Of all items, the share with a prediction."""
        return self.answered / self.items if self.items else 0.0


def answer_counts(truth: Column, pred: Column, rows: Ints) -> AnswerCounts:
    """How many rows have a truth, and how many of these a prediction.

    >>> answer_counts(Column.of(["fire", "flood", None]), Column.of(["fire", None, "fire"]), np.array([3, 2, 1]))
    AnswerCounts(items=5, missing=2, outside=0, labels=0, examples=())
    """
    asked = truth.codes != MISSING
    return AnswerCounts(int(rows[asked].sum()), int(rows[asked & (pred.codes == MISSING)].sum()))


def outside_labels(pred: Column, rows: Ints, classes: ClassList) -> list[LabelCount]:
    """Labels that are none of the classes, the most frequent first; spellings that are matched alike are one label.

    >>> column = Column.of(["fire", "Hail", "fog", "hail"])
    >>> outside_labels(column, np.array([5, 1, 1, 2]), ClassList(("fire", "flood")))
    [LabelCount(label='Hail', count=3), LabelCount(label='fog', count=1)]
    """
    index, counts, spelling = classes.index, Counter[str](), dict[str, str]()
    for text, count in sorted(_counted(pred, rows)):
        form = normal(text)
        if form not in index:
            counts[form] += count
            spelling.setdefault(form, text)
    return [LabelCount(spelling[form], count) for form, count in counts.most_common()]


def _counted(column: Column, rows: Ints) -> Sequence[tuple[str, int]]:
    """The labels that occur, with their rows."""
    known = column.codes != MISSING
    counts = np.bincount(column.codes[known], rows[known], len(column.values)).astype(np.int64)
    return [(label_text(column.values[at]), int(counts[at])) for at in np.flatnonzero(counts)]
