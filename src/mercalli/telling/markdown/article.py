"""An article as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.article import Findings, Lines, Notes, Picture, Sentence, Table, Verdicts
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


def _block(block: Block) -> list[str]:  # noqa: PLR0911 - one for each kind
    match block:
        case Sentence(text):
            return ["", escape(text)]
        case Verdicts(texts):
            return ["", *(f"**{escape(text)}**\n" for text in texts)]
        case Notes(texts):
            return ["", "Before you rely on it:", *listed(texts)] if texts else []
        case Lines(caption, texts):
            return ["", f"{caption}:", "", "```text", *texts, "```"]
        case Findings(findings):
            return ["", *(f"{at}. {each.severity}: {found(each)}" for at, each in enumerate(findings, 1))]
        case Picture(file, shows):
            return ["", f"![{escape(shows)}]({file})"]
        case Table():
            cells = ([in_cell(cell) for cell in row] for row in block.rows)
            return ["", f"{escape(block.caption)}:", "", *table([in_cell(name) for name in block.header], cells)]
