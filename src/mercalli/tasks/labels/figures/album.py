"""All pictures of a result, by the names of their files."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.tasks.labels.figures.correlation import correlation
from mercalli.tasks.labels.figures.forests import actionability, comparison
from mercalli.tasks.labels.figures.matrices import matrices
from mercalli.tasks.labels.figures.names import bare, families, legible, unheard
from mercalli.tasks.labels.result import Evaluation
from mercalli.telling.figures.canvas import Canvas
from mercalli.telling.figures.theme import themed

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
            if picture is matrices and any(system.table.fitted for system in result.systems):
                continue
            with themed(fonts):
                yield name, picture(shown)
