"""Lists of labels in a text: with commas, on lines, with "and", with a yes or no or a score for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mercalli.inputs.answers.answer import EMPTY, MARKER, NEGATED, Answer
from mercalli.inputs.answers.confidence import CONFIDENT_TAIL
from mercalli.inputs.answers.lexicon import ARTICLES, Lexicon
from mercalli.inputs.answers.patterns import any_of
from mercalli.inputs.answers.plain import lower
from mercalli.inputs.answers.set_answer import (
    ALTERNATIVES,
    CONTRADICTION,
    NO_THRESHOLD,
    UNCLEAR_NOT,
    UNKNOWN_ITEM,
    SetAnswer,
)
from mercalli.inputs.answers.values import option
from mercalli.inputs.answers.wrapping import unwrapped

MOST_ITEMS = 1_000
LONGEST = 16_384
EVEN = 0.5
DOUBTED = -1.0  # the score of an alternative
ENUMERATOR = re.compile(r"[(\[]?([^\W_]|\d{1,3})[)\].:] ?(?=\S)")
AMOUNT = re.compile(r"(\d{1,3}(?:[.,]\d{1,6})?|\.\d{1,6}) ?(%?)")
HUNDRED = 100.0
LOW = re.compile(r"\b(?:low|medium|moderate)\b")


class Item(NamedTuple):
    """One item of a list.

    Attributes:
        label: The class; nothing for a word that says that there is none.
        said: Whether a yes or no, or a not, says so; nothing where the class stands alone.
        score: How sure it is.
        negated: Whether a negator stands before it.
    """

    label: str | None
    said: bool | None = None
    score: float | None = None
    negated: bool = False


class Piece(NamedTuple):
    """A stretch between two separators; `doubt` says that an "or" stands before it."""

    start: int
    end: int
    doubt: bool


@dataclass(frozen=True)
class SetLists:
    """Reads lists; `nothing` are words for the empty set, if the data knows items without labels."""

    lexicon: Lexicon
    nothing: frozenset[str] = frozenset()

    @property
    def none(self) -> Answer:
        """What a list without items says: that there is no label, where the data knows that."""
        return SetAnswer.given(()) if self.nothing else EMPTY

    def answer(self, text: str) -> Answer | None:
        """The labels of a text that is nothing but a list; nothing if it is none, or holds something else."""
        found = self.items(text)
        return None if found is None or None in found else together([each for each in found if each], self.none)

    def value(self, text: str) -> Answer | None:
        """The same for a text in which labels are expected: what is no class is told; nothing if none is there."""
        found = self.items(text)
        if found is None or not any(found):
            return MARKER if self.lexicon.is_marker(text) or self.lexicon.is_marker(unwrapped(text)) else None
        return UNKNOWN_ITEM if None in found else together([each for each in found if each], self.none)

    def items(self, text: str) -> list[Item | None] | None:
        """Every item, None for those that are no class; nothing for what is too long, empty, or all alternatives."""
        text = unwrapped(text)
        if not text or len(text) > LONGEST:
            return None
        whole = self.item(text)
        if whole is not None:
            return [whole]
        pieces = list(self._pieces(text))
        return None if len(pieces) > MOST_ITEMS else list(self._merged(text, pieces))

    def item(self, text: str) -> Item | None:
        """One item alone."""
        bare = unwrapped(text)
        if bare.lower() in self.nothing:
            return Item(None)
        label = self._label(bare)
        return Item(label) if label else self._flagged(bare) or self._scored(bare) or self._negated(bare)

    def _label(self, text: str) -> str | None:
        """The class of a text: its name, also after an enumerator that means no other one; or an option."""
        chosen = self.lexicon.bare(text) or option(self.lexicon, text)
        if chosen is not None:
            return chosen.label
        found = ENUMERATOR.match(text)
        named = self.lexicon.bare(unwrapped(text[found.end() :])) if found else None
        if found is None or named is None:
            return self._led(text)
        return named.label if self.lexicon.options.get(found[1]) in {None, named.label} else None

    def _led(self, text: str) -> str | None:
        found = self._lead.match(text)
        named = self.lexicon.bare(unwrapped(text[found.end() :])) if found else None
        return None if named is None else named.label

    def _flagged(self, text: str) -> Item | None:
        found = self._flag.fullmatch(text)
        label = self._label(unwrapped(found[1])) if found else None
        if found is None or label is None:
            return None
        return Item(label, said=found[2].lower() in self._yes)

    def _scored(self, text: str) -> Item | None:
        """A class with a number, or words, for how sure it is."""
        low = lower(text)
        tail = CONFIDENT_TAIL.search(low)
        label = self._label(unwrapped(text[: tail.start()])) if tail else None
        if tail is None or label is None:
            return None
        amount = AMOUNT.search(tail[0])
        if amount is None:
            return Item(label, score=0.0 if LOW.search(tail[0]) else 1.0)
        number = float(amount[1].replace(",", "."))
        return Item(label, score=number / HUNDRED if amount[2] or number > 1 else number)

    def _negated(self, text: str) -> Item | None:
        found = self._not.match(lower(text))
        label = self._label(unwrapped(text[found.end() :])) if found else None
        return None if label is None else Item(label, negated=True)

    @cached_property
    def _yes(self) -> frozenset[str]:
        return frozenset((*self.lexicon.tables.keys.yes, "1", "\u2713", "\u2714", "\u2705"))

    @cached_property
    def _flag(self) -> re.Pattern[str]:
        keys = self.lexicon.tables.keys
        words = "|".join(map(re.escape, sorted((*self._yes, *keys.no, "0", "\u2717", "\u2718", "\u274c"))))
        return re.compile(rf"(.+?)\s?(?:[:=]|->|-(?=\s))\s?['\"]?({words})['\"]?", re.IGNORECASE)

    @cached_property
    def _lead(self) -> re.Pattern[str]:
        return re.compile(rf"(?:(?:both|also|{ARTICLES}) ){{1,2}}", re.IGNORECASE)

    @cached_property
    def _not(self) -> re.Pattern[str]:
        return re.compile(rf"(?:(?:but|and|,) )?{any_of(self.lexicon.tables.negation.before)} (?:{ARTICLES} )?")

    @cached_property
    def _separator(self) -> re.Pattern[str]:
        sets = self.lexicon.tables.sets
        doubt, joint = any_of(sets.doubts), any_of(sets.joints)
        before = r"(?:(?<!\s)\s+)?"  # a run of blanks is looked at once, from its beginning
        return re.compile(rf"{before}(?:(?P<doubt>{doubt})|[,;|/&+\n]|{joint}|(?= but not\b))\s*", re.IGNORECASE)

    def _pieces(self, text: str) -> Iterator[Piece]:
        start, doubt = 0, False
        for found in self._separator.finditer(text):
            yield Piece(start, found.start(), doubt)
            empty = not text[start : found.start()].strip()
            start, doubt = found.end(), found["doubt"] is not None or (doubt and empty)
        yield Piece(start, len(text), doubt)

    def _merged(self, text: str, pieces: Sequence[Piece]) -> Iterator[Item | None]:
        """Items of one piece or several, the longest name first, since names may hold commas and "and"."""
        at = 0
        while at < len(pieces):
            piece = pieces[at]
            if not text[piece.start : piece.end].strip():
                at += 1
                continue
            last, item = self._longest(text, pieces, at)
            at = last + 1
            yield item if item is None or not piece.doubt else item._replace(said=None, score=DOUBTED)

    def _longest(self, text: str, pieces: Sequence[Piece], at: int) -> tuple[int, Item | None]:
        most = min(len(pieces), at + self.lexicon.names.most_words)
        for last in range(most - 1, at, -1):
            named = self.lexicon.bare(unwrapped(text[pieces[at].start : pieces[last].end]))
            if named is not None:
                return last, Item(named.label)
        return at, self.item(text[pieces[at].start : pieces[at].end])


def together(items: Sequence[Item], none: Answer) -> Answer:
    """What the items of a list say together."""
    if any(each.score == DOUBTED for each in items):
        return ALTERNATIVES
    named = [each for each in items if each.label is not None]
    if len(named) < len(items):
        return CONTRADICTION if named else none
    if any(each.score is not None and each.score < EVEN for each in named):
        return NO_THRESHOLD
    if any(each.said is not None for each in named):
        return _flags(named, none)
    nots = [each.negated for each in named]
    if any(nots):
        first = nots.index(True)
        return NEGATED if first == 0 and all(nots) else _without(named, first) if all(nots[first:]) else UNCLEAR_NOT
    return SetAnswer.given(each.label for each in named if each.label)


def _flags(items: Sequence[Item], none: Answer) -> Answer:
    """Those with a yes, if every item has a yes or a no, and none has both."""
    if any(each.said is None or each.negated for each in items):
        return UNKNOWN_ITEM
    yes, no = ({each.label for each in items if each.said is said and each.label} for said in (True, False))
    if yes & no:
        return CONTRADICTION
    return SetAnswer.given(yes) if yes else none if none.is_read else NEGATED


def _without(items: Sequence[Item], first: int) -> Answer:
    """Classes, and then some that are ruled out."""
    labels, out = ({each.label for each in part if each.label} for part in (items[:first], items[first:]))
    return CONTRADICTION if labels & out else SetAnswer.given(labels)
