"""Confidences: how sure a system said it was, and whether it was right, of rows that have been checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np

from mercalli.errors import ProbabilityError
from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, rounded, sums
from mercalli.inputs.chances import NO_BIN, Chances, ChanceTally
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.labels import Policy, units
from mercalli.inputs.tally import MISSING, Column

SUM_SLACK = 0.01  # probabilities are often rounded to two or three digits


@dataclass(frozen=True)
class Confidences:
    """Entries of equal truth, prediction, unit and bin of confidence.

    Attributes:
        classes: The names of the classes.
        truth: The class of each entry.
        right: Whether its prediction is right.
        place: Its bin, -1 where the system did not say how sure it is: those rows are left to people.
        unit: Its unit, if there are units.
        rows: How many rows it stands for.
        weight: What they weigh ...
        weight_sq: ... and their squared weights.
        weighted: Whether rows have weights.
        sums: For each number, its sums (3, entries).
        least: The lowest confidence in each entry.
        moved: Rows whose prediction is not the likeliest class.
        impossible: Rows whose truth has a probability of 0.
    """

    classes: tuple[str, ...]
    truth: Ints
    right: Bools
    place: Ints
    unit: Column | None
    rows: Ints
    weight: Floats
    weight_sq: Floats
    weighted: bool
    sums: Mapping[str, Floats]
    least: Floats
    moved: int
    impossible: int

    @classmethod
    def check(
        cls,
        found: ChanceTally,
        asked: Chances,
        classes: ClassList,
        policy: Policy,
        *,
        unit: str | None,
        words: Collection[str],
        first: Callable[[str, float], str] = lambda _problem, _found: "",
    ) -> Confidences:
        """Confidences from a tally, or a named error; `first` tells at which row a number is seen first."""
        tally = found.tally
        truth, pred = (tally.columns[name].known(words) for name in (asked.truth, asked.pred))
        present = (truth.codes != MISSING) & ((pred.codes != MISSING) | (policy.missing == "wrong"))
        _check_range(found, asked, tally.origin, first)
        unsaid = int(tally.rows[present & (found.place == NO_BIN) & _known_class(pred, classes)].sum())
        if unsaid and policy.missing == "error":
            raise ProbabilityError.missing(asked.columns, unsaid, tally.origin, first("missing", np.nan))
        codes = [_codes(column, classes)[present] for column in (truth, pred)]
        return cls(
            classes.names,
            codes[0],
            codes[0] == codes[1],
            found.place[present],
            units(tally, unit, present),
            tally.rows[present],
            tally.weight[present],
            tally.weight_sq[present],
            tally.weighted,
            {name: part[:, present] for name, part in found.sums.items()},
            found.least[present],
            found.moved,
            found.impossible,
        ).ordered()

    def ordered(self) -> Confidences:
        """Each combination once and in order, so that every engine and row order gives the same bytes."""
        unit = np.zeros(len(self.rows), np.int64) if self.unit is None else self.unit.codes
        keys = [self.truth, self.right.astype(np.int64), unit, self.place + 1]
        distinct, position = distinct_rows(keys, [int(key.max(initial=0)) + 1 for key in keys])
        size = len(distinct[0])
        least = np.full(size, np.inf)
        np.fmin.at(least, position, self.least)
        return Confidences(
            self.classes,
            distinct[0],
            distinct[1].astype(np.bool_),
            distinct[3] - 1,
            None if self.unit is None else Column(self.unit.values, distinct[2]),
            sums(position, self.rows, size).astype(np.int64),
            rounded(sums(position, self.weight, size)),
            rounded(sums(position, self.weight_sq, size)),
            self.weighted,
            {
                name: np.stack([rounded(np.maximum(sums(position, each, size), 0.0)) for each in part])
                for name, part in self.sums.items()
            },
            least,
            self.moved,
            self.impossible,
        )

    @property
    def said(self) -> Bools:
        """Entries of which the system said how sure it is."""
        found: Bools = self.place != NO_BIN
        return found

    @property
    def n(self) -> int:
        """Rows of which the system said how sure it is."""
        return int(self.rows[self.said].sum())


def _check_range(found: ChanceTally, asked: Chances, origin: str, first: Callable[[str, float], str]) -> None:
    """Refuse probabilities outside 0 to 1, and rows in which they do not add up to 1."""
    for value in (found.lowest, found.highest):
        if not 0.0 <= value <= 1.0 and not np.isnan(value):
            raise ProbabilityError.outside(asked.columns, value, origin, first("outside", value))
    if not asked.alone:
        for total in (found.least_total, found.most_total):
            if abs(total - 1.0) > SUM_SLACK:
                raise ProbabilityError.total(asked.columns, total, origin, first("total", total))


def _codes(column: Column, classes: ClassList) -> Ints:
    """The class of each entry; one more than there are for labels outside them, and for none."""
    index, last = classes.index, len(classes.names)
    table = np.array([index.get(normal(label_text(value)), last) for value in column.values] + [last], np.int64)
    codes: Ints = table[column.codes]
    return codes


def _known_class(pred: Column, classes: ClassList) -> Bools:
    return _codes(pred, classes) < len(classes.names)
