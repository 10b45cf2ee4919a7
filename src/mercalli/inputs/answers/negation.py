"""Classes that are named to be ruled out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from mercalli.inputs.answers.patterns import LETTER, any_of
from mercalli.inputs.answers.tables import Negation

REACH = 30  # signs before a class in which a negator counts
BEHIND = 40
QUESTIONED = re.compile(r"['\")\]]?\s?\?\s?([^.;:!?,\n]+)")
SHORTENED = rf"{LETTER}n't"


@dataclass(frozen=True)
class Negators:
    """Patterns of words that negate."""

    words: Negation

    @cached_property
    def _before(self) -> re.Pattern[str]:
        return re.compile(f"{any_of(self.words.before)}|{SHORTENED}")

    @cached_property
    def _after(self) -> re.Pattern[str]:
        return re.compile(rf"['\")\]]{{0,2}}\s?{any_of(self.words.after)}")

    @cached_property
    def _harmless(self) -> re.Pattern[str]:
        return re.compile(any_of(self.words.harmless))

    @cached_property
    def _ends(self) -> re.Pattern[str]:
        return re.compile(rf"[.;:!?,\n](?!\d)|{any_of(self.words.clause_ends)}")

    def negate(self, low: str, start: int, end: int | None = None) -> bool:
        """Whether what stands at a place of a text in small letters is negated, before it or right after it."""
        if end is not None and (self._after.match(low, end, end + BEHIND) or self._doubted(low, end)):
            return True
        return self._before.search(self._clause(low, start)) is not None

    def _doubted(self, low: str, end: int) -> bool:
        """Whether a question is answered in the negative."""
        doubt = QUESTIONED.match(low, end, end + BEHIND)
        return doubt is not None and self._before.search(doubt[1]) is not None

    def _clause(self, low: str, start: int) -> str:
        """What stands before a place in the same clause, as far as a negator reaches."""
        first = max(start - REACH, 0)
        if first and low[first - 1].isalnum():
            first = next((at for at in range(first, start) if not low[at].isalnum()), start)
        window = self._harmless.sub(" ", low[first:start])
        ends = [found.end() for found in self._ends.finditer(window)]
        return window[ends[-1] :] if ends else window
