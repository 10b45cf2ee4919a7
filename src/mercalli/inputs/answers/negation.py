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
SENTENCE = 200  # signs of a sentence that are looked at, on either side
ENDS_ASKING = re.compile(r"[^.!?\n;]*\?")
SCORE = r"(?:confidence|score|probability|prob|p)\b"
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
        return re.compile(rf"[.;:!?,\n](?!\d)|->|{any_of(self.words.clause_ends)}")

    def negate(self, low: str, start: int, end: int) -> bool:
        """Whether what stands at a place of a text in small letters is negated, before it or right after it."""
        return self._denied(low, end) or self.precede(low, start)

    def precede(self, low: str, start: int) -> bool:
        """Whether a negator stands before a place, in the same clause."""
        return self._before.search(self._clause(low, start)) is not None

    def _denied(self, low: str, end: int) -> bool:
        """Whether what follows a class denies it."""
        if self._after.match(low, end, end + BEHIND) or self._flagged.match(low, end, end + BEHIND):
            return True
        if self.withdraw(low, end):
            return True
        return self._doubted(low, end)

    def withdraw(self, low: str, end: int) -> bool:
        """Whether the sentence behind a place says that what stands before it is wrong."""
        return self._withdrawn.match(low, end, end + SENTENCE) is not None

    def affirm(self, low: str) -> bool:
        """Whether a text in small letters affirms what stands before it."""
        return self._affirmed.fullmatch(low) is not None

    def affirm_at(self, low: str, place: int) -> bool:
        """Whether what stands at a place affirms."""
        return self._affirmed.match(low, place) is not None

    def is_open(self, low: str, start: int, end: int) -> bool:
        """Whether a place is in a question that is not affirmed, or in a condition."""
        sentence = _last_part(low[max(start - SENTENCE, 0) : start], ".!?\n;").lstrip()
        if self._condition.match(sentence) and not self._harmless_condition.match(sentence):
            return True
        begins = self._question.match(sentence) or self._question.match(sentence.rpartition(":")[2].lstrip())
        asked = ENDS_ASKING.match(low, end, end + SENTENCE) if begins else None
        return asked is not None and not self.affirm_at(low, asked.end())

    @cached_property
    def _flagged(self) -> re.Pattern[str]:
        nothing = rf"(?:{SCORE} ?[:=]? ?)?[0.]*0(?:\.0+)? ?%?"
        flag = rf"[:=(|-]{{1,2}}>? ?(?:{any_of(self.words.flags)}|{nothing})"
        return re.compile(rf"['\")\]]? ?(?:{flag}|(?<= ){nothing}) ?(?=[,.](?!\d)|[;|)\]\n]|\Z)")

    @cached_property
    def _withdrawn(self) -> re.Pattern[str]:
        said = r"(?:this|that|it|which|(?:the|my|this|that) (?:label|answer|class))(?: is|'s| was)"
        return re.compile(rf"[^.;!?\n]{{0,60}}?\b{said}(?: {LETTER}{{1,12}})?? {any_of(self.words.withdrawn)}")

    @cached_property
    def _question(self) -> re.Pattern[str]:
        return re.compile(any_of(self.words.questions))

    @cached_property
    def _affirmed(self) -> re.Pattern[str]:
        return re.compile(rf"\s*{any_of(self.words.affirmed)}")

    @cached_property
    def _condition(self) -> re.Pattern[str]:
        return re.compile(any_of(self.words.conditions))

    @cached_property
    def _harmless_condition(self) -> re.Pattern[str]:
        return re.compile(any_of(self.words.harmless_conditions))

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


def _last_part(text: str, signs: str) -> str:
    """What stands behind the last of some signs."""
    for sign in signs:
        text = text.rpartition(sign)[2]
    return text
