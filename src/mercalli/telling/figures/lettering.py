"""Lettering: how large a text comes out, and where to break it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from matplotlib import rcParams
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from mercalli.telling.figures.theme import BODY

DPI = 160
CUT = "…"
LINE_SPACING = 1.2
PIECES = re.compile(r"(?:[^\s_\-/.,:;|]|(?<=\d)[.,](?=\d))*[\s_\-/.,:;|]*")  # a number is one piece


def extent(text: str, size: float = BODY, *, bold: bool = False) -> tuple[float, float]:
    """Width and height of a text in inches."""
    return _extent(text, size, bold, tuple(rcParams["font.family"]))


@lru_cache(maxsize=20_000)
def _extent(text: str, size: float, bold: bool, families: tuple[str, ...]) -> tuple[float, float]:  # noqa: FBT001
    if not text.strip():
        return 0.0, size / 72
    drawn = Text(0, 0, text, size=size, weight="bold" if bold else "normal", family=list(families))
    drawn.set_figure(_sheet())
    box = drawn.get_window_extent()
    return box.width / DPI, box.height / DPI


@lru_cache(maxsize=1)
def _sheet() -> Figure:
    """A sheet to try texts out on."""
    sheet = Figure(figsize=(1, 1), dpi=DPI)
    FigureCanvasAgg(sheet)
    return sheet


def width_of(text: str, size: float = BODY, *, bold: bool = False) -> float:
    """Width of a text in inches."""
    return extent(text, size, bold=bold)[0]


def height_of(text: str, size: float = BODY, *, bold: bool = False) -> float:
    """Height of a text in inches, with room for its lines; 0 for no text."""
    if not text:
        return 0.0
    lines = text.count("\n") + 1
    return max(extent(text, size, bold=bold)[1], lines * size * LINE_SPACING / 72)


def wrapped(text: str, width: float, size: float = BODY, *, bold: bool = False, most: int = 3) -> str:
    """A text in at most `most` lines of a width in inches, broken where words or parts of names end, cut if it must."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        rest = paragraph.strip()
        while rest and len(lines) < most:
            line = _line(rest, width, size, bold=bold)
            lines.append(line.rstrip())
            rest = rest[len(line) :].lstrip()
        if rest:
            return "\n".join([*lines[:-1], _cut(lines[-1], width, size, bold=bold)])
    return "\n".join(lines)


def _line(text: str, width: float, size: float, *, bold: bool) -> str:
    """As much of a text as fits, up to the end of a word if there is one."""
    ends = [piece.end() for piece in PIECES.finditer(text[:400]) if piece.group()]
    if fitting := bisect_right(ends, width, key=lambda end: width_of(text[:end].rstrip(), size, bold=bold)):
        return text[: ends[fitting - 1]]
    lengths = range(1, ends[0] + 1)
    fit = bisect_right(lengths, width, key=lambda length: width_of(text[:length], size, bold=bold))
    return text[: max(1, fit)]


def _cut(line: str, width: float, size: float, *, bold: bool) -> str:
    kept = line
    while kept and width_of(kept + CUT, size, bold=bold) > width:
        kept = kept[:-1]
    return kept.rstrip() + CUT
