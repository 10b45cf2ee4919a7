"""A canvas: a page measured in inches from its top left corner, with a heading, signs explained and notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from mercalli.telling.figures.drawing import Drawing, png
from mercalli.telling.figures.lettering import DPI, LINE_SPACING, height_of, width_of, wrapped
from mercalli.telling.figures.numerals import Numeral, Numerals
from mercalli.telling.figures.theme import BODY, INK, MUTED, SMALL, TITLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text


MOST_PIXELS = 11_900
MARGIN = 0.45
GAP = 0.14


class Canvas:
    """A page to draw on."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.figure = Drawing(figsize=(width, height), dpi=min(DPI, MOST_PIXELS / max(width, height)))

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Axes without frame or ticks; those of matplotlib take a millisecond each."""
        bottom = 1 - (top + height) / self.height
        axes = self.figure.add_axes((left / self.width, bottom, width / self.width, height / self.height))
        axes.patch.set_visible(False)
        axes.spines[:].set_visible(False)
        axes.xaxis.set_visible(False)
        axes.yaxis.set_visible(False)
        return axes

    def text(self, left: float, top: float, text: str, size: float = BODY, *, bold: bool = False, **style: Any) -> Text:  # noqa: ANN401 - matplotlib's own
        """A text that hangs from a point unless the style says otherwise."""
        place: dict[str, Any] = {"va": "top", "linespacing": LINE_SPACING, "transform": self.figure.dpi_scale_trans}
        weight = "bold" if bold else "normal"
        return self.figure.text(left, self.height - top, text, size=size, weight=weight, **{**place, **style})

    def line(self, across: Sequence[float], down: Sequence[float], **style: Any) -> None:  # noqa: ANN401 - matplotlib's own
        """A line, or marks, through points."""
        upward = [self.height - each for each in down]
        self.figure.add_artist(Line2D(across, upward, transform=self.figure.dpi_scale_trans, **style))

    def box(self, left: float, top: float, width: float, height: float, **style: Any) -> None:  # noqa: ANN401 - matplotlib's own
        """A rectangle."""
        corner = (left, self.height - top - height)
        self.figure.add_artist(Rectangle(corner, width, height, transform=self.figure.dpi_scale_trans, **style))

    def numerals(self, numerals: Iterable[Numeral]) -> None:
        """Many small figures at once, placed from the top left corner."""
        upward = [replace(each, middle=(each.middle[0], self.height - each.middle[1])) for each in numerals]
        if upward:
            self.figure.add_artist(Numerals(upward, self.figure.dpi_scale_trans))

    def png(self) -> bytes:
        """The picture as a file without a date or a maker in it."""
        return png(self.figure)


@dataclass(frozen=True)
class Sign:
    """A mark and what it means; a box if it has a face, else a line with a marker."""

    label: str
    style: dict[str, Any] = field(default_factory=dict[str, Any])

    def draw(self, canvas: Canvas, left: float, middle: float) -> None:
        """The mark, centred on a point."""
        if "facecolor" in self.style:
            canvas.box(left - 0.1, middle - 0.07, 0.2, 0.14, **self.style)
        else:
            canvas.line([left - 0.1, left, left + 0.1], [middle] * 3, markevery=[1], **self.style)


@dataclass(frozen=True)
class Heading:
    """What stands above and below a picture."""

    title: str
    lead: str
    signs: tuple[Sign, ...] = ()
    notes: tuple[str, ...] = ()


def page(width: float, height: float, heading: Heading) -> tuple[Canvas, float]:
    """A canvas with room of some height for the picture itself, and where that room begins."""
    room = width - 2 * MARGIN
    title = wrapped(heading.title, room, TITLE, bold=True)
    lead = wrapped(heading.lead, room, BODY, most=6)
    notes = [wrapped(note, room, SMALL, most=8) for note in heading.notes]
    rows = _in_rows(heading.signs, room)
    top = MARGIN + height_of(title, TITLE, bold=True) + GAP + height_of(lead) + GAP + len(rows) * 0.26 + GAP
    bottom = sum(height_of(note, SMALL) + 0.06 for note in notes) + MARGIN + (GAP if notes else 0)
    canvas = Canvas(width, top + height + bottom)
    canvas.text(MARGIN, MARGIN, title, TITLE, bold=True)
    canvas.text(MARGIN, MARGIN + height_of(title, TITLE, bold=True) + GAP, lead, color=MUTED)
    _draw_signs(canvas, rows, top - GAP - len(rows) * 0.26)
    _draw_notes(canvas, notes, top + height + GAP)
    return canvas, top


def _in_rows(signs: Sequence[Sign], room: float) -> list[list[Sign]]:
    """Signs in as many rows as they need."""
    rows: list[list[Sign]] = []
    taken = room
    for sign in signs:
        width = 0.32 + width_of(sign.label, SMALL) + 0.3
        if taken + width > room:
            rows.append([])
            taken = 0.0
        rows[-1].append(sign)
        taken += width
    return rows


def _draw_signs(canvas: Canvas, rows: Sequence[Sequence[Sign]], top: float) -> None:
    for at, row in enumerate(rows):
        left, middle = MARGIN, top + (at + 0.5) * 0.26
        for sign in row:
            sign.draw(canvas, left + 0.12, middle)
            canvas.text(left + 0.32, middle, sign.label, SMALL, va="center", color=INK)
            left += 0.32 + width_of(sign.label, SMALL) + 0.3


def _draw_notes(canvas: Canvas, notes: Sequence[str], top: float) -> None:
    for note in notes:
        canvas.text(MARGIN, top, note, SMALL, color=MUTED)
        top += height_of(note, SMALL) + 0.06
