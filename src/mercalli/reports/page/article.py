"""An article as one self-contained page: its pictures are inside, and it reads without scripts."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from mercalli.reports.page.computed import computed
from mercalli.reports.page.made import made
from mercalli.reports.page.mathml import formula
from mercalli.reports.words import span_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.reports.article import Article

STYLES = ("theme.css", "page.css", "tables.css", "decisions.css", "article.css", "print.css")
SCRIPTS = ("tables.js", "print.js")


def article_page(article: Article, pictures: Mapping[str, bytes]) -> str:
    """The whole page."""
    content: dict[str, Any] = {
        "article": article,
        "title": article.title,
        "pictures": {name: f"data:image/png;base64,{b64encode(png).decode()}" for name, png in pictures.items()},
        "glossary": list({card.label: card for card in reversed(article.metrics)}.values())[::-1],
        "computed": list(computed(article.provenance, article.digests)),
        "formula": formula,
        "span_of": span_of,
    }
    return made("article.html.j2", content, STYLES, SCRIPTS)
