"""An article as one self-contained page: its pictures are inside, and it reads without scripts."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from struct import unpack

from markupsafe import Markup

from mercalli.results.gates import GateReport, by_gate
from mercalli.telling.article import Article, Cell, Explorer, Table
from mercalli.telling.page.computed import computed
from mercalli.telling.page.mathml import formula
from mercalli.telling.page.rendering import rendered
from mercalli.telling.svg.crosses import drawn_crosses
from mercalli.telling.svg.plot import drawn
from mercalli.telling.svg.strip import Strip, axis
from mercalli.telling.words import gate_found, gate_place, gates_caption, span_of
from mercalli.text.names import plain

EXPLORED = ("tp", "fp", "positives", "total", "chosen", "bounds")
FIRST_VALUES, MOST_VALUES = 6, 100
LARGE = 900  # dots down
WIDE = 1100  # dots across
SVG_SIZE = re.compile(rb'<svg [^>]*?width="(\d+)" height="(\d+)"')


def article_page(article: Article, pictures: Mapping[str, bytes]) -> str:
    """The whole page; a metric is explained once, whatever its options."""
    explained = [card for card in article.metrics if not article.explained or card.metric in article.explained]
    glossary = list({card.label: card for card in reversed(explained)}.values())[::-1]
    return rendered(
        {
            "top": article.top,
            "glossary": glossary,
            "computed": list(computed(article.provenance, article.digests)),
            "formula": formula,
            "span_of": span_of,
            "article": article,
            "axes": _axes,
            "entries": _entries(article, [card.label for card in glossary]),
            "gates": _gates,
            "gates_caption": gates_caption,
            "pictures": {name: _Drawing.of(png) for name, png in pictures.items()},
            "drawn": drawn,
            "drawn_crosses": drawn_crosses,
            "explored": _explored,
        }
    )


def _explored(explorer: Explorer) -> Markup:
    """What the script needs, with no sign in it that could end the element: a result may come from anybody."""
    curve = {"threshold": explorer.thresholds, **{name: getattr(explorer, name) for name in EXPLORED}}
    written = json.dumps(curve, allow_nan=False, separators=(",", ":"))
    for sign in "<>&":
        written = written.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(written)  # noqa: S704 - signs of HTML were just written as numbers


def _entries(article: Article, labels: list[str]) -> dict[str, tuple[str, int]]:
    """What each metric is called, and the number of its entry in the glossary, 0 if it has none."""
    numbers = {label: at for at, label in enumerate(labels, 1)}
    return {card.metric: (card.label, numbers.get(card.label, 0)) for card in article.metrics}


def _axes(table: Table) -> dict[int, Markup]:
    """Columns that hold nothing but drawings, with their axis where all are on one scale."""
    strips = {at: _strips(row[at] for row in table.rows) for at, _ in enumerate(table.header)}
    scales = {at: {strip.scale for strip in column} for at, column in strips.items() if column}
    return {at: axis(*used) if len(used) == 1 else Markup("") for at, used in scales.items()}


def _strips(cells: Iterable[str | Cell]) -> list[Strip]:
    """The drawings of a column; none if it says anything else."""
    column = list(cells)
    if any(str(cell) for cell in column):
        return []
    return [cell.strip for cell in column if not isinstance(cell, str) and cell.strip is not None]


@dataclass(frozen=True)
class _Drawing:
    """A picture inside a page, and how many dots it has across and down."""

    source: str
    width: int
    height: int

    @classmethod
    def of(cls, png: bytes) -> _Drawing:
        """From the bytes of its file, whose header holds its size."""
        if sized := SVG_SIZE.match(png):
            return cls(f"data:image/svg+xml;base64,{b64encode(png).decode()}", *map(int, sized.groups()))
        return cls(f"data:image/png;base64,{b64encode(png).decode()}", *unpack(">II", png[16:24]))

    @property
    def is_large(self) -> bool:
        """Whether it has panels below each other, so that its letters are small unless it is high."""
        return self.height > LARGE

    @property
    def is_wide(self) -> bool:
        """Whether a phone is too narrow for its letters."""
        return self.width > WIDE


@dataclass(frozen=True)
class _Gate:
    """One gate, tried on every system and in every place that it asks for: some of what it found, and the rest."""

    text: str
    tried: int
    missed: int
    first: Sequence[str]
    rest: Sequence[str]
    left_out: int


def _gates(reports: Sequence[GateReport]) -> list[_Gate]:
    """Each gate with what it found where it was missed, or everywhere; missed ones first."""
    gates = [_gate(text, tried) for text, tried in by_gate(reports).items()]
    return sorted(gates, key=lambda gate: gate.missed == 0)


def _gate(text: str, tried: Sequence[GateReport]) -> _Gate:
    missed = [gate for gate in tried if not gate.passed]
    values = [f"{plain(gate.system + gate_place(gate))}: {gate_found(gate)}" for gate in missed or tried]
    left_out = max(0, len(values) - MOST_VALUES)
    return _Gate(
        plain(text), len(tried), len(missed), values[:FIRST_VALUES], values[FIRST_VALUES:MOST_VALUES], left_out
    )
