"""An article as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.article import Findings, Notes, Picture, Plots, Sentence, Table, Verdicts
from mercalli.telling.markdown.computed import computed
from mercalli.telling.markdown.marks import escape, found, in_cell, listed, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.telling.article import Article, Block, Section


def article_markdown(article: Article) -> str:
    """The whole article."""
    lines = [f"# {escape(article.title)}: {article.asks}", "", f"{escape(article.summary)}."]
    lines += [line for section in article.sections for line in _section(section)]
    return "\n".join([*lines, *computed(article.provenance, article.digests)]) + "\n"


def _section(section: Section) -> Iterator[str]:
    yield f"\n## {escape(section.title)}"
    if section.about:
        yield f"\n{escape(section.about)}."
    for block in section.blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Sentence(text):
            yield from ("", escape(text))
        case Verdicts(texts):
            yield from ("", *(f"**{escape(text)}**\n" for text in texts))
        case Notes(texts):
            yield from ("", "Before you rely on it:", *listed(texts))
        case Findings(findings):
            yield from ("", *(f"{at}. {each.severity}: {found(each)}" for at, each in enumerate(findings, 1)))
        case Picture(file, shows):
            yield from ("", f"![{escape(shows)}]({file})")
        case Plots(file=file) if file:
            yield from ("", f"![Curves of {escape(block.of)}]({file})")
        case Table():
            cells = ([in_cell(cell) for cell in row] for row in block.rows)
            yield from ("", f"{escape(block.caption)}:", "", *table([in_cell(name) for name in block.header], cells))
