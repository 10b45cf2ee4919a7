"""A stretch of text, the classes that it names, and the words around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from mercalli.inputs.answers.answer import OTHER, SCORES, SCORES_TIE, SEVERAL, Answer
from mercalli.inputs.answers.clauses import SENTENCE, SENTENCE_END
from mercalli.inputs.answers.echo import blanked
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
TOPIC = re.compile(r"\W*(?:as for|as to|regarding|concerning|about|on|for|with|in)\b")
SIGNS = " :=->|("  # between a cue and its value
MOST_NAMED = 20  # mentions of a class whose neighbours are looked at
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

    def only(self, *, introduced: bool = False) -> Answer | None:
        """The only class that is named, if it is said to be the answer, here or by words before the text."""
        named = [each for each in self.standing if self._counts(each)]
        codes = {each.code for each in named}
        if len(codes) > 1:
            return SEVERAL
        if not codes:
            return None
        if any(map(self.denies, codes)):
            return OTHER
        words = self._beyond(self.mentions)
        few = len(words) <= FEW and sum(map(_size, words)) <= FEW
        if not any(self._is_said(each, tentative=few, introduced=introduced) for each in named[:MOST_NAMED]):
            return OTHER
        another = few and any(self.says_more(word) and not self.lexicon.clauses.knows(word) for word in words)
        return OTHER if another else self.lexicon.answer(codes.pop())

    def _is_said(self, mention: Mention, *, tentative: bool = False, introduced: bool = False) -> bool:
        """Whether a class is said to be the answer: introduced as it, and affirmed or left as it is."""
        clauses, before = self.lexicon.clauses, self._before(mention.start)
        unlike = UNLIKE.search(self.low, max(mention.start - BEFORE, 0), mention.start)
        if unlike or not clauses.introduce(before, tentative=tentative) or self._is_aside(mention, before):
            return False
        sign = FLAGGED.match(self.low, mention.end)
        if sign is not None and self.lexicon.negators.affirm_at(self.low, sign.end()):
            return True
        said_of = self.lexicon.around.said_of.match(self.low, mention.end)
        said = said_of is not None and clauses.settle(self.low, said_of.end())
        closed = said or clauses.close(self.low, mention.end, introduced=introduced or clauses.says(before))
        return closed and not self.contrasts(mention)

    def _is_aside(self, mention: Mention, before: str) -> bool:
        """Whether a class beside commas is only a topic: "the first label, flood, is odd", "as for flood, no"."""
        topic = before.rstrip().endswith(",") or TOPIC.match(before)
        aside = topic and self.low.startswith(",", mention.end)
        return bool(aside) and not self.lexicon.around.reason.match(self.low, mention.end + 1)

    def contrasts(self, mention: Mention) -> bool:
        """Whether a contrast follows a class in its sentence, and no other class in that."""
        contrast = self.lexicon.clauses.contrast(self.low, mention.end)
        return contrast is not None and not any(each.start >= contrast for each in self.mentions)

    def denies(self, code: int) -> bool:
        """Whether a class is denied at any place."""
        return any(each.code == code and each not in self.affirmed for each in self.mentions)

    def equates_later(self, code: int) -> bool:
        """Whether the message is said to be another class behind the last place where a class is named."""
        last = max((each.end for each in self.mentions if each.code == code), default=0)
        return any(
            each.start > last
            and each.code != code
            and self.lexicon.clauses.equate(self._before(each.start))
            and self._is_said(each)
            for each in self.standing
        )

    def introduces(self, value: int) -> bool:
        """Whether a cue, whose value begins at a place, stands in a clause that introduces an answer."""
        return self.lexicon.clauses.introduce(self._before(value).rstrip(SIGNS))

    def _before(self, place: int) -> str:
        """The sentence up to a place, without the classes that are named in it."""
        first = max(place - SENTENCE, 0)
        ends = [each.end() for each in SENTENCE_END.finditer(self.low, first, place)]
        first = ends[-1] if ends else first
        within = [(each.start - first, each.end - first) for each in self.mentions if first <= each.start < place]
        return blanked(self.low[first:place], within)

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
