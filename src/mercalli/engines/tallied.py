"""Counts as a source: whatever is counted from rows is counted from a statistic in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

import numpy as np

from mercalli.errors import StatisticError
from mercalli.inputs.arrays import Floats
from mercalli.inputs.octaves import Octaves
from mercalli.inputs.scores import Inside, ScoreTally
from mercalli.inputs.tally import MISSING, NONE_NEEDED, Present, Tally
from mercalli.stats.entries import WEIGHT


@dataclass(frozen=True)
class TalliedSource:
    """What was counted already; there are no rows to fetch."""

    counts: Tally

    @property
    def origin(self) -> str:
        """What the statistic is called."""
        return self.counts.origin

    @property
    def columns(self) -> Sequence[str]:
        """The names of what was counted by, and of the weights if there are any."""
        return [*self.counts.columns, *([WEIGHT] if self.counts.weighted else [])]

    @property
    def in_memory(self) -> bool:
        """Counts are."""
        return True

    def tally(self, keys: Sequence[str], weight: str | None, present: Present = NONE_NEEDED) -> Tally:  # noqa: ARG002 - rows were weighed when they were counted
        """The counts of some columns, added up over the others."""
        kept = self.counts
        for name, words in present.items():
            there = kept.columns[name].known(words).codes != MISSING
            kept = kept.times(there.astype(np.float64))
        return kept.grouped(keys)

    def where(self, column: str, values: Sequence[object]) -> str:  # noqa: ARG002 - as above
        """Nothing: counts have no order."""
        return ""

    def rows(self, *_args: object, **_more: object) -> NoReturn:
        """There are none, nor anything that is made from rows."""
        raise StatisticError.no_rows(self.origin)

    score_tally = chance_tally = ends = recoded = copied = unnested = rows


@dataclass(frozen=True)
class TalliedScores(TalliedSource):
    """Scores that were counted in bins already; each entry has the low end of its bin."""

    score: str
    low: Floats
    inside: Inside
    octaves: Octaves

    def score_tally(  # type: ignore[override] # pyright: ignore[reportIncompatibleVariableOverride] - there are no rows, but there are scores
        self,
        score: str,
        keys: Sequence[str],
        weight: str | None,  # noqa: ARG002 - as above
        bins: int = 0,
        present: Present = NONE_NEEDED,
    ) -> ScoreTally:
        """The counts of some columns by bin, added up over the others."""
        if score != self.score or bins != self.octaves.bins or present:
            self.rows()
        columns = {name: self.counts.columns[name] for name in keys}
        return ScoreTally.of_entries(self.low, replace(self.counts, columns=columns), self.inside, self.octaves)
