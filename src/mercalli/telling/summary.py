"""A result on one side of A4: the verdict, a few numbers, what goes wrong most and what to know, cut to what fits.

What fits is counted in lines, with room to spare, so that no browser and no font needs a second page; what is left out
is counted in the last line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from unicodedata import combining, east_asian_width

from mercalli.results.findings import Finding
from mercalli.results.verdict import ANSWER, CAUTION, NEXT, SCOPE, Line
from mercalli.telling.article import PAGE, Article, Block, Cell, Findings, Fold, Notes, Table, Verdicts
from mercalli.text.names import plain, visible_record
from mercalli.text.words import counted, cut

LINES = 56  # that a page has room for, headings and margins apart
ACROSS = 84  # signs in a line of text
LONGEST_TEXT, LONGEST_NAME = 420, 48
ACROSS_NAME = 22  # signs in a line of a cell
WIDEST = frozenset("MWmw@%")
MOST_COLUMNS, MOST_ALONE = 3, 3
WRONG, KNOW = "What goes wrong most, and what to do", "Before you rely on it"
ROOM = (8, 6, 5, 4, 3, 2, 1)
HEADING, ROW = 2.2, 0.4


@dataclass(frozen=True)
class Numbers:
    """Values with their intervals drawn, a row for a system or for a metric."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    each: str

    @property
    def lines(self) -> float:
        """How much room it takes."""
        names = [max(1, _lines(name, ACROSS_NAME)) for name, _ in self.rows]
        return HEADING + _lines(self.caption, ACROSS) + 1 + sum(max(2, each) + ROW for each in names) if names else 0


@dataclass(frozen=True)
class Summary:
    """The page.

    Attributes:
        title: What stands above it.
        asks: What was asked.
        about: Of which data it is, and how much of them there is.
        byline: Who made it and when, if that was said.
        verdict: The answer, warnings first.
        numbers: The main values, if they are drawn.
        wrong: What goes wrong most, and what to do about it.
        know: What to know before relying on it.
        rest: What is left out.
        seal: That of the result.
        versions: With what it was computed.
    """

    title: str
    asks: str
    about: str
    byline: str
    verdict: tuple[Line, ...]
    numbers: Numbers | None
    wrong: tuple[str, ...]
    know: tuple[str, ...]
    rest: str
    seal: str
    versions: str

    @property
    def lines(self) -> float:
        """How many lines it takes, more rather than less."""
        parts = [[each.text for each in self.verdict], self.wrong, self.know]
        texts = sum(HEADING + sum(_lines(each, ACROSS) + ROW for each in part) for part in parts if part)
        head = 2 * _lines(self.title, ACROSS // 2) + _lines(self.about, ACROSS) + bool(self.byline)
        return head + texts + (0 if self.numbers is None else self.numbers.lines)


def summary_of(article: Article, seal: str) -> Summary:
    """As much of an article as fits."""
    told = _whole(visible_record(article), seal)
    tries = (_shortened(told, room) for room in ROOM)
    return next((each for each in tries if each.lines <= LINES), _shortened(told, 1))


def _whole(article: Article, seal: str) -> Summary:
    """All that could stand on it."""
    page = article.on(PAGE)
    blocks = [block for section in page.sections for block in _flat(section.blocks)]
    lines = [line for block in blocks if isinstance(block, Verdicts) for line in block.lines]
    first = next((block.lines for block in blocks if isinstance(block, Verdicts)), ())
    findings = next((block.findings for block in blocks if isinstance(block, Findings)), ())
    notes = [text for block in blocks if isinstance(block, Notes) for text in block.texts]
    known = [line.text for line in first if line.topic in (SCOPE, CAUTION)]
    steps = [line.text for line in lines if line.topic == NEXT]
    return Summary(
        title=cut(plain(article.top.title), LONGEST_TEXT // 3),
        asks=article.asks,
        about=cut(article.top.summary, LONGEST_TEXT // 2),
        byline=cut(article.top.byline, LONGEST_TEXT // 4),
        verdict=tuple(line for line in first if line.topic not in (SCOPE, CAUTION, NEXT)),
        numbers=next(filter(None, (_numbers(block) for block in blocks if isinstance(block, Table))), None),
        wrong=tuple(map(_wrong, findings)) or tuple(dict.fromkeys(steps)),
        know=tuple(dict.fromkeys([*known, *notes])),
        rest="",
        seal=seal,
        versions=", ".join(f"{name} {version}" for name, version in article.provenance.versions.items()),
    )


def _shortened(told: Summary, room: int) -> Summary:
    """The first of everything, with what that leaves out."""
    numbers = told.numbers
    rows = () if numbers is None else numbers.rows
    kept = rows[: min(room, MOST_ALONE) if numbers is not None and len(numbers.header) <= 2 else room]  # noqa: PLR2004 - a name and a value
    few = max(1, room // 2)
    parts = {"sentence": (told.verdict, room), "finding": (told.wrong, few), "note": (told.know, few)}
    left = {each: len(part) - most for each, (part, most) in parts.items()}
    left["row" if numbers is None else numbers.each] = len(rows) - len(kept)
    listed = [counted(number, f"more {each}") for each, number in left.items() if number > 0]
    return replace(
        told,
        verdict=tuple(replace(line, text=cut(line.text, LONGEST_TEXT)) for line in told.verdict[:room]),
        numbers=None if numbers is None else replace(numbers, rows=kept),
        wrong=tuple(cut(text, LONGEST_TEXT) for text in told.wrong[:few]),
        know=tuple(cut(text, LONGEST_TEXT) for text in told.know[:few]),
        rest=f"Not on this page: {', '.join(listed)} and all details. The report has them." if listed else "",
    )


def _flat(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks, also those inside folds."""
    for block in blocks:
        if isinstance(block, Fold):
            yield from _flat(block.blocks)
        else:
            yield block


def _wrong(finding: Finding) -> str:
    return f"{finding.finding}: {finding.evidence}. {finding.action}"


def _numbers(table: Table) -> Numbers | None:
    """The drawn values of a table, if it has any."""
    rows = tuple((cut(str(row[0]), LONGEST_NAME), tuple(_drawn(row))) for row in table.rows)
    widest = max((cells for _, cells in rows), key=len, default=())
    if not widest:
        return None
    titles = [title for title, *_ in _columns(table)][:MOST_COLUMNS]
    kept = tuple((name, cells[:MOST_COLUMNS]) for name, cells in rows if len(cells) == len(widest))
    return Numbers(cut(table.caption, LONGEST_TEXT // 2), (table.header[0], *titles), kept, table.each)


def _columns(table: Table) -> Iterator[tuple[str, int]]:
    """The columns that hold drawn values; one of drawings alone goes with the values before it."""
    for at, title in enumerate(table.header[1:], 1):
        column = [row[at] for row in table.rows]
        drawn = [each for each in column if isinstance(each, Cell) and each.strip is not None]
        if drawn:
            yield (title, at) if any(map(str, column)) else (table.header[at - 1], at)


def _drawn(row: Sequence[str | Cell]) -> Iterator[Cell]:
    """The cells with a drawing, each with its value."""
    for before, cell in pairwise(row):
        if isinstance(cell, Cell) and cell.strip is not None:
            value = before if isinstance(before, Cell) else Cell(before)
            yield cell if str(cell) else replace(value, strip=cell.strip)


def _lines(text: str, across: int) -> int:
    """How many lines a text takes, words kept whole where they fit.

    >>> _lines("one two three", 8), _lines("x" * 20, 8), _lines("", 8)
    (2, 3, 0)
    """
    lines, room = 0, 0.0
    for width in map(_width, text.split()):
        if width > room:
            taken = ceil(width / across)
            lines, room = lines + taken, taken * across
        room -= width + 1
    return lines


def _width(word: str) -> float:
    """How wide a word is: signs of East Asia are twice as wide as others, marks above others have no width."""
    return sum(
        0.0 if combining(sign) else 2.0 if sign in WIDEST or east_asian_width(sign) in "WF" else 1.0 for sign in word
    )


def is_main(line: Line) -> bool:
    """Whether a line of the verdict is set apart."""
    return line.warns or line.topic == ANSWER
