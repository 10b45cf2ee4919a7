"""A figure made without pyplot, so that nothing keeps it and a notebook shows it once, and its file."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Self

import numpy as np
from matplotlib import rc_context, rcParams
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from mercalli.telling.figures.pixels import packed

_open: ContextVar[bool] = ContextVar("open", default=False)


class Drawing(Figure):
    """A figure that keeps the look under which it was begun, and shows itself in a notebook."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as matplotlib's own
        super().__init__(*args, **kwargs)
        FigureCanvasAgg(self)
        self._look = {name: value for name, value in rcParams.copy().items() if name != "backend"}

    def _repr_png_(self) -> bytes:
        with rc_context(self._look):  # type: ignore[arg-type]  # names of its own
            return _file(self)


class Undrawn(bytes):
    """The place of a file, with the figure that it would be drawn from."""

    figure: Drawing

    @classmethod
    def of(cls, figure: Drawing) -> Self:
        """Nothing yet."""
        undrawn = cls()
        undrawn.figure = figure
        return undrawn


@contextmanager
def left_open() -> Generator[None]:
    """Figures are not made into files: whoever asked wants them as they are."""
    token = _open.set(True)
    try:
        yield
    finally:
        _open.reset(token)


def png(figure: Drawing) -> bytes:
    """The picture as a file without a date or a maker in it."""
    return Undrawn.of(figure) if _open.get() else _file(figure)


def _file(figure: Drawing) -> bytes:
    canvas: Any = figure.canvas  # its methods have no types
    canvas.draw()
    return packed(np.asarray(canvas.buffer_rgba())[..., :3], figure.dpi)
