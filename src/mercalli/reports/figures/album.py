"""All pictures of a result, by the names of their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.figures.actionability import actionability
from mercalli.reports.figures.comparison import comparison
from mercalli.reports.figures.correlation import correlation
from mercalli.reports.figures.matrices import matrices
from mercalli.reports.figures.names import bare, families, legible, unheard
from mercalli.reports.figures.theme import themed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.reports.figures.canvas import Canvas
    from mercalli.results.evaluation import Evaluation

PICTURES = {
    "comprehensive_metrics_comparison.png": comparison,
    "actionability_breakdown.png": actionability,
    "enhanced_confusion_matrices.png": matrices,
    "metrics_correlation.png": correlation,
}


def drawn(result: Evaluation) -> Iterator[tuple[str, Canvas]]:
    """The canvas of each picture, under the theme for as long as it is being used."""
    needed = bare(result)
    with unheard():
        fonts = families(needed)
        shown = legible(needed, fonts)
        for name, picture in PICTURES.items():
            with themed(fonts):
                yield name, picture(shown)
