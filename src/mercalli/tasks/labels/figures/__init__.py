"""Pictures of an evaluation for print and slides. Matplotlib is imported only once a picture is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mercalli.tasks.labels.result import Evaluation


def figures(result: Evaluation) -> dict[str, bytes]:
    """The names of the picture files and their PNG bytes; the same result gives the same bytes."""
    from mercalli.tasks.labels.figures.album import drawn  # noqa: PLC0415 - matplotlib takes half a second to import

    return {name: canvas.png() for name, canvas in drawn(result)}
