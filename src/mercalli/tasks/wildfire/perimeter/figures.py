"""The map of two perimeters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.tasks.wildfire.figures import MOST_MAPS, SEEN, furnish, panels
from mercalli.telling.figures.theme import WRONG

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes

    from mercalli.tasks.wildfire.perimeter.result import Perimeters, PerimeterStep

OBSERVED, MODELLED = SEEN, WRONG


def perimeter_map(result: Perimeters) -> dict[str, bytes]:
    """The last outlines of all models, each on the observed one."""
    drawn = [(system.name, _outlines(system.steps[-1])) for system in result.systems[:MOST_MAPS]]
    return {"map.png": panels(drawn, ("observed", "modelled"), (OBSERVED, MODELLED))}


def _outlines(step: PerimeterStep) -> Callable[[Axes], None]:
    def draw(axes: Axes) -> None:
        for rings, colour in ((step.observed, OBSERVED), (step.model, MODELLED)):
            _fill(axes, rings, colour)
        axes.set_aspect("equal")
        axes.margins(0.06)
        axes.autoscale_view()
        (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
        furnish(axes, (left, right, bottom, top))

    return draw


def _fill(axes: Axes, rings: Sequence[Sequence[float]], colour: str) -> None:
    """All rings as one path, so that holes stay holes."""
    from matplotlib.patches import PathPatch  # noqa: PLC0415 - half a second to import
    from matplotlib.path import Path  # noqa: PLC0415 - as above

    if not rings:
        return
    parts = [np.asarray(ring).reshape(-1, 2) for ring in rings]
    codes = [code for part in parts for code in [Path.MOVETO, *[Path.LINETO] * (len(part) - 2), Path.CLOSEPOLY]]
    path = Path(np.concatenate(parts), codes)
    axes.add_patch(PathPatch(path, facecolor=colour, alpha=0.22, edgecolor="none"))
    axes.add_patch(PathPatch(path, facecolor="none", edgecolor=colour, linewidth=1.1))
