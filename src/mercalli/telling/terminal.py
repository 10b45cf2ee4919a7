"""Tables and notes on a terminal."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from rich.cells import cell_len, chop_cells
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Column, Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, ConsoleOptions, RenderResult


LONGEST_NAME, LEAST_NAME = 24, 12
GAP = 2
GOOD, BAD, MARK, WARN, DIM = "green", "red", "bold", "yellow", "dim"
WORD = re.compile(r"\s*\S+\s*")
SYLLABLE = re.compile(r"[^_./,;:-]*[_./,;:-]+\s*|[^_./,;:-]+\s*")


class Words:
    """Text that is broken at blanks; a word that is too long for a line, at its underscores and other joints."""

    def __init__(self, text: str, style: str = "") -> None:
        self.text = Text(text, style)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """As wide as the text may be."""
        return self.text.__rich_measure__(console, options)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines, as rich calls for them."""
        for line in self.text.split(allow_blank=True):
            for part in line.divide(_breaks(line.plain, options.max_width)):
                part.rstrip()
                yield part


def _breaks(text: str, width: int) -> list[int]:
    """Where lines end so that each holds as many pieces as fit."""
    ends: list[int] = []
    pieces = list(_pieces(text, width))
    start = 0
    for piece, end in zip(pieces, accumulate(map(len, pieces)), strict=True):
        if end - len(piece) > start and cell_len(text[start:end].rstrip()) > width:
            start = end - len(piece)
            ends.append(start)
    return ends


def _pieces(text: str, width: int) -> Iterator[str]:
    """Words, parts of words that are longer than a line, and pieces of parts that still are.

    >>> list(_pieces("urgent_needs or rest", 8))
    ['urgent_', 'needs ', 'or ', 'rest']
    """
    for word in WORD.findall(text):
        for part in [word] if cell_len(word.strip()) <= width else SYLLABLE.findall(word):
            yield from [part] if cell_len(part.strip()) <= width else chop_cells(part, width)


class PlainTable(Table):
    """A table without lines, whose rows end where their text ends; one that is too wide goes on below itself.

    `names` is how many of the first columns tell what a row is of: each part begins with them.
    """

    names = 1

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The rows, as rich calls for them."""
        for at, part in enumerate(_parts(self, console, options)):
            if at:
                yield Segment.line()
            for line in Segment.split_lines(console.render(_Padded(part), options)):
                yield from _trimmed(line)
                yield Segment.line()


def _parts(table: PlainTable, console: Console, options: ConsoleOptions) -> list[Table]:
    """The table, or tables of as many columns as fit, each of which begins with the names."""
    widths = [_least_width(column, console, options) for column in table.columns]
    if sum(widths) <= options.max_width:
        return [table]
    groups: list[list[int]] = []
    left = 0
    for at, width in list(enumerate(widths))[table.names :]:
        if width > left:
            groups.append([])
            left = options.max_width - sum(widths[: table.names])
        groups[-1].append(at)
        left -= width
    return [_with_columns(table, [*range(table.names), *group]) for group in groups]


def _least_width(column: Column, console: Console, options: ConsoleOptions) -> int:
    """What a column needs, the gap to the next one included: all of it, or a few letters if it may be broken."""
    cells = [column.header, *column.cells]
    widest = max(Measurement.get(console, options, cell).maximum for cell in cells)
    return GAP + (widest if column.no_wrap else min(widest, LEAST_NAME))


def _with_columns(table: Table, chosen: list[int]) -> Table:
    """The same rows with some of the columns."""
    made = Table(box=None, padding=table.padding, header_style=table.header_style, show_header=table.show_header)
    for at in chosen:
        column = table.columns[at]
        made.add_column(
            column.header,
            justify=column.justify,
            no_wrap=column.no_wrap,
            max_width=column.max_width,
            overflow=column.overflow,
        )
    for row in zip(*(table.columns[at].cells for at in chosen), strict=True):
        made.add_row(*row)
    return made


class _Padded:
    """The table as rich makes it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        return Table.__rich_console__(self.table, console, options)


def _trimmed(line: list[Segment]) -> list[Segment]:
    while line and not line[-1].text.strip(" "):
        line.pop()
    return [*line[:-1], *(Segment(last.text.rstrip(" "), last.style) for last in line[-1:])]


def plain_table(*columns: tuple[str, str]) -> PlainTable:
    """A plain table; columns as (header, side): "left", "right", "whole" for one that is never broken, or "name"."""
    made = PlainTable(box=None, padding=(0, GAP, 0, 0), header_style=DIM)
    for header, side in columns:
        whole = side in {"right", "whole"}
        made.add_column(
            header if whole else Words(header),
            justify="right" if side == "right" else "left",
            no_wrap=whole,
            max_width=LONGEST_NAME if side == "name" else None,
            overflow="fold",
        )
    return made


WIDE = 100


def note_table(notes: Sequence[str]) -> PlainTable:
    """Notes with a mark in front, aligned."""
    made = PlainTable.grid(padding=(0, 1))
    for note in notes:
        made.add_row("  !", Words(note, style=WARN))
    return made  # type: ignore[return-value] # grid makes a table of its own class
