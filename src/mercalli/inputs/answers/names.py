"""Stage 3 and below: the names of classes, as a whole text or within one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from mercalli.inputs.answers.patterns import SIGN, UNSPACED
from mercalli.inputs.answers.plain import plain
from mercalli.inputs.classes import ClassList, normal

SEPARATORS = re.compile(r"[\s_\-/&+,]+")
WORDS = re.compile(rf"(?:{SIGN}|[{UNSPACED}])+")
TOKEN = re.compile(rf"{SIGN}+(?:'{SIGN}+)*|[{UNSPACED}]+")
CAPITALS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
JOINTS = frozenset({"and", "or"})
NO_PLURAL = ("ss", "us", "is")
MOST_WORDS = 16_384  # whose forms are kept
SHORT = 3  # letters of a name that is no mention in prose
FEW_WORDS = 4
ROOM = 64  # signs that may be around a name as long as the longest
WITHIN = frozenset(" _-/&+,")
MOST_WITHIN = 3
UNKNOWN = -1

Form = tuple[str, ...]


class Mention(NamedTuple):
    """A class named in a text, and where."""

    code: int
    start: int
    end: int


class Token(NamedTuple):
    """A word of a text in the form in which it is matched, and where it is."""

    form: str
    start: int
    end: int


def word_form(word: str) -> str:
    """A word without case, apostrophes and the s of a plural.

    >>> word_form("Fires"), word_form("don't"), word_form("virus"), word_form("gas")
    ('fire', 'dont', 'virus', 'gas')
    """
    form = word.casefold().replace("'", "")
    plural = len(form) > SHORT and form[-1] == "s" and not form.endswith(NO_PLURAL)
    return form[:-1] if plural else form


def loose_form(text: str, *, capitals: bool = True) -> Form | None:
    """The words of a label, if it consists of nothing but words and what joins them.

    >>> loose_form("Rescue, volunteering / donation efforts"), loose_form("InjuredOrDead"), loose_form("flood!")
    (('rescue', 'volunteering', 'donation', 'effort'), ('injured', 'dead'), None)
    """
    pieces = [piece for piece in SEPARATORS.split(text.replace("'", "")) if piece]
    if not pieces or not all(map(WORDS.fullmatch, pieces)):
        return None
    words = [word for piece in pieces for word in (CAPITALS.split(piece) if capitals else [piece])]
    forms = tuple(word_form(word) for word in words)
    return tuple(form for form in forms if form not in JOINTS) or forms


def _tokens(text: str, first: int) -> Iterator[Token]:
    """The words of a text from a place on, those that are joined by capitals apart."""
    for match in TOKEN.finditer(text, first):
        start = match.start()
        for form, length in _parts(match[0]):
            yield Token(form, start, start + length)
            start += length


@dataclass(frozen=True)
class Ahead:
    """The words of a text from a place on, of which only those are made that are asked for."""

    coming: Iterator[Token]
    words: list[Token] = field(default_factory=list[Token])

    def word(self, at: int) -> Token | None:
        """The word at a position, if there are as many."""
        while len(self.words) <= at:
            token = next(self.coming, None)
            if token is None:
                return None
            self.words.append(token)
        return self.words[at]


@lru_cache(maxsize=MOST_WORDS)
def _parts(word: str) -> tuple[tuple[str, int], ...]:
    """The parts of a word that capitals join, each in the form in which it is matched, and its length."""
    parts = CAPITALS.split(word) if word.isascii() else [word]
    return tuple((word_form(part), len(part)) for part in parts)


@dataclass
class Node:
    """A word of a name: what may follow it, and the class if the name ends here."""

    below: dict[str, Node] = field(default_factory=dict[str, "Node"])
    code: int | None = None


@dataclass(frozen=True)
class Names:
    """All names, aliases and values of some classes, ready to be found."""

    classes: ClassList

    @cached_property
    def spellings(self) -> dict[str, int]:
        """Every spelling that means a class, in plain text."""
        index = self.classes.index
        every = (*self.classes.names, *self.classes.aliases, *self.classes.values)
        return {spelling: index[normal(spelling)] for spelling in every}

    @cached_property
    def normal_forms(self) -> dict[str, int]:
        """Today's normal forms, and those of the plain text of each spelling."""
        return {**{normal(plain(text)): code for text, code in self.spellings.items()}, **self.classes.index}

    @cached_property
    def loose_forms(self) -> dict[Form, int]:
        """Loose form -> class; `UNKNOWN` where two classes share one."""
        forms: dict[Form, int] = {}
        for text, code in self.spellings.items():
            for capitals in (True, False):
                form = loose_form(plain(text), capitals=capitals)
                if form is not None:
                    forms[form] = code if forms.get(form, code) == code else UNKNOWN
        return forms

    @cached_property
    def longest(self) -> int:
        """Signs of the longest spelling, with room for what is around it."""
        return max((len(text) for text in self.spellings), default=0) * 2 + ROOM

    @cached_property
    def most_words(self) -> int:
        """Words of the longest spelling, with room for what joins them."""
        return max((len(SEPARATORS.split(text)) for text in self.spellings), default=0) * 2 + FEW_WORDS

    def bare(self, text: str) -> int | None:
        """The class that a text is as a whole."""
        return None if len(text) > self.longest else self._bare(text)

    @cached_property
    def _bare(self) -> Callable[[str], int | None]:
        return lru_cache(maxsize=MOST_WORDS)(self._whole)

    def _whole(self, text: str) -> int | None:
        if len(text.split()) > self.most_words:
            return None
        code = self.normal_forms.get(normal(text))
        if code is not None:
            return code
        for capitals in (True, False):
            form = loose_form(text, capitals=capitals)
            code = None if form is None else self.loose_forms.get(form)
            if code is not None and code != UNKNOWN:
                return code
        return None

    @cached_property
    def _tree(self) -> Node:
        """Loose forms word by word."""
        tree = Node()
        for form, code in self.loose_forms.items():
            node = tree
            for word in form:
                node = node.below.setdefault(word, Node())
            node.code = code
        return tree

    @cached_property
    def _unspaced(self) -> re.Pattern[str] | None:
        """Names in scripts without blanks, the longest first."""
        written = sorted(self._unspaced_codes, key=lambda name: (-len(name), name))
        return re.compile("|".join(map(re.escape, written))) if written else None

    @cached_property
    def _unspaced_codes(self) -> dict[str, int]:
        whole = re.compile(f"[{UNSPACED}]+")
        return {plain(text): code for text, code in self.spellings.items() if whole.fullmatch(plain(text))}

    def mentions(self, text: str) -> list[Mention]:
        """Every place where a class is named in whole words, the longest name first."""
        found, place = list[Mention](), 0
        for match in self._likely(text) if text.isascii() else TOKEN.finditer(text):
            if self._begins(match[0]) and match.end() > place:
                ahead = Ahead(_tokens(text, match.start()))
                for at in range(len(_parts(match[0]))):
                    mention = self._at(text, ahead, at)
                    if mention and mention.start >= place:
                        found.append(mention)
                        place = mention.end
        if self._unspaced is not None and not text.isascii():
            found += [Mention(self._unspaced_codes[each[0]], *each.span()) for each in self._unspaced.finditer(text)]
        return _apart(found)

    def _likely(self, text: str) -> Iterator[re.Match[str]]:
        """The words of an ASCII text that hold the first word of a name."""
        end = 0
        for found in self._first_words.finditer(text.lower()) if self._first_words is not None else ():
            token = TOKEN.match(text, _word_start(text, found.start())) if found.start() >= end else None
            if token is not None:
                yield token
                end = token.end()

    @cached_property
    def _first_words(self) -> re.Pattern[str] | None:
        """First words of names in ASCII; within them may stand apostrophes, which do not count."""
        words = ["'?".join(map(re.escape, word)) for word in sorted(self._tree.below) if word.isascii()]
        return re.compile("|".join(words)) if words else None

    @cached_property
    def _begins(self) -> Callable[[str], bool]:
        """Whether a name may begin in a word."""
        below = self._tree.below
        return lru_cache(maxsize=MOST_WORDS)(lambda word: any(form in below for form, _ in _parts(word)))

    def _at(self, text: str, ahead: Ahead, place: int) -> Mention | None:
        """The longest name that begins at a word."""
        node, end = self._tree, place
        best: Mention | None = None
        while (word := ahead.word(end)) is not None:
            below = node.below.get(word.form)
            if below is None and (end == place or word.form not in JOINTS):
                break
            if end > place and not _joined(text[ahead.words[end - 1].end : word.start]):
                break
            end += 1
            if below is None:
                continue
            node = below
            if node.code is not None:
                best = self._mention(text, ahead.words[place].start, word.end, node.code) or best
            if not node.below:
                break
        return best

    def _mention(self, text: str, start: int, stop: int, code: int) -> Mention | None:
        """The class named by some words, unless they are part of a longer word."""
        if _inside_word(text, start, stop):
            return None
        if code == UNKNOWN:
            code = self.normal_forms.get(normal(text[start:stop]), UNKNOWN)
        return None if code == UNKNOWN else Mention(code, start, stop)


def _word_start(text: str, at: int) -> int:
    """Where the word of an ASCII text begins in which a place is."""
    while at and (text[at - 1].isalnum() or (text[at - 1] == "'" and text[at - 2 : at - 1].isalnum())):
        at -= 1
    return at


@lru_cache(maxsize=MOST_WORDS)
def is_short(name: str) -> bool:
    """Whether a name is too short, or a number, to be a mention in prose.

    >>> is_short("yes"), is_short("fire"), is_short("2024"), is_short("\u706b"), is_short("\u6d2a\u6c34")
    (True, False, True, True, False)
    """
    letters = "".join(sign for sign in name if sign.isalnum())
    least = 1 if re.search(f"[{UNSPACED}]", name) else SHORT
    return len(letters) <= least or letters.isdigit()


def _joined(between: str) -> bool:
    return len(between) <= MOST_WITHIN and WITHIN.issuperset(between)


def _inside_word(text: str, start: int, end: int) -> bool:
    """Whether what stands around makes it a part of a word, a compound, an address or a name."""
    before, after = text[max(start - 2, 0) : start], text[end : end + 2]
    if before and (WORD_SIGN.match(before[-1]) or before[-1] == "@"):
        return True
    if after and WORD_SIGN.match(after[0]):
        return True
    bound_before = len(before) > 1 and before[-1] in "-_.'" and WORD_SIGN.match(before[0])
    bound_after = len(after) > 1 and after[0] in "-_.@" and WORD_SIGN.match(after[1])
    return bool(bound_before or bound_after)


WORD_SIGN = re.compile(SIGN)


def _apart(found: list[Mention]) -> list[Mention]:
    """In order, without those inside others."""
    kept: list[Mention] = []
    for mention in sorted(found, key=lambda each: (each.start, -each.end)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept
