"""Pictures of the frontiers for files."""

from __future__ import annotations

from mercalli.tasks.models.cost_section import FILES, crosses, how_to_read
from mercalli.tasks.models.result import ModelsResult


def cost_figures(result: ModelsResult) -> dict[str, bytes]:
    """File names and PNG bytes; the same result gives the same bytes."""
    from mercalli.telling.figures.crosses import crosses_figure  # noqa: PLC0415 - matplotlib takes half a second

    costs = result.cost
    frontiers = () if costs is None else costs.frontiers
    plots = {each: crosses(result, costs, each) for each in frontiers if costs is not None and each.places}
    return {
        FILES[each.across]: crosses_figure(plot, how_to_read(each, higher=plot.higher)) for each, plot in plots.items()
    }
