"""An article in a few lines of plain text, for a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.article import PROMPT, Findings, Notes, Sentence, Table, Verdicts
from mercalli.telling.plain import columns
from mercalli.telling.simple import simple
from mercalli.text.visible import visible_record
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.telling.article import Article, Block, Section


def article_text(article: Article) -> str:
    """The short form of every section."""
    return "\n\n".join("\n".join(_section(section)) for section in visible_record(article.on(PROMPT).sections))


def _section(section: Section) -> Iterator[str]:
    yield section.heading
    for block in simple(section.blocks):
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Sentence(text):
            yield text
        case Verdicts(texts):
            yield from texts
        case Notes(texts):
            yield from (f"! {text}" for text in texts)
        case Table():
            yield f"{block.caption}:"
            yield columns(block.header, [*block.rows[: block.most], *block.foot])
            if len(block.rows) > block.most:
                yield f"and {counted(len(block.rows) - block.most, f'more {block.each}')}"
        case Findings(findings):
            for at, each in enumerate(findings, 1):
                yield f"{at}. [{each.severity}] {each.finding} ({each.evidence}). {each.action}"
        case _:
            pass
