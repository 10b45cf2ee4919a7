"""A sheet: a picture whose panels matplotlib lays out by itself, and what panels have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mercalli.telling.figures.theme import BODY, GRID, GUIDE, SMALL, drawable, themed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


DPI = 150
GUIDE_LINE: dict[str, Any] = {"color": GUIDE, "linewidth": 1, "linestyle": "--"}
MOST_NAMES = 4  # in a row of the legend
SIGN = 0.6  # inches of a line, and of the space around it and its name


def sheet(width: float, height: float, draw: Callable[[Figure], None]) -> bytes:
    """PNG bytes of what is drawn on so many inches; the same drawing gives the same bytes."""
    from mercalli.telling.figures.drawing import Drawing, png  # noqa: PLC0415 - half a second to import

    with themed():
        figure = Drawing(figsize=(width, height), dpi=DPI, layout="constrained")
        draw(figure)
        return png(figure)


def label(axes: Axes, *, grid: Any = "both", **words: Any) -> None:  # noqa: ANN401 - matplotlib's own
    """Title and names of the axes, a grid, and no frame above and to the right."""
    axes.set(**words)
    axes.grid(axis=grid, color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def name_above(figure: Figure, lines: Sequence[Any] = (), names: Sequence[str] = ()) -> None:
    """What lines mean, above all panels: all that have a name, or these lines with these names; each name in full."""
    from mercalli.telling.figures.lettering import width_of  # noqa: PLC0415 - imports matplotlib

    if not lines:
        every = (each.get_legend_handles_labels() for each in figure.axes)
        known = {name: line for found in every for line, name in zip(*found, strict=True)}
        lines, names = list(known.values()), list(known)
    across = figure.get_figwidth()
    texts = [broken(name, across - SIGN, BODY) for name in names]
    widest = max((width_of(text, BODY) for text in texts), default=0.0) + SIGN
    columns = max(1, min(MOST_NAMES, len(texts), int(across / widest)))
    figure.legend(lines, texts, loc="outside upper center", ncols=columns, frameon=False)


def broken(name: str, width: float, size: float = SMALL) -> str:
    """A name in letters of the font, on as many lines of a width in inches as it needs, three at most."""
    from mercalli.telling.figures.lettering import wrapped  # noqa: PLC0415 - imports matplotlib

    return wrapped(drawable(name), width, size)


def note_below(figure: Figure, text: str, left_out: int = 0) -> None:
    """A note below all panels, and how many systems there was no room for."""
    more = f"{left_out} more in the tables." if left_out else ""
    if words := f"{text} {more}".strip():
        figure.supxlabel(words, size=SMALL)
