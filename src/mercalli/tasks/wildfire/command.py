"""`mercalli wildfire`: burn severity, structure loss, perimeters and cases."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.answer import answer
from mercalli.console.help import Command, Group
from mercalli.console.options import check_out, given_numbers, listed_all, whole_numbers
from mercalli.console.progress import progress_bar
from mercalli.tasks.wildfire import options as fire_options

app = typer.Typer(
    help="Hold models of a fire against what was observed: severity, structures, perimeters.",
    no_args_is_help=True,
    cls=Group,
)

WINDOWS = "1,3,5,9,17,33,65"


@app.command(cls=Command)
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
    from mercalli.tasks.wildfire.screen import show_fire
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
            windows=whole_numbers("windows", (WINDOWS if out else "none") if windows is None else windows),
            tile=tile,
            level=level,
            replicates=replicates,
            seed=seed,
            like=like,
            progress=progress,
        )
    answer(result, out=out, overwrite=overwrite, as_json=as_json, show=show_fire)


@app.command(cls=Command)
def structures(
    observed: Annotated[
        str, typer.Argument(metavar="OBSERVED", help="Inspections: CSV, Parquet, GeoPackage, GeoJSON, HDF5 ...")
    ],
    model: fire_options.Models,
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
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    seed: options.Seed = 0,
    like: fire_options.Like = None,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Which structures models said would be lost, against inspections of them.

    Structures are matched by id or by place, never by their order.
    """
    from mercalli.tasks.wildfire.screen import show_fire
    from mercalli.tasks.wildfire.structures.evaluate import structure_loss

    check_out(out, overwrite=overwrite)
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
        level=level,
        replicates=replicates,
        seed=seed,
        like=like,
    )
    answer(result, out=out, overwrite=overwrite, as_json=as_json, show=show_fire)


@app.command(cls=Command)
def perimeter(
    observed: Annotated[
        str, typer.Argument(metavar="OBSERVED", help="Polygons: GeoPackage, GeoJSON, KML ..., or a map of cells.")
    ],
    model: fire_options.Models,
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
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    seed: options.Seed = 0,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """How well models' perimeters lie on the observed one: areas, overlap, distances.

    Polygons are dissolved first, so that nothing counts twice.
    """
    from mercalli.tasks.wildfire.perimeter.evaluate import fire_perimeter
    from mercalli.tasks.wildfire.perimeter.screen import show_perimeters

    check_out(out, overwrite=overwrite)
    result = fire_perimeter(
        observed,
        model,
        crs=crs,
        time=time,
        before=before,
        burned=given_numbers("burned", burned),
        unburned=given_numbers("unburned", unburned),
        threshold=threshold,
        level=level,
        replicates=replicates,
        seed=seed,
    )
    answer(result, out=out, overwrite=overwrite, as_json=as_json, show=show_perimeters)


@app.command(cls=Command)
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
    windows: Annotated[str, typer.Option(metavar="CELLS", help="For fss: cells on a side of the windows.")] = WINDOWS,
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
    from mercalli.tasks.wildfire.field.screen import show_field

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
    answer(result, out=out, overwrite=overwrite, as_json=as_json, show=show_field)


@app.command(cls=Command)
def case(
    file: Annotated[str, typer.Argument(metavar="CASE", help="A .toml file of fires, groups and weights.")],
    model: Annotated[
        list[str], typer.Argument(metavar="MODEL...", help="Folders with the files that the case names, or HDF5 files.")
    ],
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    seed: options.Seed = 0,
    like: fire_options.Like = None,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Score cards of models on one or more fires, by fire and pooled, from 0 to 100."""
    from mercalli.tasks.wildfire.case.evaluate import fire_case
    from mercalli.tasks.wildfire.case.screen import show_case

    check_out(out, overwrite=overwrite)
    with progress_bar() as progress:
        result = fire_case(file, model, level=level, replicates=replicates, seed=seed, like=like, progress=progress)
    answer(result, out=out, overwrite=overwrite, as_json=as_json, show=show_case)
