"""The layout that suits the number of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.figures.columns import columns
from mercalli.telling.figures.stacked import stacked

if TYPE_CHECKING:
    from mercalli.telling.figures.canvas import Canvas, Heading
    from mercalli.telling.figures.forest import Forest


def laid_out(forest: Forest, heading: Heading) -> Canvas:
    """Stacked blocks for few systems, columns for many."""
    return (stacked if len(forest.names) <= FEW_SYSTEMS else columns)(forest, heading)


FEW_SYSTEMS = 8
