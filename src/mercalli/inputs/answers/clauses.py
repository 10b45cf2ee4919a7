"""How a text says that something is its answer: in a clause of known words alone.

Words that deny or doubt have no end, so they cannot be listed. The words with which an answer is introduced can. A
class, or a cue before it, counts only where nothing else stands in its clause: "this is a", "I would classify it as".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mercalli.inputs.answers.names import TOKEN, word_form
from mercalli.inputs.answers.patterns import TOKEN_SPLIT, UNSPACED, any_of
from mercalli.inputs.answers.tables import AnswerTables, Words

SENTENCE = 200  # signs of a sentence before a class that are looked at
SENTENCE_END = re.compile(r"(?<!\.[^\W\d_])\.(?=[\s\"')\]]|\Z)|[!?\n\u3002\uff01\uff1f]")
DESCRIPTION = 5  # words; what is longer may describe the message before a colon
AFTER = re.compile(r"['\")\]]{0,3}\s?")
CLOSING = re.compile(r"['\")\]]{0,3},?\s?")
CLAUSE_END = re.compile(r"[.!?;:,\n()\u3002\uff01\uff1f\uff0c]|\Z")
NO = frozenset({"no", "non", "nein", "não", "нет"})  # "Is it a fire? No: flood"
APPOSITION = re.compile(r",[^,.;:!?\n]{1,40}, (?:is|are|was|were|has|have|had)\b")  # "Flood, my dog, is missing"
NOT_CLOSING = frozenset("/&+~\\^?")
OPENING = re.compile(r"\W*")
ORDERED = re.compile(r"\s|\Z")  # "classify this", and not the name of a function: "classify("
DENIALS = ("n't", "nobody", "nowhere", "only")  # in a clause that goes on: "a flood that nobody saw"


class ClausePatterns(NamedTuple):
    """Phrases that stand in clauses, before a class and behind it."""

    asides: re.Pattern[str]
    orders: re.Pattern[str]
    topics: re.Pattern[str]
    labels: re.Pattern[str]
    supposing: re.Pattern[str]
    grounds: re.Pattern[str]
    reasons: re.Pattern[str]
    following: re.Pattern[str]
    denials: re.Pattern[str]
    nouns: re.Pattern[str]
    predicating: re.Pattern[str]
    attributions: re.Pattern[str]
    limits: re.Pattern[str]
    contrasting: re.Pattern[str]

    @classmethod
    def of(cls, tables: AnswerTables) -> ClausePatterns:
        """From the tables."""
        prose, cues, negation = tables.prose, tables.cues, tables.negation
        combined: dict[str, Words] = {
            "asides": (*negation.harmless, *prose.asides),
            "labels": (*cues.strong, *cues.weak),
            "denials": (*negation.before, *DENIALS),
            "nouns": (*prose.nouns, *cues.strong),
            "predicating": (*cues.copulas, *prose.describing),
        }
        phrases = {name: combined.get(name) or getattr(prose, name) for name in cls._fields}
        return cls(**{name: re.compile(any_of(words)) for name, words in phrases.items()})


@dataclass(frozen=True)
class Clauses:
    """Patterns and words of clauses that introduce an answer."""

    tables: AnswerTables

    @cached_property
    def patterns(self) -> ClausePatterns:
        """Phrases that stand in clauses."""
        return ClausePatterns.of(self.tables)

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
        if self._orders(before):
            return False
        *earlier, clause = self._ends.split(self.patterns.asides.sub(" ", before))
        described, colon, said = clause.rpartition(":")
        known = self.tentative if tentative else self.known
        if not self._all_known(said, known) or (colon and not self._describes(described, known)):
            return False
        supposed = bool(earlier) and self.patterns.supposing.search(said) is not None
        return not supposed or _opens(self.patterns.grounds, before) is not None

    def _orders(self, before: str) -> bool:
        """Whether a sentence tells somebody what to answer."""
        order = _opens(self.patterns.orders, before)
        return order is not None and ORDERED.match(before, order.end()) is not None

    def equate(self, before: str) -> bool:
        """Whether a sentence ends so that what follows is what something is."""
        return self._equating.search(before) is not None

    def says(self, before: str) -> bool:
        """Whether any word stands in the last clause of a text."""
        return TOKEN.search(self._ends.split(before)[-1]) is not None

    def close(self, low: str, end: int, *, introduced: bool) -> bool:
        """Whether what follows a class leaves it the answer: the end, a reason, or a place if words introduced it."""
        start = AFTER.match(low, end).end()  # type: ignore[union-attr]
        if low[start : start + 1] in NOT_CLOSING or APPOSITION.match(low, start) or self.attribute(low, start):
            return False
        rest, patterns = low[start : CLAUSE_END.search(low, start).start()], self.patterns  # type: ignore[union-attr]
        if patterns.limits.match(rest):
            return False
        if TOKEN.match(rest) is None or patterns.reasons.match(rest):
            return True
        if patterns.following.match(rest):
            return introduced and patterns.denials.search(rest) is None
        noun = patterns.nouns.match(rest)
        if noun is not None:
            return self.close(low, start + noun.end(), introduced=introduced)
        return patterns.predicating.match(rest) is not None and self._all_known(rest, self.known)

    def settle(self, low: str, end: int) -> bool:
        """Whether what is said of a class goes on in known words alone, or with a reason: "fire fits best here"."""
        rest = low[end : CLAUSE_END.search(low, end).start()]  # type: ignore[union-attr]
        return self._all_known(self.patterns.reasons.split(rest, maxsplit=1)[0], self.known)

    def limit(self, low: str, end: int) -> bool:
        """Whether what follows a class means it only in part, or in another sense: "a flood, as far as I can see"."""
        start = CLOSING.match(low, end).end()  # type: ignore[union-attr]
        return self.patterns.limits.match(low, start) is not None or self.attribute(low, end)

    def attribute(self, low: str, start: int) -> bool:
        """Whether what follows a comma is the word of somebody else: "this is a flood, they say"."""
        return low.startswith(", ", start) and self.patterns.attributions.match(low, start + 2) is not None

    def contrast(self, low: str, end: int) -> int | None:
        """Where a contrast in the sentence behind a place begins, as in "flood at first, but it is not"."""
        ends = SENTENCE_END.search(low, end)
        found = self.patterns.contrasting.search(low, end, ends.start() if ends else len(low))
        return None if found is None else found.end()

    def _describes(self, text: str, known: frozenset[str]) -> bool:
        """Whether what stands before a colon is known, or describes the message and does not speak of labels."""
        topic = self.patterns.topics.search(text)
        if self._all_known(text[: topic.end()] if topic else text, known) or text.strip() in NO:
            return True
        return len(TOKEN.findall(text)) > DESCRIPTION and self.patterns.labels.search(text) is None

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
    def _equating(self) -> re.Pattern[str]:
        leads = any_of(each for each in self.tables.prose.leads if each not in self.tables.prose.topics)
        return re.compile(rf"(?:{any_of(self.tables.cues.copulas)}|'s)\s(?:{leads}\s){{0,3}}\Z")


def _opens(pattern: re.Pattern[str], before: str) -> re.Match[str] | None:
    """What stands at the beginning of a sentence."""
    return pattern.match(before, OPENING.match(before).end())  # type: ignore[union-attr]


def _forms(*phrases: Words) -> frozenset[str]:
    """The words of phrases, in the form in which they are matched."""
    return frozenset(word_form(word) for each in phrases for phrase in each for word in TOKEN_SPLIT.findall(phrase))
