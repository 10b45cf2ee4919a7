"""Lists of phrases as one pattern: what they share at the beginning is tried once."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

# Scripts that write no blanks between words: kana, Han, Thai, Lao, Burmese, Khmer.
UNSPACED = (
    "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# Signs that end a word: blanks, punctuation, symbols, pictures. Accents and vowel signs do not.
APART = (
    r"\s!-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u05be\u05c0\u05c3\u060c\u061b\u061f"
    r"\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020"
    r"\u3030\u303d-\u303f\ue000-\uf8ff\ufe10-\ufe6f\uff00-\uff0f\U0001f000-\U0001faff"
)
SIGN = f"[^{APART}{UNSPACED}]"
# The same, nearly, and much quicker to compile: letters and digits of any script, without their marks.
LETTER = r"[^\W_]"
NO_WORD_BEFORE, NO_WORD_AFTER = f"(?<!{LETTER})", f"(?!{LETTER})"
GAP = r"[^.\n;:!?]{0,60}?"
ANYTHING = "..."
SHORTENED = "n't"
STARTS = re.compile(rf"{LETTER}(?<![{UNSPACED}])")
# The words of a phrase, whatever its script.
TOKEN_SPLIT = re.compile(rf"(?:{SIGN}|')+|[{UNSPACED}]+")


WORD = re.compile(f"{LETTER}+")
NO_WORDS = "".join(sign if sign.isalnum() else " " for sign in map(chr, range(128)))
MOST_LISTS = 256  # whose patterns are kept
KEPT = 32  # texts whose words are kept for the next pattern


@lru_cache(maxsize=KEPT)
def words_of(low: str) -> frozenset[str] | None:
    """The words of a text in small letters; nothing for one that is not ASCII, in which words may be written alike."""
    return frozenset(low.translate(NO_WORDS).split()) if low.isascii() else None


class Gated(NamedTuple):
    """A pattern that is tried only on texts that have one word of each group it needs.

    >>> gated = Gated.of("(?:final answer|label) is", ["final answer", "label"], ["is"])
    >>> gated.needs == (frozenset({"answer", "label"}), frozenset({"is"})), gated.search("it is late")
    (True, None)
    """

    pattern: re.Pattern[str]
    needs: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, pattern: str, *needs: Iterable[str]) -> Gated:
        """Phrases as `any_of` takes them; a group with a phrase without any word is no need."""
        groups = [{_needed(phrase) for phrase in group if phrase.isascii()} for group in needs]
        return cls(re.compile(pattern, re.MULTILINE), tuple(frozenset(each) for each in groups if "" not in each))

    def admits(self, low: str) -> bool:
        """Whether the pattern may match a text in small letters."""
        words = words_of(low)
        if words is not None:
            for need in self.needs:
                if words.isdisjoint(need):
                    return False
        return True

    def finditer(self, low: str) -> Iterable[re.Match[str]]:
        """Every match."""
        return self.pattern.finditer(low) if self.admits(low) else ()

    def search(self, low: str, end: int = sys.maxsize) -> re.Match[str] | None:
        """The first match that ends before a place."""
        return self.pattern.search(low, 0, end) if self.admits(low) else None


def _needed(phrase: str) -> str:
    """The longest word without which a phrase does not occur; before a gap there may be the beginning of another."""
    words = WORD.findall(phrase.lower().rpartition(ANYTHING)[2])
    return max(words, key=len, default="")


def any_of(phrases: Iterable[str]) -> str:
    """A pattern for any of some phrases as whole words, the longest first; "..." stands for up to 60 signs.

    A phrase with "n't" at its start is that of every shortened verb.

    >>> re.findall(any_of(["rate limit", "rate", "not ... as"]), "rating, rate limit, not told as")
    ['rate limit', 'not told as']
    >>> re.findall(any_of(["n't ... enough"]), "don't have enough")
    ["n't have enough"]
    """
    return _any_of(tuple(phrases))


@lru_cache(maxsize=MOST_LISTS)
def _any_of(phrases: tuple[str, ...]) -> str:
    groups: dict[tuple[bool, bool], list[list[str]]] = {}
    for phrase in phrases:
        starts = STARTS.match(phrase) is not None and not phrase.startswith(SHORTENED)
        ends = (starts, STARTS.match(phrase[-1]) is not None)
        groups.setdefault(ends, []).append(_atoms(phrase))
    parts = [
        f"{NO_WORD_BEFORE if first else ''}{_tree_pattern(_tree(atoms))}{NO_WORD_AFTER if last else ''}"
        for (first, last), atoms in sorted(groups.items(), reverse=True)
    ]
    return f"(?:{'|'.join(parts)})"


def _atoms(phrase: str) -> list[str]:
    """The parts of a phrase that are matched one after the other."""
    atoms: list[str] = []
    for place, word in enumerate(phrase.split()):
        if word == ANYTHING:
            atoms.append(GAP)
            continue
        after_gap = place > 0 and atoms[-1] == GAP
        bound = [NO_WORD_BEFORE] if STARTS.match(word) else []
        atoms += bound if after_gap else [r"\s+"] if place else []
        atoms += [re.escape(sign) for sign in word]
    return atoms


def _tree(phrases: Sequence[Sequence[str]]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for atoms in phrases:
        node = tree
        for atom in atoms:
            node = node.setdefault(atom, {})
        node[""] = {}
    return tree


def _tree_pattern(tree: Mapping[str, Any]) -> str:
    branches = [atom + _tree_pattern(below) for atom, below in sorted(tree.items()) if atom]
    if not branches:
        return ""
    joined = branches[0] if len(branches) == 1 and "" not in tree else f"(?:{'|'.join(branches)})"
    return f"{joined}?" if "" in tree else joined
