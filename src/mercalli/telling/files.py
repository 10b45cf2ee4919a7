"""An article as the files of a report folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.markdown.article import article_markdown
from mercalli.telling.page.article import article_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.telling.article import Article


def article_files(article: Article, pictures: Mapping[str, bytes]) -> dict[str, str | bytes]:
    """The same article for a browser and as text, and the pictures that it shows."""
    return {"index.html": article_page(article, pictures), "report.md": article_markdown(article), **pictures}
