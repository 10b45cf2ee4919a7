"""An article as one self-contained page: its pictures are inside, and it reads without scripts."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from mercalli.telling.gates import gates
from mercalli.telling.page.made import made
from mercalli.telling.page.whole import whole
from mercalli.telling.svg.plot import drawn
from mercalli.telling.svg.strip import axis

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mercalli.telling.article import Article, Cell, Explorer, Table
    from mercalli.telling.svg.strip import Strip

STYLES = ("theme.css", "page.css", "tables.css", "decisions.css", "article.css", "print.css")
SCRIPTS = ("tables.js", "switches.js", "readout.js", "explorer.js", "print.js")
EXPLORED = ("tp", "fp", "positives", "total", "chosen", "bounds")


def article_page(article: Article, pictures: Mapping[str, bytes]) -> str:
    """The whole page."""
    explained = [card for card in article.metrics if not article.explained or card.metric in article.explained]
    shared = whole(article.title, explained, article.provenance, article.digests)
    content: dict[str, Any] = {
        **shared,
        "article": article,
        "axes": _axes,
        "entries": _entries(article, [card.label for card in shared["glossary"]]),
        "gates": gates,
        "pictures": {name: f"data:image/png;base64,{b64encode(png).decode()}" for name, png in pictures.items()},
        "drawn": drawn,
        "explored": _explored,
    }
    return made("article.html.j2", content, STYLES, SCRIPTS)


def _explored(explorer: Explorer) -> Markup:
    """What the script needs: numbers, and texts of numbers."""
    curve = {"threshold": explorer.thresholds, **{name: getattr(explorer, name) for name in EXPLORED}}
    return Markup(json.dumps(curve, allow_nan=False, separators=(",", ":")))  # noqa: S704 - no text of the data


def _entries(article: Article, labels: list[str]) -> dict[str, tuple[str, int]]:
    """What each metric is called, and the number of its entry in the glossary, 0 if it has none."""
    numbers = {label: at for at, label in enumerate(labels, 1)}
    return {card.metric: (card.label, numbers.get(card.label, 0)) for card in article.metrics}


def _axes(table: Table) -> dict[int, Markup]:
    """Columns that hold nothing but drawings, with their axis where all are on one scale."""
    strips = {at: _strips(row[at] for row in table.rows) for at, _ in enumerate(table.header)}
    scales = {at: {strip.scale for strip in found} for at, found in strips.items() if found}
    return {at: axis(*found) if len(found) == 1 else Markup("") for at, found in scales.items()}


def _strips(cells: Iterable[str | Cell]) -> list[Strip]:
    """The drawings of a column; none if it says anything else."""
    column = list(cells)
    if any(str(cell) for cell in column):
        return []
    return [cell.strip for cell in column if not isinstance(cell, str) and cell.strip is not None]
