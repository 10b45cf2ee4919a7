"""Ranked lists, one for each query, event or user, all in one table: of positives, or of items with a grade."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, sums
from mercalli.stats.scores import ScoreTable
from mercalli.stats.segments import Segments


@dataclass(frozen=True)
class RankedLists:
    """Positives and negatives at each score (..., M), list after list and from high to low within each.

    `times` (..., L) is how often each list counts: once, or as often as a replicate drew it. `alone` says that
    there is one list because nothing was grouped.
    """

    positive: Floats
    negative: Floats
    lists: Segments
    times: Floats
    alone: bool = False

    @classmethod
    def of(cls, score: Floats, positive: Bools, group: Ints, weight: Floats | None = None) -> RankedLists:
        """From rows in any order; equal scores of one group are one entry.

        >>> lists = RankedLists.of(np.array([0.2, 0.9, 0.2]), np.array([True, True, False]), np.array([7, 7, 8]))
        >>> lists.positive, lists.lists.starts
        (array([1., 1., 0.]), array([0, 2]))
        """
        values, rank = np.unique(-score, return_inverse=True)
        names, group_code = np.unique(group, return_inverse=True)
        (group_of, _), position = distinct_rows([group_code, rank], [len(names), len(values)])
        weights = np.ones(len(score)) if weight is None else weight
        positives, negatives = (
            sums(position[chosen], weights[chosen], len(group_of)) for chosen in (positive, ~positive)
        )
        return cls(positives, negatives, Segments.of(group_of), np.ones(len(names)))

    @classmethod
    def single(cls, table: ScoreTable) -> RankedLists:
        """A score table as the only list."""
        lists = Segments.one(len(table.score))
        return cls(table.positive, table.negative, lists, np.ones(len(lists.starts)), alone=True)

    @cached_property
    def rows(self) -> Floats:
        """Everything at each score."""
        return self.positive + self.negative

    @cached_property
    def whole(self) -> bool:
        """Whether items were counted, not weighed."""
        return bool((self.rows == np.floor(self.rows)).all())

    @cached_property
    def seen(self) -> tuple[Floats, Floats]:
        """Positives, and everything, of the same list from its top down to each score."""
        positives, rows = (self.lists.before(part) + part for part in (self.positive, self.rows))
        return positives, rows


@dataclass(frozen=True)
class GainTable:
    """Each combination of list, score and grade once (M), by list, then from high to low score, then grade.

    `count` (..., M) is how many items have it, and `times` (..., L) how often each list counts.
    """

    score: Floats
    grade: Floats
    count: Floats
    lists: Segments
    times: Floats

    @classmethod
    def of(cls, score: Floats, grade: Floats, group: Ints | None = None, weight: Floats | None = None) -> GainTable:
        """From items in any order; without groups they are one list.

        >>> table = GainTable.of(np.array([0.2, 0.9, 0.2]), np.array([3.0, 1.0, 3.0]))
        >>> table.score, table.grade, table.count
        (array([0.9, 0.2]), array([1., 3.]), array([1., 2.]))
        """
        keys = (np.zeros(len(score), np.int64) if group is None else group, -score, -grade)
        (names, scores, grades), codes = zip(*(np.unique(key, return_inverse=True) for key in keys), strict=True)
        (group_of, rank, step), position = distinct_rows(codes, [len(names), len(scores), len(grades)])
        count = sums(position, np.ones(len(score)) if weight is None else weight, len(group_of))
        return cls(-scores[rank], -grades[step], count, Segments.of(group_of), np.ones(len(names)))

    @cached_property
    def whole(self) -> bool:
        """Whether items were counted, not weighed."""
        return bool((self.count == np.floor(self.count)).all())

    @cached_property
    def blocks(self) -> Segments:
        """Items of one list with equal scores."""
        return Segments.of(self.lists.codes, self.score)

    @cached_property
    def blocks_of_lists(self) -> Segments:
        """Which blocks belong to which list."""
        return Segments.of(self.lists.codes[self.blocks.starts])

    @cached_property
    def by_grade(self) -> Ints:
        """The entries in the best order there is: by list, from high to low grade."""
        return np.lexsort((-self.grade, self.lists.codes))

    @cached_property
    def worst_first(self) -> Ints:
        """The entries in the order of their scores, of equal scores the lowest grade first."""
        return np.lexsort((self.grade, self.blocks.codes))
