"""Chances: what an engine is asked about probabilities, what it hands over, and how confidences are put into bins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.inputs.tally import Tally

# Bins of confidences: a thousand to a unit, and from .99 on a hundred for each further nine, so that a system that is
# nearly always sure can still be told apart.
WIDE, NINES, HUNDRED = 1000, 0.99, 100
LEAST = 1e-12
SLACK = 1e-6
NO_BIN = -1
SMALLEST = float(np.finfo(np.float64).eps)  # log loss takes no probability for less

# What is added up of each entry: the confidence, the squared error of all probabilities, and the surprise at the truth.
NUMBERS = CONFIDENCE, SQUARED, SURPRISE = "confidence", "squared", "surprise"
# Of each: the sum, the sum with squared weights, and that of the squares with squared weights.
POWERS = ("sum", "second", "squares")


@dataclass(frozen=True)
class Chances:
    """Columns of probabilities, and which of them belongs to each value of the truth and of the predictions.

    Attributes:
        columns: A probability for each class, or the confidence in the prediction alone.
        truth: The column of the truth ...
        pred: ... and that of the predictions.
        of_truth: For each probability, the values of the truth that it is for.
        of_pred: For each probability, the predictions that it is for.
        rest: Whether one more class has what the others leave of 1.
        alone: Whether there is nothing but the confidence in the prediction.
    """

    columns: tuple[str, ...]
    truth: str
    pred: str
    of_truth: tuple[tuple[object, ...], ...] = ()
    of_pred: tuple[tuple[object, ...], ...] = ()
    rest: bool = False
    alone: bool = False


@dataclass(frozen=True)
class ChanceTally:
    """Distinct combinations of keys and bins of confidences, with what the rows of each add up to.

    Attributes:
        tally: The keys, with rows and weights.
        place: The bin of each entry, -1 for rows in which a probability is missing.
        sums: For each number, its three sums (see `POWERS`): (3, entries).
        least: The lowest confidence of each entry.
        lowest: The lowest probability in all rows ...
        highest: ... and the highest.
        least_total: The lowest sum of the probabilities of a row ...
        most_total: ... and the highest.
        moved: Rows whose prediction is not the likeliest class.
        impossible: Rows whose truth has a probability of 0.
    """

    tally: Tally
    place: Ints
    sums: Mapping[str, Floats]
    least: Floats
    lowest: float
    highest: float
    least_total: float
    most_total: float
    moved: int
    impossible: int


def bin_of(confidence: Floats) -> Ints:
    """The bin of each confidence; -1 where there is none.

    >>> bin_of(np.array([0.0, 0.3, 0.99, 0.999, 1.0, np.nan]))
    array([   0,  300,  990, 1090, 1990,   -1])
    """
    known = np.clip(np.nan_to_num(confidence), 0.0, 1.0)
    nines = -np.log10(np.maximum(1 - known, LEAST)) - 2
    fine = WIDE * NINES + np.floor(HUNDRED * nines + SLACK)
    place = np.where(known >= NINES, fine, np.floor(WIDE * known + SLACK))
    found: Ints = np.where(np.isnan(confidence), NO_BIN, place).astype(np.int64)
    return found
