"""Scores: items with a score and a yes-or-no truth that have been checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from mercalli.errors import ClassError, EmptyError, ScoreError, WeightError
from mercalli.errors.data import said_missing
from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, sums
from mercalli.inputs.classes import label_text, normal
from mercalli.inputs.labels import Absence, Policy, present_entries, sliced, units
from mercalli.inputs.octaves import OFFSET, Octaves
from mercalli.inputs.tally import MISSING, MISSING_WORDS, Column, Tally
from mercalli.text.words import shown, suggestion

# What a positive is usually called where the truth has two values, the first that is there.
POSITIVE = ("1", "true", "yes", "y", "t", "positive", "pos")
POSITIVE_INSTEAD = "; if one of these is a class, name it with `positive`, or give it another name"
LARGEST = np.float64(1e150)  # of 64 bits, so that infinity in 32 bits is larger too


@dataclass(frozen=True)
class Inside:
    """Where scores lie in their bins: sums over the rows of each entry, of steps from its low end and their squares.

    They are whole numbers, or weighted.
    """

    offset: Floats
    square: Floats

    def take(self, chosen: Ints | Bools) -> Inside:
        """Those of some of the entries."""
        return Inside(self.offset[chosen], self.square[chosen])


@dataclass(frozen=True)
class ScoreTally:
    """Rows, or groups of equal rows, each with a score; `bins` is how many bins an octave of scores has, 0 if none."""

    score: Floats
    tally: Tally
    bins: int = 0
    edges: Edges | None = None
    inside: Inside | None = None

    @classmethod
    def of_bins(cls, low: Floats, tally: Tally, inside: Inside, octaves: Octaves) -> ScoreTally:
        """Bins by their low ends; each stands for the mean of its scores, the same in all of its entries."""
        edges = Edges.of(low, tally.weight, inside, octaves)
        return cls(edges.mean_of(low), tally, octaves.bins, edges, inside)

    @classmethod
    def of_entries(cls, low: Floats, tally: Tally, inside: Inside, octaves: Octaves) -> ScoreTally:
        """The same from entries of which several may be alike; these are added up."""
        lows, place = np.unique(low, return_inverse=True)  # what is missing comes last, as one
        keys = [place, *(column.codes + 1 for column in tally.columns.values())]
        sizes = [len(lows), *(len(column.values) + 1 for column in tally.columns.values())]
        distinct, position = distinct_rows(keys, sizes)
        size = len(distinct[0])
        parts = (tally.rows, tally.weight, tally.weight_sq, inside.offset, inside.square)
        rows, weight, weight_sq, offset, square = (sums(position, part, size) for part in parts)
        columns = {
            name: Column(column.values, codes - 1)
            for (name, column), codes in zip(tally.columns.items(), distinct[1:], strict=True)
        }
        merged = Tally(columns, rows.astype(np.int64), weight, weight_sq, tally.weighted, tally.origin)
        return cls.of_bins(lows[distinct[0]], merged, Inside(offset, square), octaves)

    def binned(self, bins: int) -> ScoreTally:
        """Scores in bins; entries alike are added up."""
        if not bins:
            return self
        octaves, weight = Octaves(bins), self.tally.weight
        low, offset, square = octaves.placed(self.score)
        return ScoreTally.of_entries(low, self.tally, Inside(offset * weight, square * weight), octaves)


@dataclass(frozen=True)
class Edges:
    """Bins of scores from low to high: the mean that stands for each, its low end, and the highest score it may hold.

    Acting from its low end on takes in whole bins. `width` is 0 where a bin holds one score, and `rest` says which
    bins hold all that is too near to 0, or to 1, for bins of its own.
    """

    mean: Floats
    low: Floats
    high: Floats
    width: Floats
    rest: Bools

    @classmethod
    def of(cls, low: Floats, weight: Floats, inside: Inside, octaves: Octaves) -> Edges:
        """The bins that entries are in."""
        known = ~np.isnan(low)
        lows, place = np.unique(low[known], return_inverse=True)
        mass, offset = (sums(place, part[known], len(lows)) for part in (weight, inside.offset))
        width = octaves.width(lows)
        high = np.where(width > 0, np.nextafter(lows + width, -np.inf), lows)
        mean = np.clip(lows + width * ratio_or_0(offset, mass) / OFFSET, lows, high)
        return cls(mean, lows, high, width, octaves.is_rest(lows))

    def mean_of(self, low: Floats) -> Floats:
        """The means of bins by their low ends; of what is missing, nothing."""
        means = np.append(self.mean, np.nan)
        return means[np.where(np.isnan(low), len(self.low), np.searchsorted(self.low, low))]

    def threshold(self, mean: Floats) -> Floats:
        """From which score on to act to take in whole bins, each named by its mean."""
        return self.low[np.searchsorted(self.mean, mean)]

    def below(self, threshold: float | None) -> float | None:
        """The highest score under a threshold that takes in whole bins; None if there is no lower one."""
        place = len(self.low) if threshold is None else int(np.searchsorted(self.low, threshold))
        return float(self.high[place - 1]) if place else None


def ratio_or_0(part: Floats, whole: Floats) -> Floats:
    """Means, and 0 of nothing."""
    found: Floats = np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
    return found


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
    inside: Inside | None = None
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
            inside=None if entries.inside is None else entries.inside.take(present),
        )
        if not scores.weight.sum() > 0:
            raise WeightError.all_zero(tally.origin)
        return scores

    def take(self, chosen: Ints) -> Scores:
        """Some of the entries."""
        return replace(
            self,
            score=self.score[chosen],
            positive=self.positive[chosen],
            unit=None if self.unit is None else self.unit.take(chosen),
            by={name: column.take(chosen) for name, column in self.by.items()},
            rows=self.rows[chosen],
            weight=self.weight[chosen],
            weight_sq=self.weight_sq[chosen],
            inside=None if self.inside is None else self.inside.take(chosen),
            acted=None if self.acted is None else self.acted[chosen],
            left=None if self.left is None else self.left[chosen],
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
