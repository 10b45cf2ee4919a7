"""Letters as people see them: a letter with its marks, a flag or a family of emoji is one cluster."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

MARKS = range(0x0300, 0x20000), range(0xE0000, 0xE01F0)  # all code points that may be marks
TAGS = range(0xE0020, 0xE0080)
SKINS = range(0x1F3FB, 0x1F400)
HALF_WIDTH_SOUNDS = range(0xFF9E, 0xFFA0)
AM = 0x0E33, 0x0EB3  # vowels of Thai and Lao that are letters by category, and marks to the eye
JOINER, NON_JOINER = 0x200D, 0x200C
VIRAMA = 9  # the class of signs that tie the next consonant to this one
FLAG = "[\U0001f1e6-\U0001f1ff]"
HANGUL = "[\u1100-\u115f\ua960-\ua97c]*[\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*"
OPENING = "[\u0600-\u0605\u06dd\u070f\u08e2]*"  # signs that stand over the letters after them


def clusters(text: str) -> list[str]:
    r"""The letters of a text; joined, they are the text.

    >>> family, syllable = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}", "क्षा"
    >>> clusters("fire"), clusters(family) == [family], clusters(syllable) == [syllable]
    (['f', 'i', 'r', 'e'], True, True)
    """
    return list(text) if text.isascii() and "\r" not in text else _pattern().findall(text)


@cache
def _pattern() -> re.Pattern[str]:
    points = [point for part in MARKS for point in part]
    marks = [point for point in points if unicodedata.category(chr(point)) in {"Mn", "Mc", "Me"}]
    ties = [point for point in marks if unicodedata.combining(chr(point)) == VIRAMA]
    extending = _listed([*marks, JOINER, NON_JOINER, *TAGS, *SKINS, *HALF_WIDTH_SOUNDS, *AM])
    first = rf"\r\n|{OPENING}(?:{FLAG}{FLAG}|(?=[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]){HANGUL}|.)"
    joined = rf"[{_listed(ties)}]\u200d?\w|\u200d(?!{FLAG})\S|[{extending}]"
    return re.compile(rf"(?:{first})(?:{joined})*", re.DOTALL)


def _listed(points: Iterable[int]) -> str:
    """Code points as a pattern lists them: ranges, where several follow each other."""
    return "".join(chr(low) if low == high else f"{chr(low)}-{chr(high)}" for low, high in _ranges(sorted(set(points))))


def _ranges(points: list[int]) -> Iterator[tuple[int, int]]:
    start = before = points[0]
    for point in [*points[1:], -1]:
        if point != before + 1:
            yield start, before
            start = point
        before = point


def script(text: str) -> str:
    """The script in which most of its letters are written, in small letters; nothing if it has none.

    >>> script("Help! помощь нужна"), script("24/7")
    ('cyrillic', '')
    """
    if text.isascii():
        return "latin" if any(map(str.isalpha, text)) else ""
    counts: dict[str, int] = {}
    for letter in filter(str.isalpha, text):
        named = _script_of(letter)
        counts[named] = counts.get(named, 0) + 1
    return max(counts, key=lambda name: counts[name]) if counts else ""


@cache
def _script_of(letter: str) -> str:
    """The first word of the letter's name."""
    return unicodedata.name(letter, "other").split()[0].lower()
