"""A long JSON document, read piece by piece: what stands in its list, one after the other, and what stands before."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import IO, Any

FIRST_BLOCK, LARGEST_BLOCK = 1 << 16, 1 << 24
DECODE = json.JSONDecoder().raw_decode
BLANKS = " \t\r\n"


class CutOffError(ValueError):
    """The document ends too early, or is no JSON."""


class Document:
    """A text that is decoded as far as it has been read."""

    def __init__(self, stream: IO[str], most: int | None = None) -> None:
        self.stream = stream
        self.text = ""
        self.at = 0
        self.block = FIRST_BLOCK
        self.left = most

    def elements(self, path: Sequence[str], before: dict[str, Any]) -> Iterator[Any]:
        """The entries of the list at a path, or of one before its end; values beside the path go into `before`."""
        if not path or self.sign() == "[":
            yield from self._entries()
            return
        for key in self.keys():
            if key == path[0]:
                yield from self.elements(path[1:], before)
            else:
                before[key] = self.value()

    def keys(self) -> Iterator[str]:
        """The keys of an object, each before its value, which must be read before the next."""
        self._take("{")
        while self.sign() != "}":
            yield str(self.value())
            self._between("}")
        self._take("}")

    def value(self) -> Any:  # noqa: ANN401 - whatever JSON holds
        """The next value; a key has its colon taken too."""
        self.sign()
        while True:
            try:
                value, end = DECODE(self.text, self.at)
                if end < len(self.text) or not self._more():
                    break
            except RecursionError:  # brackets in brackets, which more text does not close
                raise CutOffError from None
            except ValueError:
                if not self._more():
                    raise CutOffError from None
        self.at = end
        if self.sign() == ":":
            self._take(":")
        return value

    def sign(self) -> str:
        """The next sign that is no blank; nothing at the end."""
        while True:
            while self.at < len(self.text) and self.text[self.at] in BLANKS:
                self.at += 1
            if self.at < len(self.text) or not self._more():
                return self.text[self.at : self.at + 1]

    def _entries(self) -> Iterator[Any]:
        self._take("[")
        while self.sign() != "]":
            yield self.value()
            self._between("]")
        self._take("]")

    def _between(self, end: str) -> None:
        if self.sign() != end:
            self._take(",")

    def _take(self, sign: str) -> None:
        if self.sign() != sign:
            raise CutOffError
        self.at += 1

    def _more(self) -> bool:
        """Read on; larger blocks each time, so that a long value is not decoded over and over."""
        size = self.block if self.left is None else min(self.block, self.left)
        block = self.stream.read(size)
        self.left = None if self.left is None else self.left - len(block)
        self.text, self.at = self.text[self.at :] + block, 0
        self.block = min(self.block * 2, LARGEST_BLOCK) if len(self.text) > self.block else FIRST_BLOCK
        return bool(block)
