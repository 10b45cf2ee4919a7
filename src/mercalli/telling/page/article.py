"""An article as one self-contained page: its pictures are inside, and it reads without scripts."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from mercalli.telling.page.made import made
from mercalli.telling.page.whole import whole
from mercalli.telling.svg.plot import drawn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.telling.article import Article, Explorer

STYLES = ("theme.css", "page.css", "tables.css", "decisions.css", "article.css", "print.css")
SCRIPTS = ("tables.js", "explorer.js", "print.js")
EXPLORED = ("tp", "fp", "positives", "total", "chosen", "bounds")


def article_page(article: Article, pictures: Mapping[str, bytes]) -> str:
    """The whole page."""
    content: dict[str, Any] = {
        **whole(article.title, article.metrics, article.provenance, article.digests),
        "article": article,
        "pictures": {name: f"data:image/png;base64,{b64encode(png).decode()}" for name, png in pictures.items()},
        "drawn": drawn,
        "explored": _explored,
    }
    return made("article.html.j2", content, STYLES, SCRIPTS)


def _explored(explorer: Explorer) -> Markup:
    """What the script needs: numbers, and texts of numbers."""
    curve = {"threshold": explorer.thresholds, **{name: getattr(explorer, name) for name in EXPLORED}}
    return Markup(json.dumps(curve, allow_nan=False, separators=(",", ":")))  # noqa: S704 - no text of the data
