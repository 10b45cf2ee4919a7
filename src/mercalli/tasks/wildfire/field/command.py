"""`mercalli wildfire field`."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.options import given_numbers, whole_numbers
from mercalli.console.output import Output
from mercalli.console.progress import progress_bar
from mercalli.tasks.wildfire import options as fire_options


@options.with_records
def field(
    observed: fire_options.Observed,
    model: fire_options.Models,
    *,
    kind: Annotated[str, typer.Option(metavar="KIND", help="What is compared: fss, arrival, probability or ordinal.")],
    codes: fire_options.Codes,
    threshold: Annotated[
        float | None, typer.Option(metavar="X", help="For fss: read the model as numbers, high from here on.")
    ] = None,
    windows: Annotated[
        str, typer.Option(metavar="CELLS", help="For fss: cells on a side of the windows.")
    ] = fire_options.WINDOWS,
    classes: Annotated[
        str | None, typer.Option(metavar="CODES", help="For ordinal: from the lowest class to the highest.")
    ] = None,
    reference: Annotated[
        str | None, typer.Option(metavar="FILE", help="For probability: a map of what to beat, such as persistence.")
    ] = None,
    time_unit: Annotated[
        str, typer.Option(metavar="NAME", help="For arrival: what the times are in, such as hours.")
    ] = "",
    align: fire_options.Align = None,
    tile: fire_options.Tile = 128,
    resampling: options.Resampling,
    output: Output,
) -> None:
    """Compare maps beyond cell by cell: neighbourhoods, arrival times, probabilities, ordered classes."""
    from mercalli.tasks.wildfire.field.evaluate import fire_field

    with progress_bar() as progress:
        result = fire_field(
            observed,
            model,
            kind=kind,
            **codes.settings,
            threshold=threshold,
            windows=whole_numbers("windows", windows),
            classes=given_numbers("classes", classes),
            reference=reference,
            time_unit=time_unit,
            align=align,
            tile=tile,
            **resampling.settings,
            progress=progress,
        )
    output.tell(result)
