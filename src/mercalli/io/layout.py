"""How a delimited text is laid out: what parts its values, what ends its lines, where its records begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

LONGEST_RECORD = 2_000_000
BREAKS = "\r\n"
WORD = "x"  # stands for a quoted value where only what is around it matters
END = "\0"  # stands for the end of a block
REST = r'[^"]*+(?:""[^"]*+)*+'  # of a quoted value, after its opening quote
INSIDE = re.compile(f'{REST}"')
GOING_ON = re.compile(f' *"{REST}" *[^ ]')


class Record(NamedTuple):
    """One row as it is written, breaks included, and the number of its first line; cut off where it has no end."""

    line: int
    text: str
    cut: bool = False


@dataclass(frozen=True)
class Layout:
    """A delimiter, and what lines end in: a line feed, perhaps after carriage returns, or a carriage return alone."""

    delimiter: str = ","
    end: str = "\n"

    @property
    def _stray(self) -> str:
        """The break that ends no line here."""
        return "\r" if self.end == "\n" else "\n"

    @cached_property
    def _quoted(self) -> re.Pattern[str]:
        """A quoted value, where a value may begin."""
        return re.compile(f'{self._opening.pattern}{REST}"')

    @cached_property
    def _quoted_or_open(self) -> re.Pattern[str]:
        """A quoted value, or one whose end is not in the block; its end is kept if it is the block's."""
        begins = f'(?:^|(?<=[{re.escape(self.delimiter)}{BREAKS}])) *"'
        return re.compile(begins + REST.replace('[^"]', '[^"\0]') + '(?:"|(\0))')

    @cached_property
    def _opening(self) -> re.Pattern[str]:
        return re.compile(rf'(?:^|(?<={re.escape(self.delimiter)})) *"')

    @cached_property
    def _value(self) -> re.Pattern[str]:
        other = f"[^{re.escape(self.delimiter)}]"
        return re.compile(f' *"{REST}"{other}*+|{other}+')

    def records(self, lines: Iterable[str]) -> Iterator[Record]:
        r"""Lines, or several as one where a quoted value holds breaks; nothing follows one that is cut off.

        >>> [record.line for record in Layout().records(['a,"b\n', 'c"\n', 'd,e\n'])]
        [1, 3]
        """
        parts: list[str] = []
        is_open, size, number = False, 0, 0
        for number, line in enumerate(lines, 1):
            parts.append(line)
            size += len(line)
            is_open = self._is_open(line, after_opening=is_open)
            if size > LONGEST_RECORD:
                break
            if not is_open:
                yield Record(number - len(parts) + 1, "".join(parts))
                parts, size = [], 0
        if parts:
            yield Record(number - len(parts) + 1, "".join(parts), cut=True)

    def _is_open(self, line: str, *, after_opening: bool) -> bool:
        """Whether a quote is open at the end of a line."""
        if '"' not in line:
            return after_opening
        if after_opening:
            closing = INSIDE.match(line)
            if closing is None:
                return True
            line = WORD + line[closing.end() :]
        return self._opening.search(self._bare(line)) is not None

    def _bare(self, text: str) -> str:
        """A text without what stands in quotes."""
        return self._quoted.sub(WORD, text) if '"' in text else text

    def body(self, text: str) -> str:
        """A record without the breaks around it."""
        return text.rstrip(BREAKS) if self.end == "\n" else text.strip(BREAKS)

    def bare_blocks(self, blocks: Iterable[str]) -> Iterator[str]:
        r"""Blocks of whole lines without what stands in quotes; nothing for a block that is quoted from end to end.

        >>> list(Layout().bare_blocks(['a,"b\n', 'c\n', 'd",e\r\n']))
        ['a,x', 'x,e\r\n']
        """
        is_open = False
        for block in blocks:
            closing = INSIDE.match(block) if is_open else None
            if is_open and closing is None:
                continue
            begun = block if closing is None else WORD + block[closing.end() :]
            text = self._quoted_or_open.sub(rf"{WORD}\1", begun.replace(END, WORD) + END)
            is_open = text.endswith(WORD + END)
            yield text.replace(END, "")

    def width(self, text: str) -> int:
        """How many values a record has."""
        return self._bare(text).count(self.delimiter) + 1

    def goes_on(self, text: str) -> bool:
        """Whether something follows the closing quote of a value."""
        return '"' in text and any(GOING_ON.match(value[0]) for value in self._value.finditer(self.body(text)))

    def plain(self, text: str) -> str:
        r"""A record that ends in a line feed and has quotes around values that hold a break.

        >>> Layout().plain('a\rb,"c\rd",e\r\n')
        '"a\rb","c\rd",e\n'
        """
        body = self.body(text)
        return (self._value.sub(self._in_quotes, body) if self._stray in body else body) + "\n"

    def _in_quotes(self, value: re.Match[str]) -> str:
        if self._stray not in value[0] or value[0].lstrip(" ").startswith('"'):
            return value[0]
        return '"' + value[0].replace('"', '""') + '"'
