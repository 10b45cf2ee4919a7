"""A result told once: an article of sections, which every telling (terminal, prompt, page, ...) writes in its own way.

A task is told by one file, `<task>_article.py`, with two functions that `telling/told.py` names:

- `article(result)` returns the `Article`: for each system or subject a `Section`, in it first the `Verdicts`, then the
  `Notes`, then the `Table`s. A block or a section that only some tellings need says so with `on`: `PAGE` for what is
  too long for a screen, `SCREEN` for what only a terminal needs ("Below: svm, the best by f1."), `LONG` for both of
  them; what is `on=ALL`, the default, is also said at a prompt, so keep it short. Names and texts of the data go in as
  they are: each telling makes them safe.
- `files(result)` returns the files of a report folder: `folder` of `telling/files.py` with the article, the pictures
  and the CSV texts. Measures, differences and rankings are written by the functions there, in one schema.

The record of the result inherits from `results/told.py: Told`, and its command calls `answer(result, said, ...)`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Flag, auto
from typing import TYPE_CHECKING, ClassVar

from mercalli.text.numbers import NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mercalli.results.findings import Finding
    from mercalli.results.measure import MetricCard, Provenance
    from mercalli.telling.svg.plot import Plot


class On(Flag):
    """Where something is told: on the page and in Markdown, on a terminal, or at a prompt and in a notebook."""

    PAGE = auto()
    SCREEN = auto()
    PROMPT = auto()


PAGE, SCREEN, PROMPT = On.PAGE, On.SCREEN, On.PROMPT
LONG, SHORT, ALL = PAGE | SCREEN, SCREEN | PROMPT, PAGE | SCREEN | PROMPT
MOST_ROWS = 20


@dataclass(frozen=True)
class Sentence:
    """Plain words."""

    kind: ClassVar = "sentence"
    text: str
    on: On = ALL


@dataclass(frozen=True)
class Verdicts:
    """The sentences that answer the question; `unmet` if what was asked for cannot be had, which a page marks."""

    kind: ClassVar = "verdicts"
    texts: tuple[str, ...]
    on: On = ALL
    unmet: bool = False


@dataclass(frozen=True)
class Notes:
    """What should be known before relying on it."""

    kind: ClassVar = "notes"
    texts: tuple[str, ...]
    on: On = ALL


@dataclass(frozen=True)
class Table:
    """Cells as they are read; the first one of a row names it, the others are numbers but in columns of words.

    Attributes:
        caption: What it shows.
        header: The names of its columns.
        rows: The cells.
        words: Columns of words.
        spare: Columns that a terminal leaves out, one after the other, where the table is too wide for it.
        most: How many rows a terminal and a prompt show.
        each: What a row is of, as in "3 more events".
        strips: A small drawing for each row, which a page shows behind its cells.
        on: Where it is told.
    """

    kind: ClassVar = "table"
    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()
    most: int = MOST_ROWS
    each: str = "row"
    strips: tuple[str, ...] = ()
    on: On = ALL


@dataclass(frozen=True)
class Picture:
    """A file of the same folder, and what it shows in words."""

    kind: ClassVar = "picture"
    file: str
    shows: str
    on: On = PAGE


@dataclass(frozen=True)
class Plots:
    """Plots that a page draws side by side; Markdown shows a file of the same folder instead, if there is one.

    `of` says of what they are, for those who do not see them.
    """

    kind: ClassVar = "plots"
    about: str
    plots: tuple[Plot, ...]
    of: str
    file: str = ""
    on: On = PAGE


@dataclass(frozen=True)
class Explorer:
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
        on: Where it is told.
    """

    kind: ClassVar = "explorer"
    thresholds: tuple[str, ...]
    tp: tuple[float, ...]
    fp: tuple[float, ...]
    positives: float
    total: float
    chosen: int | None
    bounds: Mapping[str, float]
    prices: Mapping[str, str]
    points: Table
    on: On = PAGE


@dataclass(frozen=True)
class Findings:
    """What stands out and what to do about it, in order; a terminal shows the evidence below each."""

    kind: ClassVar = "findings"
    findings: tuple[Finding, ...]
    on: On = ALL


Block = Sentence | Verdicts | Notes | Table | Picture | Plots | Explorer | Findings


@dataclass(frozen=True)
class Section:
    """What is said under one heading; `about` says what it is of in a few words."""

    title: str
    blocks: tuple[Block, ...]
    about: str = ""
    on: On = ALL

    @property
    def heading(self) -> str:
        """The title and what it is about in one line."""
        return f"{self.title}: {self.about}" if self.about else self.title


@dataclass(frozen=True)
class Article:
    """The whole report: what was asked of which data, the answer, and how it was computed."""

    title: str
    asks: str
    summary: str
    sections: tuple[Section, ...]
    metrics: tuple[MetricCard, ...]
    provenance: Provenance
    digests: Mapping[str, str]

    def on(self, place: On) -> Article:
        """What one telling tells of it, without what is empty."""
        kept = (replace(each, blocks=_kept(each, place)) for each in self.sections if place in each.on)
        return replace(self, sections=tuple(each for each in kept if each.blocks))


def _kept(section: Section, place: On) -> tuple[Block, ...]:
    return tuple(block for block in section.blocks if place in block.on and _says_something(block))


def _says_something(block: Block) -> bool:
    match block:
        case Verdicts(texts) | Notes(texts):
            return bool(texts)
        case Table():
            return bool(block.rows)
        case Findings(findings):
            return bool(findings)
        case _:
            return True


def table(
    caption: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    words: Sequence[str] = (),
    spare: Sequence[str] = (),
    most: int = MOST_ROWS,
    each: str = "row",
    strips: Sequence[str] = (),
    on: On = ALL,
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
        strips=tuple(strips),
        on=on,
    )


def _says_anything(name: str, cells: Sequence[str]) -> bool:
    interval = "interval" in name or name.endswith("%")
    return not cells or any(cell and not (interval and cell == NOTHING) for cell in cells)
