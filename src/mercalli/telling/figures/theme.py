"""One look for every picture of a file: type, inks and marks that hold in print, in greyscale and for the colour-blind.

What a page draws takes its colours from `page/styles/theme.css`, because they follow the reader's light or dark screen.
Matplotlib takes half a second to import, so that happens inside functions.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mercalli.text.names import plain

# Sizes of type in points.
TITLE, HEAD, BODY, SMALL, TINY = 16.0, 10.0, 9.0, 8.0, 7.0

INK, MUTED, RULE, PALE, PAPER = "#1a1a1a", "#595959", "#c4c4c4", "#f4f4f4", "#ffffff"
GUIDE, GRID = "#888888", "#e4e4e4"
BLACK, RIGHT, WRONG = "#000000", "#0072b2", "#d55e00"

# Okabe and Ito's colours, in an order in which neighbours differ in lightness too.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#56b4e9", "#000000", "#d55e00", "#f0e442", "#cc79a7")
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
MOST_SYSTEMS = len(COLOURS)
FONT = "DejaVu Sans"  # comes with matplotlib
DARKEST = 0.0103  # the light of INK
WORST_BAND, BEST_BAND = 0.86, 0.98

LOOK: dict[str, Any] = {
    "font.size": BODY,
    "text.color": INK,
    "text.parse_math": False,
    "text.hinting": "no_hinting",  # hinting takes most of the time of a text, and shows little at 150 dots an inch
    "axes.edgecolor": RULE,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.unicode_minus": False,
    "xtick.color": MUTED,
    "xtick.labelsize": SMALL,
    "ytick.color": MUTED,
    "ytick.labelsize": SMALL,
    "figure.facecolor": PAPER,
    "hatch.linewidth": 0.6,
}


@dataclass(frozen=True)
class Style:
    """What tells one system from its neighbours: colour and shape; the size is in points."""

    color: str
    marker: str
    size: float = 6.0


def style(position: int) -> Style:
    """The style of a system by its position; shapes shift when colours come round again.

    >>> style(0).color == style(8).color, style(0).marker == style(8).marker
    (True, False)
    """
    again, place = divmod(position, len(COLOURS))
    return Style(COLOURS[place], MARKERS[(place + again) % len(MARKERS)])


def ink_on(colour: str | Sequence[float]) -> str:
    """Black or white, whichever can be read better on a colour.

    >>> ink_on("#0072b2"), ink_on("#56b4e9")
    ('#ffffff', '#1a1a1a')
    """
    red, green, blue = (_linear(part) for part in _rgb(colour))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return PAPER if (1 + 0.05) / (light + 0.05) > (light + 0.05) / (DARKEST + 0.05) else INK


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - sRGB


def blend(colour: str, strength: float) -> tuple[float, float, float]:
    """A colour on paper, from nothing of it to all."""
    red, green, blue = (1 - strength * (1 - part) for part in _rgb(colour))
    return red, green, blue


def _rgb(colour: str | Sequence[float]) -> tuple[float, float, float]:
    from matplotlib.colors import to_rgb  # noqa: PLC0415 - as above

    return to_rgb(colour)  # type: ignore[arg-type]


def band_shade(position: int, count: int) -> str:
    """Greys of bands from the best, lightest, to the worst."""
    step = (BEST_BAND - WORST_BAND) / max(count - 1, 1)
    return str(round(BEST_BAND - step * position, 3))


@contextmanager
def themed(families: Sequence[str] = (FONT,)) -> Generator[None]:
    """Matplotlib under this theme alone, whatever the user set; put back afterwards."""
    from matplotlib import rc_context, rcdefaults, rcParams  # noqa: PLC0415 - as above

    with rc_context():
        rcdefaults()
        look: Any = {**LOOK, "font.family": list(families)}
        rcParams.update(look)
        yield


def drawable(name: str) -> str:
    """A name in letters that the font has for certain.

    >>> drawable("modèle 火")
    'modèle ?'
    """
    return "".join(sign if ord(sign) < 0x250 else "?" for sign in plain(name))  # noqa: PLR2004 - Latin
