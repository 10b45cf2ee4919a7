"""Scores: items with a score and a yes-or-no truth that have been checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from mercalli.errors import ClassError, EmptyError, ScoreError, WeightError
from mercalli.errors.data import said_missing
from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, sums
from mercalli.inputs.classes import label_text, normal
from mercalli.inputs.labels import Absence, Policy, present_entries, sliced, units
from mercalli.inputs.tally import MISSING, MISSING_WORDS, Column, Tally
from mercalli.text.words import shown, suggestion

# What a positive is usually called where the truth has two values, the first that is there.
POSITIVE = ("1", "true", "yes", "y", "t", "positive", "pos")
POSITIVE_INSTEAD = "; if one of these is a class, name it with `positive`, or give it another name"
LARGEST = np.float64(1e150)  # of 64 bits, so that infinity in 32 bits is larger too


@dataclass(frozen=True)
class ScoreTally:
    """Rows, or groups of equal rows, each with a score; `bins` is how many bins scores were put in, 0 if none."""

    score: Floats
    tally: Tally
    bins: int = 0
    edges: Edges | None = None

    def binned(self, bins: int) -> ScoreTally:
        """Scores in bins of equal width, each standing for the mean of its scores; entries alike are added up."""
        if not bins or not len(self.score):
            return self
        place = bin_of(self.score, float(np.nanmin(self.score)), float(np.nanmax(self.score)), bins)
        tally = self.tally
        keys = [place, *(column.codes + 1 for column in tally.columns.values())]
        sizes = [bins + 1, *(len(column.values) + 1 for column in tally.columns.values())]
        distinct, position = distinct_rows(keys, sizes)
        size = len(distinct[0])
        rows, weight, weight_sq, total = (
            sums(position, part, size) for part in (tally.rows, tally.weight, tally.weight_sq, self.score * tally.rows)
        )
        low, high = np.full(size, np.inf), np.full(size, -np.inf)
        np.fmin.at(low, position, self.score)
        np.fmax.at(high, position, self.score)
        columns = {
            name: Column(column.values, codes - 1)
            for (name, column), codes in zip(tally.columns.items(), distinct[1:], strict=True)
        }
        merged = Tally(columns, rows.astype(np.int64), weight, weight_sq, tally.weighted, tally.origin)
        scores, edges = scores_of_bins(distinct[0], total, rows, low, high)
        return ScoreTally(scores, merged, bins, edges)


@dataclass(frozen=True)
class Edges:
    """Bins of scores from low to high: the mean that stands for each, and the lowest and highest score in it."""

    mean: Floats
    low: Floats
    high: Floats

    def threshold(self, mean: Floats) -> Floats:
        """From which score on to act to take in whole bins, each named by its mean."""
        return self.low[np.searchsorted(self.mean, mean)]

    def below(self, threshold: float | None) -> float | None:
        """The highest score under a threshold that takes in whole bins; None if there is no lower one."""
        place = len(self.low) if threshold is None else int(np.searchsorted(self.low, threshold))
        return float(self.high[place - 1]) if place else None


def scores_of_bins(place: Ints, total: Floats, rows: Floats, low: Floats, high: Floats) -> tuple[Floats, Edges]:
    """The mean score of the bin that each entry is in, the same for all entries of a bin so that they tie."""
    bins, bin_at = np.unique(place, return_inverse=True)
    size = len(bins)
    lowest, highest = np.full(size, np.inf), np.full(size, -np.inf)
    np.fmin.at(lowest, bin_at, low)
    np.fmax.at(highest, bin_at, high)
    mean = np.clip(sums(bin_at, total, size) / np.maximum(sums(bin_at, rows, size), 1), lowest, highest)
    known = ~np.isnan(mean)
    return mean[bin_at], Edges(mean[known], lowest[known], highest[known])


def bin_of(score: Floats, low: float, high: float, bins: int) -> Ints:
    """Which bin of equal width a score falls in; one more for NaN.

    >>> bin_of(np.array([0.0, 0.5, 1.0, np.nan]), 0.0, 1.0, 4)
    array([0, 2, 3, 4])
    """
    width = (high - low) / bins or 1.0
    inside = np.clip((score - low) / width, 0, bins - 1)
    place: Ints = np.where(np.isnan(score), bins, np.nan_to_num(inside)).astype(np.int64)
    return place


@dataclass(frozen=True)
class Scores:
    """Checked scores; `rows`, `weight` and `weight_sq` say how often each entry occurred.

    `acted` and `left` are what acting on each entry, and leaving it, is worth, if every case has values of its own.
    """

    score: Floats
    positive: Bools
    unit: Column | None
    by: Mapping[str, Column]
    rows: Ints
    weight: Floats
    weight_sq: Floats
    weighted: bool
    dropped: int = 0
    bins: int = 0
    others: tuple[str, ...] = field(default=())
    edges: Edges | None = None
    acted: Floats | None = None
    left: Floats | None = None

    @classmethod
    def check(
        cls,
        entries: ScoreTally,
        *,
        name: str,
        truth: str,
        positive: str,
        policy: Policy,
        unit: str | None = None,
        by: Sequence[str] = (),
        words: Collection[str] = MISSING_WORDS,
        where: Callable[[str, Sequence[object]], str] = lambda _column, _values: "",
    ) -> Scores:
        """Scores of one column against one class; everything else is negative, but `words` mean a missing truth."""
        tally = entries.tally
        present, labels = _present(entries, (name, truth), words, policy, where), tally.columns[truth].known(words)
        is_positive = np.array([normal(label_text(value)) == normal(positive) for value in labels.values], np.bool_)
        scores = cls(
            score=entries.score[present],
            positive=is_positive[labels.codes[present]],
            unit=units(tally, unit, present),
            by={column: sliced(tally.columns[column]).take(present) for column in by},
            rows=tally.rows[present],
            weight=tally.weight[present],
            weight_sq=tally.weight_sq[present],
            weighted=tally.weighted,
            dropped=int(tally.rows[~present].sum()),
            bins=entries.bins,
            others=tuple(label_text(value) for value in labels.values if normal(label_text(value)) != normal(positive)),
            edges=entries.edges,
        )
        if not scores.weight.sum() > 0:
            raise WeightError.all_zero(tally.origin)
        return scores

    def take(self, chosen: Ints) -> Scores:
        """Some of the entries."""
        return Scores(
            self.score[chosen],
            self.positive[chosen],
            None if self.unit is None else self.unit.take(chosen),
            {name: column.take(chosen) for name, column in self.by.items()},
            self.rows[chosen],
            self.weight[chosen],
            self.weight_sq[chosen],
            self.weighted,
            self.dropped,
            self.bins,
            self.others,
            self.edges,
            None if self.acted is None else self.acted[chosen],
            None if self.left is None else self.left[chosen],
        )

    @property
    def n(self) -> int:
        """How many rows they stand for."""
        return int(self.rows.sum())


def _asked(labels: Sequence[str], asked: object, origin: str) -> str:
    """The label that was asked for, as a text or as the value that stands in the data; True is also 1."""
    text = label_text(asked)
    names = {normal(text), *([str(int(asked))] if isinstance(asked, bool | np.bool_) else [])}
    label = next((label for label in labels if normal(label) in names), None)
    if label is None:
        raise ClassError.named(
            text,
            f"does not occur in the truth of {origin}; there are {shown(labels, limit=10)}."
            f"{suggestion(text, labels)} Name one of them with `positive`.",
        )
    return label


def positive_of(labels: Sequence[str], asked: object, origin: str) -> str:
    """The label that is the positive one: the one asked for, or the one of two with a usual name.

    >>> positive_of(["no", "Yes"], None, "rows.csv"), positive_of(["0", "1"], 1, "rows.csv")
    ('Yes', '1')
    """
    if asked is not None:
        return _asked(labels, asked, origin)
    if not labels:
        raise EmptyError.no_rows(origin)
    usual = [label for name in POSITIVE for label in labels if normal(label) == name]
    if not usual or len(labels) > 2:  # noqa: PLR2004 - yes or no
        raise ClassError.about(
            f"the truth of {origin}",
            f"has the labels {shown(labels, limit=10)}; two labels are expected, one of them 1, true or yes. "
            f"Name the class that the score is for with `positive`.",
        )
    return usual[0]


def _present(
    entries: ScoreTally,
    columns: tuple[str, str],
    words: Collection[str],
    policy: Policy,
    where: Callable[[str, Sequence[object]], str],
) -> Bools:
    """Entries with a truth and a score; scores must be finite, and so must their differences."""
    tally, (name, truth) = entries.tally, columns
    if not tally.rows.sum():
        raise EmptyError.no_rows(tally.origin)
    if (np.abs(entries.score) > LARGEST).any():
        raise ScoreError.not_finite(name, tally.origin, LARGEST)
    said = said_missing(sorted(map(str, tally.columns[truth].said_missing(words))), POSITIVE_INSTEAD)
    absent = {
        "truth": Absence(truth, tally.columns[truth].known(words).codes == MISSING, sorted(words), said),
        f"score in {name!r}": Absence(name, np.isnan(entries.score), sorted(MISSING_WORDS)),
    }
    return present_entries(tally, absent, policy, where)
