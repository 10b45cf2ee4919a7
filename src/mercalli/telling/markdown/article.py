"""An article as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.article import Findings, Fold, Lines, Notes, Picture, Sentence, Table, Verdicts
from mercalli.telling.markdown.computed import computed
from mercalli.telling.markdown.marks import escape, found, in_cell, listed, table
from mercalli.telling.simple import simple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
    yield from _blocks(section.blocks)


def _blocks(blocks: Iterable[Block], heading: str = "###") -> Iterator[str]:
    """What is folded gets a heading of its own, and is open."""
    for block in blocks:
        if isinstance(block, Fold):
            yield f"\n{heading} {escape(block.title)}"
            yield from _blocks(block.blocks, f"{heading}#")
        else:
            yield from (line for each in simple([block]) for line in _block(each))


def _block(block: Block) -> Iterator[str]:
    yield ""
    match block:
        case Sentence(text):
            yield escape(text)
        case Verdicts(texts):
            yield from (f"**{escape(text)}**\n" for text in texts)
        case Notes(texts):
            yield from ("Before you rely on it:", *listed(texts))
        case Lines(caption, texts):
            yield from (f"{caption}:", "", "```text", *texts, "```")
        case Findings(findings):
            yield from (f"{at}. {each.severity}: {found(each)}" for at, each in enumerate(findings, 1))
        case Picture(file, shows):
            yield f"![{escape(shows)}]({file})"
        case Table():
            cells = ([in_cell(str(cell)) for cell in row] for row in (*block.rows, *block.foot))
            yield from (f"{escape(block.caption)}:", "", *table([in_cell(name) for name in block.header], cells))
        case _:
            pass
