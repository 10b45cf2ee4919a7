"""How a text says that something is its answer: in a clause of known words alone.

Words that deny or doubt have no end, so they cannot be listed. The words with which an answer is introduced can. A
class, or a cue before it, counts only where nothing else stands in its clause: "this is a", "I would classify it as".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from mercalli.inputs.answers.names import TOKEN, word_form
from mercalli.inputs.answers.patterns import TOKEN_SPLIT, UNSPACED, any_of
from mercalli.inputs.answers.tables import AnswerTables, Words

SENTENCE = 200  # signs of a sentence before a class that are looked at
SENTENCE_END = re.compile(r"(?<!\.[^\W\d_])\.(?=[\s\"')\]]|\Z)|[!?\n\u3002\uff01\uff1f]")
DESCRIPTION = 5  # words; what is longer may describe the message before a colon
AFTER = re.compile(r"['\")\]]{0,3}\s?")
CLAUSE_END = re.compile(r"[.!?;:,\n()\u3002\uff01\uff1f\uff0c]|\Z")
NO = frozenset({"no", "non", "nein", "não", "нет"})  # "Is it a fire? No: flood"
APPOSITION = re.compile(r",[^,.;:!?\n]{1,40}, (?:is|are|was|were|has|have|had)\b")  # "Flood, my dog, is missing"
NOT_CLOSING = frozenset("/&+~\\^?")


@dataclass(frozen=True)
class Clauses:
    """Patterns and words of clauses that introduce an answer."""

    tables: AnswerTables

    @cached_property
    def known(self) -> frozenset[str]:
        """Words that may stand before an answer in its clause."""
        cues, says, prose = self.tables.cues, self.tables.statements, self.tables.prose
        lists = (
            *(cues.strong, cues.weak, cues.before, cues.behind, cues.of, cues.copulas),
            *(says.placing, says.choosing, says.naming, says.finals, says.conclusions),
            *(prose.fillers, prose.leads, prose.introducing, prose.topics, self.tables.negation.affirmed),
        )
        return _forms(*lists) - _forms(prose.tentative, prose.foreign)

    @cached_property
    def tentative(self) -> frozenset[str]:
        """The same, and words that say that something may be so."""
        return self.known | _forms(self.tables.prose.tentative)

    def knows(self, word: str) -> bool:
        """Whether a word is one of those that introduce an answer and say nothing else."""
        return word_form(word) in self._introducing

    @cached_property
    def _introducing(self) -> frozenset[str]:
        return _forms(self.tables.prose.introducing, self.tables.cues.strong, self.tables.cues.weak)

    def introduce(self, before: str, *, tentative: bool = False) -> bool:
        """Whether a sentence in small letters introduces what follows it as the answer."""
        if self._orders.match(before):
            return False
        *earlier, clause = self._ends.split(self._asides.sub(" ", before))
        described, colon, said = clause.rpartition(":")
        known = self.tentative if tentative else self.known
        if not self._all_known(said, known):
            return False
        if colon and not self._describes(described, known):
            return False
        supposed = bool(earlier) and self._supposing.search(said) is not None
        return not supposed or self._grounds.match(before) is not None

    def equate(self, before: str) -> bool:
        """Whether a sentence ends so that what follows is what something is."""
        return self._equating.search(before) is not None

    def says(self, before: str) -> bool:
        """Whether any word stands in the last clause of a text."""
        return TOKEN.search(self._ends.split(before)[-1]) is not None

    def close(self, low: str, end: int, *, introduced: bool) -> bool:
        """Whether what follows a class leaves it the answer: the end, a reason, or a place if words introduced it."""
        start = AFTER.match(low, end).end()  # type: ignore[union-attr]
        rest = low[start : CLAUSE_END.search(low, start).start()]  # type: ignore[union-attr]
        if low[start : start + 1] in NOT_CLOSING or APPOSITION.match(low, start) or self._saying.match(low, start):
            return False
        first = TOKEN.match(rest)
        if first is None:
            return True
        if self._reasons.match(low, start):
            return True
        if self._following.match(low, start):
            return introduced and self._denials.search(rest) is None
        noun = self._nouns.match(low, start)
        if noun is not None:
            return self.close(low, noun.end(), introduced=introduced)
        return self._predicating.match(rest) is not None and self._all_known(rest, self.known)

    def contrast(self, low: str, end: int) -> int | None:
        """Where a contrast in the sentence behind a place begins, as in "flood at first, but it is not"."""
        ends = SENTENCE_END.search(low, end)
        found = self._contrasts.search(low, end, ends.start() if ends else len(low))
        return None if found is None else found.end()

    def _describes(self, text: str, known: frozenset[str]) -> bool:
        """Whether what stands before a colon is known, or describes the message and does not speak of labels."""
        topic = self._topics.search(text)
        if self._all_known(text[: topic.end()] if topic else text, known) or text.strip() in NO:
            return True
        return len(TOKEN.findall(text)) > DESCRIPTION and self._labels.search(text) is None

    def _all_known(self, text: str, known: frozenset[str]) -> bool:
        return all(self._is_known(word, known) for word in TOKEN.findall(text))

    def _is_known(self, word: str, known: frozenset[str]) -> bool:
        form = word_form(word)
        if form in known or form.isdigit():
            return True
        return not word.isascii() and not self._unspaced.sub("", form).strip()

    @cached_property
    def _unspaced(self) -> re.Pattern[str]:
        unspaced = re.compile(f"[{UNSPACED}]+")
        return re.compile(any_of(word for word in self.known if unspaced.fullmatch(word)))

    @cached_property
    def _ends(self) -> re.Pattern[str]:
        words = (*self.tables.negation.clause_ends, *self.tables.statements.conclusions)
        return re.compile(rf"[,;(\uff0c\u3001]| - |->|{any_of(words)}")

    @cached_property
    def _asides(self) -> re.Pattern[str]:
        return re.compile(any_of((*self.tables.negation.harmless, *self.tables.prose.asides)))

    @cached_property
    def _denials(self) -> re.Pattern[str]:
        return re.compile(any_of((*self.tables.negation.before, "nobody", "nowhere", "only", "n't")))

    @cached_property
    def _orders(self) -> re.Pattern[str]:
        return re.compile(rf"\W*{any_of(self.tables.prose.orders)}(?=\s|\Z)")

    @cached_property
    def _saying(self) -> re.Pattern[str]:
        return re.compile(rf",\s{any_of(self.tables.prose.attributions)}")

    @cached_property
    def _contrasts(self) -> re.Pattern[str]:
        return re.compile(any_of(self.tables.prose.contrasting))

    @cached_property
    def _equating(self) -> re.Pattern[str]:
        leads = any_of(each for each in self.tables.prose.leads if each not in self.tables.prose.topics)
        return re.compile(rf"(?:{any_of(self.tables.cues.copulas)}|'s)\s(?:{leads}\s){{0,3}}\Z")

    @cached_property
    def _topics(self) -> re.Pattern[str]:
        return re.compile(any_of(self.tables.prose.topics))

    @cached_property
    def _supposing(self) -> re.Pattern[str]:
        return re.compile(any_of(self.tables.prose.supposing))

    @cached_property
    def _grounds(self) -> re.Pattern[str]:
        return re.compile(rf"\W*{any_of(self.tables.prose.grounds)}")

    @cached_property
    def _labels(self) -> re.Pattern[str]:
        return re.compile(any_of((*self.tables.cues.strong, *self.tables.cues.weak)))

    @cached_property
    def _reasons(self) -> re.Pattern[str]:
        return re.compile(any_of(self.tables.prose.reasons))

    @cached_property
    def _following(self) -> re.Pattern[str]:
        return re.compile(any_of(self.tables.prose.following))

    @cached_property
    def _nouns(self) -> re.Pattern[str]:
        return re.compile(any_of((*self.tables.prose.nouns, *self.tables.cues.strong)))

    @cached_property
    def _predicating(self) -> re.Pattern[str]:
        return re.compile(any_of((*self.tables.cues.copulas, *self.tables.prose.describing)))


def _forms(*phrases: Words) -> frozenset[str]:
    """The words of phrases, in the form in which they are matched."""
    return frozenset(word_form(word) for each in phrases for phrase in each for word in TOKEN_SPLIT.findall(phrase))
