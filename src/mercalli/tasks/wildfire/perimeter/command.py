"""`mercalli wildfire perimeter`."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.options import given_numbers
from mercalli.console.output import Output
from mercalli.tasks.wildfire import options as fire_options


@options.with_records
def perimeter(
    observed: Annotated[
        str, typer.Argument(metavar="OBSERVED", help="Polygons: GeoPackage, GeoJSON, KML ..., or a map of cells.")
    ],
    model: fire_options.Models,
    *,
    crs: Annotated[
        str | None, typer.Option(metavar="CODE", help="Equal-area projection, as in EPSG:5070; else around the fire.")
    ] = None,
    time: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of times, each a step with its growth.")
    ] = None,
    before: Annotated[
        str | None, typer.Option(metavar="FILE", help="The perimeter before, to look at the growth from it.")
    ] = None,
    burned: Annotated[
        str | None, typer.Option(metavar="CODES", help="In a map of cells, codes that mean burned; else 1.")
    ] = None,
    unburned: Annotated[
        str | None, typer.Option(metavar="CODES", help="Codes that mean not burned, or not observed; else 0.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option(metavar="X", help="In a map of numbers, burned from here on.")
    ] = None,
    resampling: options.Resampling,
    output: Output,
) -> None:
    """How well models' perimeters lie on the observed one: areas, overlap, distances.

    Polygons are dissolved first, so that nothing counts twice.
    """
    from mercalli.tasks.wildfire.perimeter.evaluate import fire_perimeter

    result = fire_perimeter(
        observed,
        model,
        crs=crs,
        time=time,
        before=before,
        burned=given_numbers("burned", burned),
        unburned=given_numbers("unburned", unburned),
        threshold=threshold,
        **resampling.settings,
    )
    output.tell(result)
