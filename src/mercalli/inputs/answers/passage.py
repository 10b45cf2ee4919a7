"""A stretch of text, the classes that it names, and the words around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from mercalli.inputs.answers.answer import OTHER, SCORES, SCORES_TIE, SEVERAL, Answer
from mercalli.inputs.answers.lexicon import COMMON, Lexicon
from mercalli.inputs.answers.names import TOKEN, Mention, is_short, word_form
from mercalli.inputs.answers.negation import SCORE
from mercalli.inputs.answers.patterns import LETTER, UNSPACED
from mercalli.inputs.answers.plain import lower

FEW = 5  # words beyond a name in a text that is short
LARGEST_SCORE = 100.0
AMOUNT = r"(\d{1,3}(?:[.,]\d{1,9})?|\.\d{1,9})\s?%?"
SCORE_AFTER = re.compile(rf"['\")\]]? ?[:=(\[|-]{{0,2}} ?(?:{SCORE})? ?[:=]? ?{AMOUNT}(?![\w.]*\w)")
UNIT = re.compile(rf"\s({LETTER}+)")
UNLIKE = re.compile(r"(?:!=|<>|\u2260|\u00ac|(?<!\w)!)\s?\Z")
# Words after a number that is a score all the same.
OF_SCORES = frozenset(
    [
        "and",
        "or",
        "vs",
        "versus",
        "but",
        "while",
        "y",
        "et",
        "und",
        "percent",
        "points",
        "out",
        "of",
        "confidence",
        "confident",
        "probability",
        "score",
        "likelihood",
        "likely",
        "certain",
        "certainty",
        "sure",
    ]
)
SCORE_BEFORE = re.compile(r"(?<![\w.])(\d{1,3}(?:[.,]\d{1,9})?) ?% ?[:=-]? ?\Z")
BEFORE = 14  # signs
LONGEST_WORD = 40
MOST_NAMED = 20  # mentions of a class whose neighbours are looked at
SENTENCE = 200  # signs of a sentence before a class
SENTENCE_END = re.compile(r"[.!?;\n\u3002\uff01\uff1f]")
FLAGGED = re.compile(r"['\")\]]?\s?[?:=|]\s?")
UNSPACED_WORD = re.compile(f"[{UNSPACED}]+")


@dataclass(frozen=True)
class Passage:
    """A text and what it names."""

    lexicon: Lexicon
    text: str

    @cached_property
    def low(self) -> str:
        """The text in small letters."""
        return lower(self.text)

    @cached_property
    def mentions(self) -> list[Mention]:
        """Every class that is named."""
        return self.lexicon.names.mentions(self.text)

    @cached_property
    def standing(self) -> list[Mention]:
        """Those that are neither denied nor left open."""
        is_open = self.lexicon.negators.is_open
        return [each for each in self.affirmed if not is_open(self.low, each.start, each.end)]

    @cached_property
    def affirmed(self) -> list[Mention]:
        """Those that are not denied; what a question or a condition leaves open is not denied."""
        affirmed: list[Mention] = []
        negated_to = -1
        for each in self.mentions:
            if self._negated(each, negated_to):
                negated_to = each.end
            else:
                affirmed.append(each)
        return affirmed

    def _negated(self, mention: Mention, negated_to: int) -> bool:
        """Whether a class is ruled out, by a negator of its own or in one list with another that is."""
        if self.lexicon.negators.negate(self.low, mention.start, mention.end):
            return True
        listed = self.lexicon.around.listed
        return negated_to >= 0 and listed.fullmatch(self.low, negated_to, mention.start) is not None

    @cached_property
    def codes(self) -> set[int]:
        """The classes of these."""
        return {each.code for each in self.standing}

    def only(self) -> Answer | None:
        """The only class that is named: a short text with a word of its own is another label."""
        named = [each for each in self.standing if self._counts(each)]
        codes = {each.code for each in named}
        if len(codes) > 1:
            return SEVERAL
        if not codes:
            return None
        if any(map(self._is_alternative, named[:MOST_NAMED])):
            return OTHER
        words = self._beyond(self.mentions)
        few = len(words) <= FEW and sum(map(_size, words)) <= FEW
        if not (few or any(map(self._is_meant, named[:MOST_NAMED]))):
            return OTHER
        another = few and any(map(self.says_more, words))
        return OTHER if another else self.lexicon.answer(codes.pop())

    def _is_meant(self, mention: Mention) -> bool:
        """Whether a class is named as a label: spelt as one, affirmed, or said of the message or of its label."""
        around = self.lexicon.around
        if "_" in self.text[mention.start : mention.end] or around.said_of.match(self.low, mention.end):
            return True
        sign = FLAGGED.match(self.low, mention.end)
        if sign is not None and self.lexicon.negators.affirm_at(self.low, sign.end()):
            return True
        begun = SENTENCE_END.split(self.low[max(mention.start - SENTENCE, 0) : mention.start])[-1]
        return around.frame.search(begun) is not None

    def _is_alternative(self, mention: Mention) -> bool:
        """Whether a class stands beside another word with "or" between, or after a sign of inequality: not chosen."""
        around, window = self.lexicon.around, self.low[max(mention.start - LONGEST_WORD, 0) : mention.start]
        after, before = around.alternative.match(self.low, mention.end), around.alternative_before.search(window)
        if UNLIKE.search(window):
            return True
        words = TOKEN.findall(window[: before.start()])[-1:] if before else []
        return any(map(self.says_more, [*words, *([after[1]] if after else [])]))

    def _counts(self, mention: Mention) -> bool:
        name = self.text[mention.start : mention.end]
        return not is_short(name) and (name.lower() not in COMMON or self._is_short(mention))

    def _is_short(self, mention: Mention) -> bool:
        return sum(map(_size, self._beyond([mention]))) <= FEW

    def _beyond(self, named: Sequence[Mention]) -> list[str]:
        """The words beside some names, as far as one more than few."""
        rest, last = [], 0
        for each in named:
            rest.append(self.text[last : each.start])
            last = each.end
        words = TOKEN.finditer(" ".join([*rest, self.text[last:]]))
        return [found[0] for found in islice(words, FEW + 1)]

    def says_more(self, word: str) -> bool:
        """Whether a word is neither a filler nor a number."""
        form = word_form(word)
        if form in self.lexicon.fillers or form.isdigit():
            return False
        return bool(self.lexicon.unspaced_fillers.sub("", form).strip()) if not word.isascii() else True

    def scored(self) -> Answer | None:
        """The class with the highest number, if each of several has one."""
        if len({each.code for each in self.mentions}) < 2:  # noqa: PLR2004 - a comparison needs two
            return None
        for score in (self._score_after, self._score_before):
            scores = {each.code: score(each) for each in self.mentions}
            known = {code: value for code, value in scores.items() if value is not None}
            if len(known) == len(scores):
                return highest(self.lexicon, known)
        return None

    def _score_after(self, mention: Mention) -> float | None:
        return None if self.counts_things(mention) else _amount(SCORE_AFTER.match(self.text, mention.end))

    def counts_things(self, mention: Mention) -> bool:
        """Whether the number after a class is followed by what it counts: "flood 5 km north", and no score."""
        number = SCORE_AFTER.match(self.text, mention.end)
        if number is None or number[0].endswith("%"):
            return False
        word = UNIT.match(self.low, number.end())
        return word is not None and word[1] not in OF_SCORES and word.start(1) not in self._starts

    @cached_property
    def _starts(self) -> set[int]:
        return {each.start for each in self.mentions}

    def _score_before(self, mention: Mention) -> float | None:
        return _amount(SCORE_BEFORE.search(self.text[max(mention.start - BEFORE, 0) : mention.start]))


def highest(lexicon: Lexicon, scores: dict[int, float]) -> Answer:
    """The class with the highest score; none on a tie."""
    best = max(scores.values())
    codes = [code for code, score in scores.items() if score == best]
    return lexicon.answer(codes[0]).by(SCORES) if len(codes) == 1 else SCORES_TIE


def _amount(found: re.Match[str] | None) -> float | None:
    if found is None:
        return None
    amount = float(found[1].replace(",", "."))
    return amount if amount <= LARGEST_SCORE else None


def _size(word: str) -> int:
    """One for a word; in scripts without blanks one for each sign."""
    return 1 if word.isascii() or not UNSPACED_WORD.fullmatch(word) else len(word)
