"""Numerals: many small figures drawn as one collection of shapes, because each text takes matplotlib a millisecond."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from matplotlib.collections import PathCollection
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ft2font import LoadFlags
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform, Transform

from mercalli.inputs.arrays import Floats
from mercalli.telling.figures.theme import FONT

TRIED = 100.0  # points; shapes do not depend on it, because nothing is hinted
LINE = 1.1  # of the height of the font


@dataclass(frozen=True)
class _Glyph:
    """The shape of a sign of one point, and how far the next one stands from it."""

    path: Path
    advance: float

    @cached_property
    def ends(self) -> tuple[float, float]:
        """Its lowest and highest point."""
        ups = [float(up) for _, up in np.asarray(self.path.vertices, np.float64)]
        return min(ups, default=0.0), max(ups, default=0.0)


@lru_cache(maxsize=200)
def _glyph(sign: str) -> _Glyph:
    font: Any = _font()
    advance = font.load_char(ord(sign), flags=LoadFlags.NO_HINTING).linearHoriAdvance / 65536
    points, codes = font.get_path()
    return _Glyph(Path(points / TRIED, codes), advance / TRIED)


def _font() -> Any:  # noqa: ANN401 - matplotlib's own
    """The font at the size in which shapes are taken; others may have left it at another."""
    font: Any = get_font(findfont(FontProperties(family=FONT)))
    font.set_size(TRIED, 72)
    return font


@lru_cache(maxsize=1)
def _line_height() -> float:
    """Of one point, from the top of a line to the top of the next."""
    font = _font()
    table = font.get_sfnt_table("OS/2")
    return float(LINE * (table["sTypoAscender"] - table["sTypoDescender"]) / font.units_per_EM)


def numeral_width(text: str, size: float) -> float:
    """Width of a line of figures in inches."""
    return sum(_glyph(sign).advance for sign in text) * size / 72


@dataclass(frozen=True)
class Numeral:
    """Lines of figures around a point, in inches from the left and from below."""

    lines: tuple[str, ...]
    middle: tuple[float, float]
    size: float
    ink: str

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, lower, right and upper end."""
        (across, up), half = self.middle, max(numeral_width(line, self.size) for line in self.lines) / 2
        tall = len(self.lines) * _line_height() * self.size / 72 / 2
        return across - half, up - tall, across + half, up + tall

    @cached_property
    def signs(self) -> list[tuple[_Glyph, float, float]]:
        """Each sign, and where its base line begins."""
        (across, up), points = self.middle, self.size / 72
        found: list[tuple[_Glyph, float, float]] = []
        for at, line in enumerate(self.lines):
            glyphs = [_glyph(sign) for sign in line]
            low, high = min(each.ends[0] for each in glyphs), max(each.ends[1] for each in glyphs)
            base = up + (((len(self.lines) - 1) / 2 - at) * _line_height() - (low + high) / 2) * points
            starts = np.cumsum([0.0, *(each.advance for each in glyphs)])
            found += [
                (each, float(across + (start - starts[-1] / 2) * points), base)
                for each, start in zip(glyphs, starts, strict=False)
            ]
        return found


class Numerals(PathCollection):
    """Shapes of many numerals as one artist; `drawn` says what they are."""

    def __init__(self, drawn: Sequence[Numeral], inches: Transform) -> None:
        signs = [(numeral, sign) for numeral in drawn for sign in numeral.signs]
        places: Floats = np.array([sign[1:] for _, sign in signs]).reshape(-1, 2)
        super().__init__(
            [sign[0].path for _, sign in signs],
            sizes=np.array([numeral.size**2 for numeral, _ in signs]),
            offsets=places,
            offset_transform=inches,
            facecolors=[numeral.ink for numeral, _ in signs],
            linewidths=0,
        )
        self.set_transform(IdentityTransform())
        self.drawn = tuple(drawn)
