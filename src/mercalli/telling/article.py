"""A result told once: an article of sections, which every telling (terminal, prompt, page, ...) writes in its own way.

A task is told by one file, `article.py`, with functions that its `task.py` names:

- `article(result)` returns the `Article`: for each system or subject a `Section`, in it first the `Verdicts`, then the
  `Notes`, then the `Table`s. A block or a section that only some tellings need says so with `on`: `PAGE` for what is
  too long for a screen, `SCREEN` for what only a terminal needs ("Details of svm, the best by f1."), `LONG` for both of
  them; what is `on=ALL`, the default, is also said at a prompt, so keep it short. Names and texts of the data go in as
  they are: each telling makes them safe. Blocks with a look of their own on a page (`Gates`, `Rankings`,
  `Fold`, `Choice`, `Matrix`, a `Cell` with a strip) are told elsewhere as `telling/simple.py` says; a new kind needs a
  place in `page/templates/block.html.j2` and a line there.
- `tables(result)` returns the tables of the report folder, by file name. Measures, differences and rankings are made by
  the functions of `telling/files.py`, in one schema.
- `pictures(result)`, where there are any, returns their files by name, drawn as `telling/figures/sheet.py` does.

The record of the result inherits from `Result` of `results/seal.py`, and its command calls `Output.tell(result, said)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Flag, auto
from functools import reduce
from operator import or_

from mercalli.results.difference import Ranking
from mercalli.results.findings import Finding
from mercalli.results.gates import GateReport
from mercalli.results.heading import Heading
from mercalli.results.measure import MetricCard, Provenance
from mercalli.results.verdict import ANSWER, Line, Verdict
from mercalli.telling.crosses import Crosses
from mercalli.telling.matrix import Grid
from mercalli.telling.svg.plot import Plot
from mercalli.telling.svg.strip import Strip
from mercalli.text.numbers import NOTHING


class On(Flag):
    """Where something is told: on the page and in Markdown, on a terminal, or at a prompt and in a notebook."""

    PAGE = auto()
    SCREEN = auto()
    PROMPT = auto()


PAGE, SCREEN, PROMPT = On.PAGE, On.SCREEN, On.PROMPT
LONG, SHORT, ALL = PAGE | SCREEN, SCREEN | PROMPT, PAGE | SCREEN | PROMPT
MOST_ROWS = 20
VERDICT, TEXT = "verdict", "text"


@dataclass(frozen=True)
class Block:
    """What a section is made of; `on` says where it is told."""

    on: On = field(default=ALL, kw_only=True)

    @property
    def kind(self) -> str:
        """What templates call it.

        >>> Sentence("Nothing stands out.").kind
        'sentence'
        """
        return type(self).__name__.lower()


@dataclass(frozen=True)
class PageBlock(Block):
    """A block that only a page has room for, unless it says otherwise."""

    on: On = field(default=PAGE, kw_only=True)


@dataclass(frozen=True)
class Sentence(Block):
    """Plain words."""

    text: str


@dataclass(frozen=True)
class Verdicts(Block):
    """Sentences that answer the question, the most important first; those of the whole result stand before all else."""

    lines: tuple[Line, ...]

    @classmethod
    def of(cls, texts: Iterable[str], *, warns: bool = False) -> Verdicts:
        """Sentences on one part of a result; `warns` if what was asked for cannot be had."""
        return cls(tuple(Line(ANSWER, text, warns) for text in texts))

    def texts(self, *topics: str) -> tuple[str, ...]:
        """The lines on some topics; a template asks by name."""
        return tuple(line.text for line in self.lines if line.topic in topics)


@dataclass(frozen=True)
class Notes(Block):
    """What should be known before relying on it."""

    texts: tuple[str, ...]


@dataclass(frozen=True)
class Lines(PageBlock):
    """Lines of our own words that are never broken, as another program prints them."""

    caption: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Cell:
    """A cell that says more than one text.

    Attributes:
        text: What it says first.
        small: What a page writes below it, others behind it in brackets: an interval, or why there is no value.
        mark: A word on the value, as its band ...
        tone: ... and how that is meant: "good", "fair" or "bad".
        tag: What is special about a row, as "few rows".
        strip: The value drawn on a scale; only a page shows it.
    """

    text: str
    small: str = ""
    mark: str = ""
    tone: str = ""
    tag: str = ""
    strip: Strip | None = None

    def __str__(self) -> str:
        """All of it in one line.

        >>> str(Cell("0.792", "0.779 to 0.803", "good")), str(Cell("-", "no items")), str(Cell("fire", tag="few rows"))
        ('0.792 [0.779 to 0.803] good', '- (no items)', 'fire (few rows)')
        """
        small = f"({self.small})" if self.text == NOTHING else f"[{self.small}]"
        tag = f"({self.tag})" if self.tag else ""
        return " ".join(part for part in (self.text, small if self.small else "", self.mark, tag) if part)


@dataclass(frozen=True)
class Table(Block):
    """Cells as they are read; the first one of a row names it, the others are numbers but in columns of words.

    A column called "text" holds texts of people. A column that holds nothing but drawings is only on a page.

    Attributes:
        caption: What it shows.
        header: The names of its columns.
        rows: The cells.
        words: Columns of words.
        spare: Columns that a terminal leaves out, one after the other, where the table is too wide for it.
        most: How many rows a terminal and a prompt show.
        each: What a row is of, as in "3 more events".
        foot: Rows that stand below all others, to compare with.
        brief: Columns of which a terminal shows the first text alone.
        groups: Columns that a terminal keeps together where it has to break the table into several.
        view: Which of several views it is; a page shows the one that its reader chose.
        look: How a page sets it: "board", "compact", or as others.
        legend: How to read its drawings; a page adds it to the caption.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    words: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()
    most: int = MOST_ROWS
    each: str = "row"
    foot: tuple[tuple[str | Cell, ...], ...] = ()
    brief: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    view: str = ""
    look: str = ""
    legend: str = ""

    @property
    def plain(self) -> Table:
        """The same in texts alone, without columns of drawings; `brief` columns keep their first text."""
        at = [at for at, _ in enumerate(self.header) if any(str(row[at]) for row in self.rows)]
        short = {place for place in at if self.header[place] in self.brief}
        rows, foot = (
            tuple(tuple(_text(row[place], brief=place in short) for place in at) for row in part)
            for part in (self.rows, self.foot)
        )
        return replace(self, header=tuple(self.header[place] for place in at), rows=rows, foot=foot)


@dataclass(frozen=True)
class Picture(PageBlock):
    """A file of the same folder, and what it shows in words."""

    file: str
    shows: str


@dataclass(frozen=True)
class Plots(PageBlock):
    """Plots that a page draws side by side; Markdown shows a file of the same folder instead, if there is one.

    `of` says of what they are, for those who do not see them.
    """

    about: str
    plots: tuple[Plot, ...]
    of: str
    file: str = ""


@dataclass(frozen=True)
class CrossPlot(PageBlock):
    """Systems by two measures, drawn by a page with their names below; Markdown shows a file, if there is one."""

    plot: Crosses
    about: str
    file: str


@dataclass(frozen=True)
class Explorer(PageBlock):
    """Thresholds to try with a slider on a page; without scripts, a table of some of them.

    Attributes:
        thresholds: As they are written, from the one that acts on nothing down.
        tp: Positives acted on at each.
        fp: Negatives acted on at each.
        positives: All positives.
        total: All cases.
        chosen: Which of them was chosen, if one was.
        bounds: What the best one must keep to.
        prices: What outcomes are worth at first, as written.
        points: The table.
    """

    thresholds: tuple[str, ...]
    tp: tuple[float, ...]
    fp: tuple[float, ...]
    positives: float
    total: float
    chosen: int | None
    bounds: Mapping[str, float]
    prices: Mapping[str, str]
    points: Table


@dataclass(frozen=True)
class Findings(Block):
    """What stands out and what to do about it, in order; a terminal shows the evidence below each.

    `start` is the number of the first one, where others stand before it.
    """

    findings: tuple[Finding, ...]
    start: int = 1


@dataclass(frozen=True)
class Gates(Block):
    """What had to be reached, and what was."""

    reports: tuple[GateReport, ...]


@dataclass(frozen=True)
class Rankings(Block):
    """Systems from best to worst on some metrics."""

    rankings: tuple[Ranking, ...]


@dataclass(frozen=True)
class Fold(PageBlock):
    """Blocks under a title that a reader opens; those with a key are shown where the part of that key was chosen."""

    title: str
    blocks: tuple[Block, ...]
    key: str = ""
    is_open: bool = False
    about: str = ""

    @property
    def heading(self) -> str:
        """The title and what it is about in one line."""
        return f"{self.title}: {self.about}" if self.about else self.title


@dataclass(frozen=True)
class Choice(PageBlock):
    """Which of several views of a section to show, on a page with scripts; without, it shows all."""

    label: str
    views: tuple[str, ...]


@dataclass(frozen=True)
class Matrix(PageBlock):
    """What was taken for what; a page lets its reader switch from counts to shares."""

    caption: str
    grid: Grid


@dataclass(frozen=True)
class Section:
    """What is said under one heading; `about` says what it is of in a few words, `anchor` is its address on a page."""

    title: str
    blocks: tuple[Block, ...]
    about: str = ""
    on: On = ALL
    anchor: str = ""

    @property
    def heading(self) -> str:
        """The title and what it is about in one line."""
        return f"{self.title}: {self.about}" if self.about else self.title


@dataclass(frozen=True)
class Top:
    """What stands above an article; `summary` says of which data it is, and how much of them there is."""

    title: str
    byline: str
    summary: str


@dataclass(frozen=True)
class Article:
    """The whole report: what was asked of which data, the answer, and how it was computed.

    `parts` are keys and names of which a reader chooses one: a page then shows the folds with its key alone.
    `explained` are the metrics that a page has in its glossary; all of them where it is empty.
    """

    title: str
    asks: str
    summary: str
    sections: tuple[Section, ...]
    metrics: tuple[MetricCard, ...]
    provenance: Provenance
    digests: Mapping[str, str]
    parts: Mapping[str, str] = field(default_factory=dict[str, str])
    explained: tuple[str, ...] = ()

    @property
    def top(self) -> Top:
        """What stands above it: the title that somebody gave it, or else the name of its data."""
        given = self.provenance.heading or Heading()
        if given.title is None:
            return Top(self.title, given.byline, self.summary)
        return Top(given.title, given.byline, f"{self.title}: {self.summary}")

    def on(self, place: On) -> Article:
        """What one telling tells of it, without what is empty."""
        kept = (replace(each, blocks=_kept(each, place)) for each in self.sections if place in each.on)
        return replace(self, sections=tuple(each for each in kept if each.blocks))

    @property
    def unpictured(self) -> Article:
        """The same without what shows a file of the folder; what a page draws by itself stays."""
        sections = (replace(each, blocks=_unpictured(each)) for each in self.sections)
        return replace(self, sections=tuple(each for each in sections if each.blocks))


def headed(article: Article, verdict: Verdict | None) -> Article:
    """The same article with the verdict first, in a section of its own if there is none, and what was masked last."""
    told = _with_masking(article)
    if verdict is None:
        return told
    block = Verdicts(verdict.lines)
    first, *rest = told.sections
    if first.anchor != VERDICT:
        return replace(told, sections=(Section("Verdict", (block,), anchor=VERDICT), *told.sections))
    return replace(told, sections=(replace(first, blocks=(block, *first.blocks), on=ALL), *rest))


def _with_masking(article: Article) -> Article:
    """The same with what was done to personal data, where texts are shown."""
    masking = article.provenance.masking
    if masking is None:
        return article
    places = [each.on & place for each in article.sections for place in _places_of_texts(each.blocks)]
    said = Section("Personal data", (Sentence(str(masking)),), on=reduce(or_, places, PAGE))
    return replace(article, sections=(*article.sections, said))


def _places_of_texts(blocks: Iterable[Block]) -> Iterator[On]:
    """Where texts of people are told; a terminal shows those behind findings."""
    for block in blocks:
        match block:
            case Table(header=header) if TEXT in header:
                yield block.on
            case Findings(findings) if any(TEXT in each.header for finding in findings for each in finding.tables):
                yield block.on & SCREEN
            case Fold(blocks=held):
                yield from (block.on & place for place in _places_of_texts(held))
            case _:
                pass


def _kept(holder: Section | Fold, place: On) -> tuple[Block, ...]:
    """The blocks that one telling tells, also inside folds."""
    kept = (
        replace(block, blocks=_kept(block, place)) if isinstance(block, Fold) else block
        for block in holder.blocks
        if place in block.on
    )
    return tuple(block for block in kept if _says_something(block))


def _unpictured(holder: Section | Fold) -> tuple[Block, ...]:
    """The blocks that need no file, also inside folds."""
    return tuple(map(_without_file, (block for block in _filled(holder) if not isinstance(block, Picture))))


def _filled(holder: Section | Fold) -> Iterator[Block]:
    """The blocks without folds that hold nothing but pictures."""
    return (block for block in holder.blocks if not isinstance(block, Fold) or _unpictured(block))


def _without_file(block: Block) -> Block:
    match block:
        case Fold():
            return replace(block, blocks=_unpictured(block))
        case Plots() | CrossPlot():
            return replace(block, file="")
        case _:
            return block


def _says_something(block: Block) -> bool:
    match block:
        case Table():
            return bool(block.rows)
        case Verdicts(held) | Notes(held) | Findings(held) | Gates(held) | Rankings(held):
            return bool(held)
        case Fold():
            return bool(block.blocks)
        case _:
            return True


def _text(cell: str | Cell, *, brief: bool = False) -> str:
    return cell.text if brief and isinstance(cell, Cell) else str(cell)


def table(
    caption: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str | Cell]],
    *,
    words: Sequence[str] = (),
    spare: Sequence[str] = (),
    most: int = MOST_ROWS,
    each: str = "row",
    on: On = ALL,
    look: str = "",
) -> Table:
    """A table from any rows of cells; columns without a text, and those of intervals without any, are left out.

    >>> table("All", ["metric", "value", "95% interval"], [["auuc", "0.1", "-"]]).rows
    (('auuc', '0.1'),)
    """
    cells = [tuple(row) for row in rows]
    kept = [at for at, name in enumerate(header) if _says_anything(name, [row[at] for row in cells])]
    shown = (tuple(row[at] for at in kept) for row in cells)
    return Table(
        *(caption, tuple(header[at] for at in kept), tuple(shown), tuple(words), tuple(spare)),
        most=most,
        each=each,
        on=on,
        look=look,
    )


def _says_anything(name: str, cells: Sequence[str | Cell]) -> bool:
    empty = {"", NOTHING} if "interval" in name or name.endswith("%") else {""}
    return not cells or any(not isinstance(cell, str) or cell not in empty for cell in cells)
