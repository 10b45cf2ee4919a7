"""An article as one self-contained page: its pictures are inside, and it reads without scripts."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from mercalli.telling.page.made import made
from mercalli.telling.page.whole import whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.telling.article import Article

STYLES = ("theme.css", "page.css", "tables.css", "decisions.css", "article.css", "print.css")
SCRIPTS = ("tables.js", "print.js")


def article_page(article: Article, pictures: Mapping[str, bytes]) -> str:
    """The whole page."""
    content: dict[str, Any] = {
        **whole(article.title, article.metrics, article.provenance, article.digests),
        "article": article,
        "pictures": {name: f"data:image/png;base64,{b64encode(png).decode()}" for name, png in pictures.items()},
    }
    return made("article.html.j2", content, STYLES, SCRIPTS)
