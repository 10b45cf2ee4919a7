"""An article as small HTML tables, for a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.article import PROMPT, Findings, Notes, Sentence, Table, Verdicts
from mercalli.telling.plain import html_table
from mercalli.telling.simple import simple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mercalli.results.findings import Finding
    from mercalli.telling.article import Article, Block


def article_html(article: Article) -> str:
    """The short form of every section; every text of the data stays text."""
    return "".join(
        f"<h4>{escape(section.heading)}</h4>" + "".join(map(_block, simple(section.blocks)))
        for section in article.on(PROMPT).sections
    )


def _block(block: Block) -> str:
    match block:
        case Sentence(text):
            return _paragraphs([text])
        case Verdicts(texts) | Notes(texts):
            return _paragraphs(texts)
        case Table():
            return _paragraphs([block.caption]) + html_table(block.header, [*block.rows[: block.most], *block.foot])
        case Findings(findings):
            return f"<ol>{''.join(map(_finding, findings))}</ol>"
        case _:
            return ""


def _finding(each: Finding) -> str:
    return f"<li><b>{escape(each.finding)}</b> ({escape(each.evidence)}). {escape(each.action)}</li>"


def _paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in texts)
