"""`mercalli wildfire field`."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.answer import answer
from mercalli.console.options import check_out, given_numbers, whole_numbers
from mercalli.console.progress import progress_bar
from mercalli.tasks.wildfire import options as fire_options


def field(
    observed: fire_options.Observed,
    model: fire_options.Models,
    kind: Annotated[str, typer.Option(metavar="KIND", help="What is compared: fss, arrival, probability or ordinal.")],
    product: fire_options.Product = "mtbs",
    high: fire_options.High = None,
    not_observed: fire_options.NotObserved = None,
    model_missing: fire_options.ModelMissing = "none",
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
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    seed: options.Seed = 0,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Compare maps beyond cell by cell: neighbourhoods, arrival times, probabilities, ordered classes."""
    from mercalli.tasks.wildfire.field.evaluate import fire_field

    check_out(out, overwrite=overwrite)
    with progress_bar() as progress:
        result = fire_field(
            observed,
            model,
            kind=kind,
            product=product,
            high=given_numbers("high", high),
            not_observed=given_numbers("not_observed", not_observed),
            model_missing=whole_numbers("model_missing", model_missing),
            threshold=threshold,
            windows=whole_numbers("windows", windows),
            classes=given_numbers("classes", classes),
            reference=reference,
            time_unit=time_unit,
            align=align,
            tile=tile,
            level=level,
            replicates=replicates,
            seed=seed,
            progress=progress,
        )
    answer(result, out=out, overwrite=overwrite, as_json=as_json)
