"""`mercalli wildfire severity`."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.answer import answer
from mercalli.console.options import check_out, given_numbers, whole_numbers
from mercalli.console.progress import progress_bar
from mercalli.tasks.wildfire import options as fire_options


def severity(
    observed: fire_options.Observed,
    model: fire_options.Models,
    product: fire_options.Product = "mtbs",
    high: fire_options.High = None,
    not_observed: fire_options.NotObserved = None,
    model_missing: fire_options.ModelMissing = "none",
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
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    seed: options.Seed = 0,
    like: fire_options.Like = None,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Where models saw high burn severity, cell by cell against a map of it.

    Maps must lie on each other; codes or files without data are not counted, and said.
    """
    from mercalli.tasks.wildfire.severity.evaluate import burn_severity

    check_out(out, overwrite=overwrite)
    with progress_bar() as progress:
        result = burn_severity(
            observed,
            model,
            product=product,
            high=given_numbers("high", high),
            not_observed=given_numbers("not_observed", not_observed),
            model_missing=whole_numbers("model_missing", model_missing),
            threshold=threshold,
            observed_threshold=observed_threshold,
            domain=domain,
            align=align,
            windows=whole_numbers("windows", (fire_options.WINDOWS if out else "none") if windows is None else windows),
            tile=tile,
            level=level,
            replicates=replicates,
            seed=seed,
            like=like,
            progress=progress,
        )
    answer(result, out=out, overwrite=overwrite, as_json=as_json)
