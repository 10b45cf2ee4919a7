"""`mercalli wildfire`: a command for each part, and the options that several of them share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from mercalli.console import options
from mercalli.console.help import Command, Group
from mercalli.console.options import given_numbers, listed_all, whole_numbers
from mercalli.console.output import Output
from mercalli.console.progress import progress_bar

WINDOWS = "1,3,5,9,17,33,65"
Observed = Annotated[str, typer.Argument(metavar="OBSERVED", help="What was observed: GeoTIFF, NetCDF, HDF5 or .npy.")]
Models = Annotated[list[str], typer.Argument(metavar="MODEL...", help="One or more models, of the same kinds.")]
Like = Annotated[str | None, typer.Option(metavar="NAME", help="firebench: count and answer as that program does.")]
Align = Annotated[
    str | None, typer.Option(metavar="HOW", help="Put a model on the grid of the observation: nearest or mode.")
]
Tile = Annotated[int, typer.Option(metavar="N", help="Cells on a side of the tiles that are resampled.")]


@dataclass(frozen=True)
class Codes:
    """What the codes of maps mean."""

    product: Annotated[
        str, typer.Option(metavar="NAME", help="What codes mean: mtbs, ravg (loss of canopy cover), or a .toml file.")
    ] = "mtbs"
    high: Annotated[
        str | None, typer.Option(metavar="CODES", help="Codes that are high severity; 4 in mtbs, 5 in ravg.")
    ] = None
    not_observed: Annotated[
        str | None,
        typer.Option(metavar="CODES", help="Codes that mean that nobody looked, or none; 0,6 in mtbs, 9 in ravg."),
    ] = None
    model_missing: Annotated[
        str, typer.Option(metavar="CODES", help="Codes of the model that mean that it gives no answer.")
    ] = "none"

    @property
    def settings(self) -> dict[str, Any]:
        """As the function of the task takes them."""
        return {
            "product": self.product,
            "high": given_numbers("high", self.high),
            "not_observed": given_numbers("not_observed", self.not_observed),
            "model_missing": whole_numbers("model_missing", self.model_missing),
        }


@options.with_records
def severity(
    observed: Observed,
    model: Models,
    *,
    codes: Codes,
    threshold: Annotated[
        float | None, typer.Option(metavar="X", help="Read the model as numbers, high from here on.")
    ] = None,
    observed_threshold: Annotated[
        float | None, typer.Option(metavar="X", help="Read the observation as numbers, high from here on.")
    ] = None,
    domain: Annotated[
        str | None, typer.Option(metavar="FILE", help="Polygons outside of which nothing is counted.")
    ] = None,
    align: Align = None,
    windows: Annotated[
        str | None,
        typer.Option(metavar="CELLS", help="Windows of the fractions skill score, or none; seven with --out."),
    ] = None,
    tile: Tile = 128,
    resampling: options.Resampling,
    like: Like = None,
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
            windows=whole_numbers("windows", (WINDOWS if output.out else "none") if windows is None else windows),
            tile=tile,
            **resampling.settings,
            like=like,
            progress=progress,
        )
    output.tell(result)


@options.with_records
def structures(
    observed: Annotated[
        str, typer.Argument(metavar="OBSERVED", help="Inspections: CSV, Parquet, GeoPackage, GeoJSON, HDF5 ...")
    ],
    model: Models,
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
    like: Like = None,
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


@options.with_records
def perimeter(
    observed: Annotated[
        str, typer.Argument(metavar="OBSERVED", help="Polygons: GeoPackage, GeoJSON, KML ..., or a map of cells.")
    ],
    model: Models,
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


@options.with_records
def field(
    observed: Observed,
    model: Models,
    *,
    kind: Annotated[str, typer.Option(metavar="KIND", help="What is compared: fss, arrival, probability or ordinal.")],
    codes: Codes,
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
    align: Align = None,
    tile: Tile = 128,
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


@options.with_records
def case(
    file: Annotated[str, typer.Argument(metavar="CASE", help="A .toml file of fires, groups and weights.")],
    model: Annotated[
        list[str], typer.Argument(metavar="MODEL...", help="Folders with the files that the case names, or HDF5 files.")
    ],
    *,
    resampling: options.Resampling,
    like: Like = None,
    output: Output,
) -> None:
    """Score cards of models on one or more fires, by fire and pooled, from 0 to 100."""
    from mercalli.tasks.wildfire.case.evaluate import fire_case

    with progress_bar() as progress:
        result = fire_case(file, model, **resampling.settings, like=like, progress=progress)
    output.tell(result)


app = typer.Typer(
    help="Compare fire models with what was observed: severity, structures, perimeters.",
    no_args_is_help=True,
    cls=Group,
)
for part in (severity, structures, perimeter, field, case):
    app.command(cls=Command)(part)
