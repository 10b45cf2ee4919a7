"""An article at a prompt, in a few lines of plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mercalli.telling.article import PROMPT, Article, Block, Findings, Notes, Section, Sentence, Table, Verdicts
from mercalli.telling.simple import simple
from mercalli.telling.words import line_text
from mercalli.text.names import visible_record
from mercalli.text.words import counted, cut

MOST_LINES, WIDEST = 10, 180


def article_text(article: Article) -> str:
    """The short form of every section."""
    return "\n\n".join("\n".join(_section_lines(section)) for section in visible_record(article.on(PROMPT).sections))


def first_lines(text: str, most: int = MOST_LINES, width: int = WIDEST) -> str:
    r"""The first lines of a text, and how many more there are.

    >>> print(first_lines("one\ntwo\nthree", most=2))
    one
    two
    ... 1 more line: print(result) shows it all
    """
    lines = text.split("\n")
    kept = [cut(line, width) for line in lines[:most]]
    rest = len(lines) - len(kept)
    return "\n".join([*kept, *([f"... {counted(rest, 'more line')}: print(result) shows it all"] if rest else [])])


def _section_lines(section: Section) -> Iterator[str]:
    yield section.heading
    for block in simple(section.blocks):
        yield from _block_lines(block)


def _block_lines(block: Block) -> Iterator[str]:
    match block:
        case Sentence(text):
            yield text
        case Verdicts(lines):
            yield from map(line_text, lines)
        case Notes(texts):
            yield from (f"! {text}" for text in texts)
        case Table():
            yield f"{block.caption}:"
            yield aligned(_shown(block))
            if len(block.rows) > block.most:
                yield f"and {counted(len(block.rows) - block.most, f'more {block.each}')}"
        case Findings(findings, start):
            for at, each in enumerate(findings, start):
                yield f"{at}. [{each.severity}] {each.finding} ({each.evidence}). {each.action}"
        case _:
            pass


def _shown(table: Table) -> list[Sequence[object]]:
    """The header, the first rows, and what stands below them."""
    return [table.header, *table.rows[: table.most], *table.foot]


def aligned(lines: Sequence[Sequence[object]]) -> str:
    """A header and rows in aligned columns, names to the left and numbers to the right; empty columns are left out.

    >>> print(aligned([["metric", "value"], ["dua", "0.7277"]]))
    metric   value
    dua     0.7277
    """
    filled = [column for column in zip(*lines, strict=True) if any(column[1:])]
    return "\n".join("  ".join(cells).rstrip() for cells in zip(*map(_justified, filled), strict=True))


def _justified(column: Sequence[object]) -> list[str]:
    texts = [str(cell) for cell in column]
    width = max(map(len, texts))
    return [text.rjust(width) if is_numeric(texts[1:]) else text.ljust(width) for text in texts]


def is_numeric(cells: Iterable[object]) -> bool:
    """Whether all cells of a column begin as numbers do; empty ones may be among them.

    >>> is_numeric(["0.72 [0.70 to 0.75]", "-", ""]), is_numeric(["fire", "1"])
    (True, False)
    """
    return all(str(cell)[:1] in "-+[0123456789" for cell in cells)
