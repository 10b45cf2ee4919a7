"""Changes of texts: words, numbers and lines."""

from __future__ import annotations

import re
from random import Random

from fuzz.mutants import odd

WORD = re.compile(r"\w+")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
VALUE = re.compile(r"(?<== )[^\n]+")


def number(rng: Random, content: bytes) -> bytes:
    """Another number in the place of one."""
    return _replaced(rng, content, NUMBER, rng.choice(odd.NUMBERS))


def word(rng: Random, content: bytes) -> bytes:
    """Something odd in the place of a word."""
    return _replaced(rng, content, WORD, rng.choice(odd.ANY))


def other_word(rng: Random, content: bytes) -> bytes:
    """A word of the text in the place of another."""
    words = WORD.findall(_text(content)) or [""]
    return _replaced(rng, content, WORD, rng.choice(words))


def line_gone(rng: Random, content: bytes) -> bytes:
    """Without a line."""
    lines = content.splitlines(keepends=True)
    gone = rng.randrange(len(lines) + 1)
    return b"".join(lines[:gone] + lines[gone + 1 :])


def line_again(rng: Random, content: bytes) -> bytes:
    """A line at another place, too."""
    lines = content.splitlines(keepends=True) or [b""]
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return b"".join(lines)


def value(rng: Random, content: bytes) -> bytes:
    """Another value of a key in TOML."""
    made = rng.choice(("[]", "{}", "[[]]", "true", "1979-05-27", "''", "['a', 'a']", "{ a = { a = 1 } }", "[" * 900))
    return _replaced(rng, content, VALUE, rng.choice((made, rng.choice(odd.NUMBERS), repr(rng.choice(odd.TEXTS)))))


def _replaced(rng: Random, content: bytes, pattern: re.Pattern[str], by: str) -> bytes:
    text = _text(content)
    found = [each.span() for each in pattern.finditer(text)]
    first, last = rng.choice(found) if found else (0, 0)
    return (text[:first] + by + text[last:]).encode("utf-8", "surrogateescape")


def _text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


ALL = (number, word, other_word, line_gone, line_again)
OF_TOML = (value, value, value)
