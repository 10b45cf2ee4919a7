"""`mercalli wildfire structures`."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.options import listed_all
from mercalli.console.output import Output
from mercalli.tasks.wildfire import options as fire_options


@options.with_records
def structures(
    observed: Annotated[
        str, typer.Argument(metavar="OBSERVED", help="Inspections: CSV, Parquet, GeoPackage, GeoJSON, HDF5 ...")
    ],
    model: fire_options.Models,
    *,
    damage: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of observed damage; a usual name is looked for.")
    ] = None,
    pred: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Column of modelled damage; A,B are several models.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="NAME", help="Column that names each structure, or A=B.")] = None,
    within: Annotated[
        str | None, typer.Option(metavar="DISTANCE", help="Match by place instead, at most so far apart: 20m.")
    ] = None,
    scale: Annotated[str, typer.Option(metavar="NAME", help="The words for damage: dins, or a .toml file.")] = "dins",
    positive: Annotated[
        str | None, typer.Option(metavar="NAME", help="What is lost: destroyed or major_or_destroyed.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option(metavar="X", help="Read the model as probabilities, lost from here on.")
    ] = None,
    unit: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of what is resampled as a whole, such as the incident.")
    ] = None,
    tile_m: Annotated[float, typer.Option(metavar="X", help="Metres on a side of the resampled tiles.")] = 1000,
    resampling: options.Resampling,
    like: fire_options.Like = None,
    output: Output,
) -> None:
    """Which structures models said would be lost, against inspections of them.

    Structures are matched by id or by place, never by their order.
    """
    from mercalli.tasks.wildfire.structures.evaluate import structure_loss

    result = structure_loss(
        observed,
        model,
        damage=damage,
        pred=listed_all(pred, "pred"),
        key=key,
        within=within,
        scale=scale,
        positive=positive,
        threshold=threshold,
        unit=unit,
        tile_m=tile_m,
        **resampling.settings,
        like=like,
    )
    output.tell(result)
