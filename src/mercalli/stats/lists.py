"""RankedLists: one list of scores for each query, event or user, all in one table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.inputs.distinct import distinct_rows
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

        >>> found = RankedLists.of(np.array([0.2, 0.9, 0.2]), np.array([True, True, False]), np.array([7, 7, 8]))
        >>> found.positive, found.lists.starts
        (array([1., 1., 0.]), array([0, 2]))
        """
        values, rank = np.unique(-score, return_inverse=True)
        names, group_code = np.unique(group, return_inverse=True)
        (group_of, _), position = distinct_rows([group_code, rank], [len(names), len(values)])
        each = np.ones(len(score)) if weight is None else weight
        found, rest = (sums(position[chosen], each[chosen], len(group_of)) for chosen in (positive, ~positive))
        return cls(found, rest, Segments.of(group_of), np.ones(len(names)))

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
