"""Tables and notes on a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len, chop_cells
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Column, Table
from rich.text import Text

from mercalli.results.findings import HIGH, MEDIUM, Finding
from mercalli.results.verdict import ANSWER, CAUTION, NEXT, Line
from mercalli.telling.article import SCREEN, Article, Block, Findings, Notes, Section, Sentence, Verdicts
from mercalli.telling.article import Table as Cells
from mercalli.telling.simple import simple
from mercalli.text.names import plain, visible_record
from mercalli.text.words import counted

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult


LONGEST_NAME, LEAST_NAME = 24, 12
# A column of words is broken from here on before another column is left out.
LONGEST_WHOLE = 40
GAP = 2
BAD, MARK, WARN, DIM = "red", "bold", "yellow", "dim"
WORD = re.compile(r"\s*\S+\s*")
SYLLABLE = re.compile(r"[^_./,;:-]*[_./,;:-]+\s*|[^_./,;:-]+\s*")
RELY, TO_DO = "Before you rely on it", "What to do next"
SEVERITIES = {HIGH: BAD, MEDIUM: WARN}
INDENT, TEXT = "   ", "text"
MOST_EVIDENCE = 12


def show(console: Console, article: Article, guesses: Sequence[str] = ()) -> None:
    """Print the article, below its title what was guessed."""
    shown, lines = visible_record((article.on(SCREEN), tuple(guesses)))
    for line in _top(shown):
        console.print(Words(line, style=MARK))
    for line in lines:
        console.print(Words(f"  {line}", style=DIM))
    for section in shown.sections:
        for part in section_parts(section):
            console.print(part)


def _top(article: Article) -> Iterator[str]:
    """The data and their size, below a title and an author if somebody gave them."""
    given = article.provenance.heading
    if given is not None:
        yield from (line for line in (given.title, given.byline) if line)
    yield f"{article.title}: {article.summary}"


def section_parts(section: Section) -> Iterator[RenderableType]:
    """What one section prints; its texts must have been made visible."""
    yield Words(f"\n{section.heading}", style=MARK)
    before: Block | None = None
    for block in simple(section.blocks):
        if before is not None and not (_is_text(before) and _is_text(block)):
            yield ""
        yield from _block(block)
        before = block


def _is_text(block: Block) -> bool:
    return isinstance(block, Sentence | Verdicts)


def _block(block: Block) -> Iterator[RenderableType]:
    match block:
        case Sentence(text):
            yield Words(text)
        case Verdicts(lines):
            yield from _verdict(lines)
        case Notes(texts):
            yield Words(RELY)
            yield note_table(texts)
        case Cells():
            yield Words(block.caption)
            yield from _examples(block) if TEXT in block.header else _cells(block)
        case Findings(findings, start):
            for at, finding in enumerate(findings, start):
                yield from _finding(at, finding)
        case _:
            pass


def _verdict(lines: Sequence[Line]) -> Iterator[RenderableType]:
    """Warnings first and in colour, the answer in bold, then what to know and what to do."""
    for line in lines:
        if line.topic not in {CAUTION, NEXT}:
            style = BAD if line.warns else MARK if line.topic == ANSWER else ""
            yield Words(f"! {line.text}" if line.warns else line.text, style=style)
    for topic, heading in ((CAUTION, RELY), (NEXT, TO_DO)):
        texts = [line.text for line in lines if line.topic == topic]
        if texts:
            yield Words(f"\n{heading}")
            yield note_table(texts, "!" if topic == CAUTION else "-")


def _cells(block: Cells) -> Iterator[RenderableType]:
    """Names and words to the left, numbers to the right; of many rows the first."""
    sides = ["left" if not at or name in block.words else "right" for at, name in enumerate(block.header)]
    names = (name.replace("_", "_\n") if block.groups else name for name in block.header)
    table = plain_table(*zip(names, sides, strict=True))
    table.spare = [block.header.index(name) for name in block.spare if name in block.header]
    table.groups = [[block.header.index(name) for name in group] for group in block.groups]
    for at, (name, *cells) in enumerate([*block.rows[: block.most], *block.foot]):
        style = DIM if at >= min(len(block.rows), block.most) else ""
        texts = (
            Words(str(cell), style) if side == "left" else Text(str(cell), style)
            for cell, side in zip(cells, sides[1:], strict=True)
        )
        table.add_row(Words(plain(str(name)), style), *texts)
    yield table
    if len(block.rows) > block.most:
        yield Words(f"{counted(len(block.rows) - block.most, f'more {block.each}')}: see --json or --out.", style=DIM)


def _finding(at: int, finding: Finding) -> Iterator[RenderableType]:
    yield Words(f"\n{at}. [{finding.severity}] {finding.finding}", style=SEVERITIES.get(finding.severity, ""))
    yield _indented(Words(f"{finding.evidence}.", style=DIM))
    yield _indented(Words(f"-> {finding.action}"))
    for each in finding.tables:
        yield _indented(Words(f"{each.caption}:", style=DIM))
        shown = Cells(each.caption, each.header, each.rows, each.words, most=MOST_EVIDENCE)
        yield from _examples(shown) if TEXT in each.header else map(_indented, _cells(shown))


def _examples(evidence: Cells) -> Iterator[RenderableType]:
    """What is said of each example in a line, its text below."""
    at = evidence.header.index(TEXT)
    for row in evidence.rows[: evidence.most]:
        yield _indented(Words(" | ".join(map(str, [*row[:at], *row[at + 1 :]])), style=DIM))
        yield _indented(_indented(Words(str(row[at]))))


def _indented(part: RenderableType) -> RenderableType:
    grid = PlainTable.grid()
    grid.add_row(INDENT, part)
    return grid


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

    The first column tells what a row is of: each part begins with it. `spare` are columns that are left out of a table
    that is too wide, one after the other until it fits; `groups` are columns that stay together where it is broken.
    """

    spare: Sequence[int] = ()
    groups: Sequence[Sequence[int]] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The rows, as rich calls for them."""
        for at, part in enumerate(_parts(self, console, options)):
            if at:
                yield Segment.line()
            for line in Segment.split_lines(console.render(_PaddedTable(part), options)):
                yield from _trimmed(line)
                yield Segment.line()


def _parts(table: PlainTable, console: Console, options: ConsoleOptions) -> list[Table]:
    """The table, or tables of as many columns as fit, each of which begins with the names."""
    whole = {at: _width(column, console, options, LONGEST_WHOLE) for at, column in enumerate(table.columns)}
    for at in table.spare:
        if sum(whole.values()) > options.max_width:
            del whole[at]
    widths = {at: _width(table.columns[at], console, options, LEAST_NAME) for at in whole}
    if sum(widths.values()) <= options.max_width:
        return [_with_columns(table, [*widths])] if len(widths) < len(table.columns) else [table]
    longest = max(LEAST_NAME, min(LONGEST_NAME, options.max_width // 3))
    left = options.max_width - _width(table.columns[0], console, options, longest)
    units = table.groups or [[at] for at in [*widths][1:]]
    return [_with_columns(table, [0, *columns]) for columns in _side_by_side(units, widths, left)]


def _side_by_side(units: Iterable[Sequence[int]], widths: Mapping[int, int], width: int) -> list[list[int]]:
    """Columns of tables that fit a width; what stays together is in one table, unless it is too wide even alone.

    >>> _side_by_side([[1, 2], [2, 3], [4]], {1: 3, 2: 3, 3: 3, 4: 3}, 6)
    [[1, 2], [2, 3], [4]]
    """
    tables: list[list[int]] = [[]]
    for unit in units:
        if any(set(unit) <= set(table) for table in tables):
            continue
        whole = sum(widths[at] for at in unit) <= width
        for part in [list(unit)] if whole else [[at] for at in unit]:
            joined = list(dict.fromkeys([*tables[-1], *part]))
            if tables[-1] and sum(widths[at] for at in joined) > width:
                tables.append(part)
            else:
                tables[-1] = joined
    return tables


def _width(column: Column, console: Console, options: ConsoleOptions, most: int) -> int:
    """What a column needs, the gap to the next one included: all of it, or `most` letters if it may be broken."""
    cells = [column.header, *column.cells]
    widest = max(Measurement.get(console, options, cell).maximum for cell in cells)
    return GAP + (widest if column.no_wrap else min(widest, most))


def _with_columns(table: Table, chosen: list[int]) -> Table:
    """The same rows with some of the columns."""
    columns = [table.columns[at] for at in chosen]
    look: dict[str, Any] = {"box": None, "padding": table.padding, "header_style": table.header_style}
    part = Table(*(column.copy() for column in columns), show_header=table.show_header, **look)
    for row in zip(*(column.cells for column in columns), strict=True):
        part.add_row(*row)
    return part


class _PaddedTable:
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
    """A plain table; columns as (header, side): "left", "right", or "whole" for one that is never broken."""
    table = PlainTable(box=None, padding=(0, GAP, 0, 0), header_style=DIM)
    for header, side in columns:
        whole = side in {"right", "whole"}
        table.add_column(
            header if whole else Words(header),
            justify="right" if side == "right" else "left",
            no_wrap=whole,
            overflow="fold",
        )
    return table


def note_table(notes: Sequence[str], mark: str = "!") -> PlainTable:
    """Notes with a mark in front, aligned; those that warn in colour."""
    grid = PlainTable.grid(padding=(0, 1))
    for note in notes:
        grid.add_row(f"  {mark}", Words(note, style=WARN if mark == "!" else ""))
    return grid  # type: ignore[return-value] # grid makes a table of its own class
