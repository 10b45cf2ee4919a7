"""What every engine can do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from mercalli.engines.arrays import ArraySource
from mercalli.inputs.chances import Chances, ChanceTally
from mercalli.inputs.ends import Ends
from mercalli.inputs.recoding import Words
from mercalli.inputs.scores import ScoreTally
from mercalli.inputs.tally import NONE_NEEDED, Present, Tally


class Source(Protocol):
    """Data that can be tallied."""

    @property
    def origin(self) -> str:
        """What the data is called in messages."""
        ...

    @property
    def columns(self) -> Sequence[str]:
        """The names of its columns."""
        ...

    @property
    def in_memory(self) -> bool:
        """Whether the rows are in this process already."""
        ...

    def tally(self, keys: Sequence[str], weight: str | None, present: Present = NONE_NEEDED) -> Tally:
        """Every distinct combination of the keys, with its rows and weight, in rows that lack none of `present`."""
        ...

    def score_tally(
        self, score: str, keys: Sequence[str], weight: str | None, bins: int = 0, present: Present = NONE_NEEDED
    ) -> ScoreTally:
        """Rows or groups of rows with their score and keys, of rows that lack none of `present`.

        With `bins`, scores are put into that many first.
        """
        ...

    def chance_tally(
        self, asked: Chances, keys: Sequence[str], weight: str | None, present: Present = NONE_NEEDED
    ) -> ChanceTally:
        """Every distinct combination of the keys and bins of confidence, with what the probabilities add up to."""
        ...

    def rows(self, numbers: Sequence[str], keys: Sequence[str]) -> ArraySource:
        """Whole columns as arrays, for statistics that no group-by makes smaller; some of them hold numbers."""
        ...

    def ends(self, moment: str, keys: Sequence[str]) -> Ends:
        """The first and the last of a column of microseconds in every distinct combination of the keys."""
        ...

    def recoded(self, column: str, words: Words) -> Source:
        """The same rows with each value of a column replaced by a word."""
        ...

    def copied(self, copies: Mapping[str, str], times: Collection[str]) -> tuple[Source, Mapping[str, str]]:
        """The same rows with copies of columns, new name -> column, to be recoded.

        Of those copies that hold `times` as such, and not as texts, the microseconds since 1970; and which of them are
        "aware" of their zone, "naive", or dates ("date").
        """
        ...

    def unnested(self, column: str) -> Source:
        """The same rows with JSON in place of objects and lists in a column."""
        ...

    def where(self, column: str, values: Sequence[object]) -> str:
        """Words that say at which rows a column has one of the values, or nothing if rows have no order.

        A None as the first value stands for all that is missing; words after it mean that nothing is there.
        """
        ...
