"""`mercalli wildfire severity`."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.options import whole_numbers
from mercalli.console.output import Output
from mercalli.console.progress import progress_bar
from mercalli.tasks.wildfire import options as fire_options


@options.with_records
def severity(
    observed: fire_options.Observed,
    model: fire_options.Models,
    *,
    codes: fire_options.Codes,
    threshold: Annotated[
        float | None, typer.Option(metavar="X", help="Read the model as numbers, high from here on.")
    ] = None,
    observed_threshold: Annotated[
        float | None, typer.Option(metavar="X", help="Read the observation as numbers, high from here on.")
    ] = None,
    domain: Annotated[
        str | None, typer.Option(metavar="FILE", help="Polygons outside of which nothing is counted.")
    ] = None,
    align: fire_options.Align = None,
    windows: Annotated[
        str | None,
        typer.Option(metavar="CELLS", help="Windows of the fractions skill score, or none; seven with --out."),
    ] = None,
    tile: fire_options.Tile = 128,
    resampling: options.Resampling,
    like: fire_options.Like = None,
    output: Output,
) -> None:
    """Where models saw high burn severity, cell by cell against a map of it.

    Maps must lie on each other; codes or files without data are not counted, and said.
    """
    from mercalli.tasks.wildfire.severity.evaluate import burn_severity

    with progress_bar() as progress:
        result = burn_severity(
            observed,
            model,
            **codes.settings,
            threshold=threshold,
            observed_threshold=observed_threshold,
            domain=domain,
            align=align,
            windows=whole_numbers(
                "windows", (fire_options.WINDOWS if output.out else "none") if windows is None else windows
            ),
            tile=tile,
            **resampling.settings,
            like=like,
            progress=progress,
        )
    output.tell(result)
