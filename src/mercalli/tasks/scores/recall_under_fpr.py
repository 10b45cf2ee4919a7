"""The highest recall under a bound on the false positive rate, of arrays of truth and scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.labels import Policy
from mercalli.metrics.confusion.fpr import fpr
from mercalli.metrics.confusion.recall import recall
from mercalli.plan.roles import table_roles
from mercalli.tasks.scores.data import positives_of, scores_of
from mercalli.tasks.scores.estimate import table_of
from mercalli.tasks.scores.threshold.choice import Wish, choose

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True)
class RecallUnderFpr:
    """Acting on everything that scores at least `threshold`, or on nothing where that is None."""

    threshold: float | None
    fpr: float
    recall: float


def recall_under_fpr_constraint(
    y_true: ArrayLike, y_score: ArrayLike, target_fpr: float = 0.01, *, positive: str | None = None
) -> RecallUnderFpr:
    """The highest recall that some threshold reaches while at most a share of negatives is acted on.

    Args:
        y_true: True classes.
        y_score: A score for each.
        target_fpr: The highest false positive rate allowed; reaching it exactly is allowed too.
        positive: The class that the scores are for; guessed if the truth is of the kind yes or no.

    Returns:
        The highest threshold with that recall, looked for among all scores there are, with what it reaches; a threshold
        of None where every score would let too many negatives through.

    >>> recall_under_fpr_constraint([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.1], target_fpr=0.5)
    RecallUnderFpr(threshold=0.6, fpr=0.5, recall=1.0)
    """
    given = table_roles(None, truth=np.asarray(y_true), pred=np.asarray(y_score))
    ((name, column),) = given.systems.items()
    scores = scores_of(given, column, positives_of(given, positive, None)[name], Policy())
    choice = choose(table_of(scores), Wish(max_fpr=target_fpr))
    return RecallUnderFpr(choice.threshold, float(fpr(choice.counts)), float(recall(choice.counts)))
