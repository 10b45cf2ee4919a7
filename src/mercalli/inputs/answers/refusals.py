"""Stages 11, 12 and 14: failed calls, refusals and abstentions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from mercalli.inputs.answers.patterns import LETTER, Gated, any_of
from mercalli.inputs.answers.tables import Failures, Refusals

LONGEST_FAILURE = 2_000  # signs of an error message; pages of HTML may be longer
STATUS = r"(?:http(?:/\d\.\d)?|status|status code|error code|code)\s?[:=]?\s?[45]\d\d\b"
FEW_WORDS = rf"(?:,?\s+{LETTER}{{1,30}}){{0,3}}?,?\s+"


@dataclass(frozen=True)
class Silences:
    """Patterns of texts that stand in place of an answer; all look at small letters."""

    refusals: Refusals
    failures: Failures

    @cached_property
    def _failing(self) -> re.Pattern[str]:
        return re.compile(rf"\W{{0,5}}(?:{any_of(self.failures.starts)}|{STATUS})")

    @cached_property
    def _failed(self) -> Gated:
        return Gated.of(any_of(self.failures.texts), self.failures.texts)

    @cached_property
    def _refused(self) -> Gated:
        words = self.refusals
        inability, verbs = any_of(words.inability), any_of(words.verbs)
        spoken = rf"{any_of(words.person)}{FEW_WORDS}{inability}{FEW_WORDS}{verbs}"
        short = rf"(?:\A|[.!,;]\s|sorry\s)(?:but\s)?{inability}{FEW_WORDS}{verbs}"
        phrases = (*words.decisive, *words.elsewhere, *words.blocks)
        helpless = rf"{any_of(words.person)}{FEW_WORDS}{inability}{FEW_WORDS}(?:help|assist)(?:\s?[.!,;]|\s?\Z)"
        return Gated.of(f"{spoken}|{short}|{helpless}|{any_of(phrases)}", (*words.inability, *phrases))

    @cached_property
    def _abstained(self) -> Gated:
        return Gated.of(any_of(self.refusals.abstentions), self.refusals.abstentions)

    def failed(self, low: str) -> bool:
        """Whether a text is that of a failed call."""
        if self._failing.match(low, 0, LONGEST_FAILURE):
            return True
        found = self._failed.search(low, LONGEST_FAILURE)
        return found is not None and (found.start() == 0 or len(low) <= LONGEST_FAILURE)

    def refused(self, low: str) -> bool:
        """Whether a model or its provider refuses the task."""
        return self._refused.search(low) is not None

    def abstained(self, low: str) -> bool:
        """Whether a model says that it does not know."""
        return self._abstained.search(low) is not None
