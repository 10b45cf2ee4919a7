"""Objects and lists in a text, written as JSON or as Python does, never evaluated."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

MOST_OPENINGS = 100
MOST_TOKENS = 20_000  # of all attempts together
DEEPEST = 24
LONGEST_JSON = 4_000  # signs of a text in which plain JSON is looked for first

TOKEN = re.compile(
    r"""\s*(?:
    (?P<sign>[{}\[\]():,=])
    | "(?P<double>[^"\\]*(?:\\.[^"\\]*)*)"
    | '(?P<single>[^'\\]*(?:\\.[^'\\]*)*)'
    | (?P<number>-?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?)(?![\w.])
    | (?P<word>[^\W\d][\w \-]*)
    )""",
    re.VERBOSE | re.DOTALL,
)
BLANK = re.compile(r"\s*")
LONGEST_KEY = 100
KEY_BEFORE = re.compile(r"[\"']([^\"'\n]{1,90})[\"']\s?:\s?\Z")
QUOTES = frozenset("\"'")
SIGNS = re.compile(r"[\"'{}\[\]:,]")
OPENING = re.compile(r"[{\[]")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
ESCAPED = {"n": "\n", "t": "\t", "r": "\n", "b": " ", "f": " "}
CONSTANTS: dict[str, object] = {
    "true": True,
    "false": False,
    "null": None,
    "none": None,
    "nan": None,
    "undefined": None,
}
CLOSING = {"{": "}", "[": "]", "(": ")"}


class Structure(NamedTuple):
    """An object or list, and where it stands in the text."""

    data: Any
    start: int
    end: int
    keyed: bool = False  # whether it is what stands under a key of an object that does not read as a whole


class NotLiteralError(ValueError):
    """What is there is no literal."""


@dataclass
class Budget:
    """How many tokens may still be looked at, and which quotes are known never to close again."""

    left: int = MOST_TOKENS
    unclosed: set[str] = field(default_factory=set[str])

    def token(self, text: str, place: int) -> re.Match[str] | None:
        """The token at a place."""
        self.left -= 1
        blank = BLANK.match(text, place)
        sign = text[blank.end() : blank.end() + 1] if blank else ""
        if self.left < 0 or sign in self.unclosed:
            return None
        token = TOKEN.match(text, place)
        if token is None and sign in QUOTES:
            self.unclosed.add(sign)
        return token


def structures(text: str) -> list[Structure]:
    r"""Every object or list in a text that reads as JSON or as a Python literal; one comma too many is forgiven.

    >>> [each.data for each in structures('So: {"a": [1, null,], \'b\': "x"} and [2')]
    [{'a': [1, None], 'b': 'x'}]
    """
    found: list[Structure] = []
    budget, place = Budget(), 0
    for _ in range(MOST_OPENINGS):
        opening = OPENING.search(text, place)
        if opening is None:
            break
        try:
            data, place = _json(text, opening.start()) or _Parser(text, budget).value(opening.start(), 0)
        except NotLiteralError:
            place = opening.end()
        else:
            found.append(_structure(text, data, opening.start(), place))
    return found


def _structure(text: str, data: Any, start: int, end: int) -> Structure:  # noqa: ANN401 - whatever was parsed
    """What stands at a place, with the key before it if there is one."""
    key = KEY_BEFORE.search(text, max(start - LONGEST_KEY, 0), start) if holds_texts(data) else None
    return Structure({key[1]: data} if key else data, start, end, keyed=key is not None)


def holds_texts(data: Any) -> bool:  # noqa: ANN401 - whatever was parsed
    """Whether something is an object, or a list of more than numbers."""
    return isinstance(data, dict) or any(isinstance(item, str | dict | list) for item in data)


def _json(text: str, place: int) -> tuple[Any, int] | None:
    """An object or list in plain JSON, which is read quickly; nothing for all others."""
    if "\\" in text or len(text) > LONGEST_JSON or text.count("{") + text.count("[") > DEEPEST:
        return None
    try:
        return DECODER.raw_decode(text, place)
    except ValueError:
        return None


def _entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that stands there twice with different values has both."""
    entries: dict[str, Any] = {}
    for key, entry in pairs:
        entries[key] = [entries[key], entry] if key in entries and entries[key] != entry else entry
    return entries


def _constant(word: str) -> None:
    """NaN is nothing; what has no end is no number."""
    if word != "NaN":
        raise ValueError(word)


DECODER = json.JSONDecoder(object_pairs_hook=_entries, parse_constant=_constant)


def closed_pairs(text: str) -> list[tuple[str, object]]:
    """Keys with values that are closed, in a text whose objects do not read as a whole.

    >>> closed_pairs('{"label": "flood", "reason": "the wat')
    [('label', 'flood')]
    """
    tokens = list(_tokens(text, Budget()))
    return [
        (str(key), value)
        for (kind, key), (_, colon), (valued, value) in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if kind == "text" and colon == ":" and valued in {"text", "number", "constant"}
    ]


def _tokens(text: str, budget: Budget) -> Iterator[tuple[str, object]]:
    """Strings, numbers, constants and signs one after the other; whatever else there is ends a pair."""
    place = 0
    while budget.left > 0:
        token = budget.token(text, place)
        following = SIGNS.search(text, place + 1) if token is None else None
        if token is not None:
            place = token.end()
            yield _kind(token)
        elif following is not None:
            place = following.start()
            yield "other", ""
        else:
            return


def _kind(token: re.Match[str]) -> tuple[str, object]:
    quoted = token["double"] if token["double"] is not None else token["single"]
    if quoted is not None:
        return "text", unescaped(quoted)
    if token["number"] is not None:
        return "number", _number(token["number"])
    if token["sign"] is not None:
        return "sign", token["sign"]
    word = token["word"].strip()
    return ("constant", CONSTANTS[word.lower()]) if word.lower() in CONSTANTS else ("word", word)


def unescaped(text: str) -> str:
    r"""A string without its escapes.

    >>> unescaped(r"caf\u00e9 \"now\"")
    'café "now"'
    """
    if "\\" not in text:
        return text
    return ESCAPE.sub(lambda sign: chr(int(sign[1], 16)) if sign[1] else ESCAPED.get(sign[2], sign[2]), text)


def _number(text: str) -> float | int:
    return int(text) if text.lstrip("-").isdigit() else float(text)


@dataclass
class _Parser:
    text: str
    budget: Budget = field(default_factory=Budget)

    def value(self, place: int, depth: int) -> tuple[Any, int]:
        kind, found, end = self._next(place)
        if kind == "sign":
            if depth >= DEEPEST:
                raise NotLiteralError
            if found == "{":
                return self._object(end, depth + 1)
            if found in {"[", "("}:
                return self._list(end, CLOSING[str(found)], depth + 1)
            raise NotLiteralError
        if kind == "word":
            raise NotLiteralError
        return found, end

    def _next(self, place: int) -> tuple[str, object, int]:
        token = self.budget.token(self.text, place)
        if token is None:
            raise NotLiteralError
        return *_kind(token), token.end()

    def _list(self, place: int, closing: str, depth: int) -> tuple[list[Any], int]:
        items: list[Any] = []
        while True:
            kind, found, end = self._next(place)
            if kind == "sign" and found == closing:
                return items, end
            item, place = self.value(place, depth)
            items.append(item)
            place, ended = self._after_item(place, closing)
            if ended:
                return items, place

    def _object(self, place: int, depth: int) -> tuple[dict[str, Any], int]:
        entries: dict[str, Any] = {}
        while True:
            kind, found, end = self._next(place)
            if kind == "sign" and found == "}":
                return entries, end
            if kind == "sign":
                raise NotLiteralError
            entry, place = self._entry(end, depth)
            key = str(found)
            entries[key] = [entries[key], entry] if key in entries and entries[key] != entry else entry
            place, ended = self._after_item(place, "}")
            if ended:
                return entries, place

    def _entry(self, place: int, depth: int) -> tuple[Any, int]:
        """What follows a key; a word needs no quotes here."""
        kind, found, end = self._next(place)
        if kind != "sign" or found not in {":", "="}:
            raise NotLiteralError
        kind, found, after = self._next(end)
        return (found, after) if kind == "word" else self.value(end, depth)

    def _after_item(self, place: int, closing: str) -> tuple[int, bool]:
        kind, found, end = self._next(place)
        if kind != "sign" or found not in {",", closing}:
            raise NotLiteralError
        return end, found == closing
