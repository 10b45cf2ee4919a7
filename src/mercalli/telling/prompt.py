"""An article at a prompt, in a few lines of plain text, and in a notebook, as small HTML tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from mercalli.results.findings import Finding
from mercalli.telling.article import (
    PROMPT,
    Article,
    Block,
    Findings,
    Notes,
    Section,
    Sentence,
    Table,
    Verdicts,
)
from mercalli.telling.simple import simple
from mercalli.telling.words import line_text
from mercalli.text.names import visible_record
from mercalli.text.words import counted


def article_text(article: Article) -> str:
    """The short form of every section."""
    return "\n\n".join("\n".join(_section_lines(section)) for section in visible_record(article.on(PROMPT).sections))


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
    numeric = all(text[:1] in "-+[0123456789" for text in texts[1:])
    return [text.rjust(width) if numeric else text.ljust(width) for text in texts]


def article_html(article: Article) -> str:
    """The short form of every section; every text of the data stays text."""
    return "".join(
        f"<h4>{escape(section.heading)}</h4>" + "".join(map(_block_html, simple(section.blocks)))
        for section in article.on(PROMPT).sections
    )


def _block_html(block: Block) -> str:
    match block:
        case Sentence(text):
            return _paragraphs([text])
        case Verdicts(lines):
            return _paragraphs(map(line_text, lines))
        case Notes(texts):
            return _paragraphs(texts)
        case Table():
            return _paragraphs([block.caption]) + _html_table(_shown(block))
        case Findings(findings):
            return f"<ol>{''.join(map(_finding_html, findings))}</ol>"
        case _:
            return ""


def _finding_html(each: Finding) -> str:
    return f"<li><b>{escape(each.finding)}</b> ({escape(each.evidence)}). {escape(each.action)}</li>"


def _paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def _html_table(lines: Sequence[Sequence[object]]) -> str:
    """A plain table; every cell is text."""
    header, *rows = lines
    head = "".join(f"<th>{escape(str(name))}</th>" for name in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
