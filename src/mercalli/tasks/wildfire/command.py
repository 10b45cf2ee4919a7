"""`mercalli wildfire`: a command for each part, and the options that several of them share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from mercalli.console import calls, options
from mercalli.console.help import Command, Group
from mercalli.console.lists import given_numbers, listed_all, whole_numbers
from mercalli.console.output import PicturedOutput
from mercalli.console.progress import progress_bar

WINDOWS = "1,3,5,9,17,33,65"
Observed = Annotated[str, typer.Argument(metavar="OBSERVED", help="What was observed: GeoTIFF, NetCDF, HDF5 or .npy.")]
Models = Annotated[list[str], typer.Argument(metavar="MODEL...", help="One or more models, in the same file formats.")]
Like = Annotated[str | None, typer.Option(metavar="NAME", help="firebench: compute metrics as that program does.")]
Align = Annotated[
    str | None, typer.Option(metavar="HOW", help="Resample models to the grid of the observation: nearest or mode.")
]
Tile = Annotated[int, typer.Option(metavar="N", help="Side of the resampled tiles, in cells.")]


@dataclass(frozen=True)
class Codes:
    """What the codes of maps mean."""

    product: Annotated[
        str,
        typer.Option(metavar="NAME", help="Meaning of the codes: mtbs, ravg (loss of canopy cover), or a .toml file."),
    ] = "mtbs"
    high: Annotated[
        str | None, typer.Option(metavar="CODES", help="Codes that are high severity; 4 in mtbs, 5 in ravg.")
    ] = None
    not_observed: Annotated[
        str | None,
        typer.Option(metavar="CODES", help="Codes that mean not observed, or none; 0,6 in mtbs, 9 in ravg."),
    ] = None
    model_missing: Annotated[str, typer.Option(metavar="CODES", help="Codes of the model that mean no prediction.")] = (
        "none"
    )

    @property
    def settings(self) -> dict[str, Any]:
        """As the function of the task takes them."""
        return {
            "product": self.product,
            "high": given_numbers("high", self.high),
            "not_observed": given_numbers("not_observed", self.not_observed),
            "model_missing": whole_numbers("model_missing", self.model_missing),
        }


@calls.with_records
def severity(
    observed: Observed,
    model: Models,
    *,
    codes: Codes,
    threshold: Annotated[
        float | None, typer.Option(metavar="X", help="Lowest value that counts as high, if models hold numbers.")
    ] = None,
    observed_threshold: Annotated[
        float | None, typer.Option(metavar="X", help="The same for the observation, such as a map of 256 levels.")
    ] = None,
    domain: Annotated[str | None, typer.Option(metavar="FILE", help="Polygons of the area to evaluate.")] = None,
    align: Align = None,
    windows: Annotated[
        str | None,
        typer.Option(metavar="CELLS", help="Windows of the fractions skill score, or none; seven with --out."),
    ] = None,
    tile: Tile = 128,
    resampling: options.PairedResampling,
    like: Like = None,
    output: PicturedOutput,
) -> None:
    """Compare modelled high burn severity with the observed map, cell by cell.

    Maps must be on the same grid; cells without data are not counted, and their number is reported.
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


@calls.with_records
def structures(
    observed: Annotated[
        str, typer.Argument(metavar="OBSERVED", help="Inspections: CSV, Parquet, GeoPackage, GeoJSON, HDF5 ...")
    ],
    model: Models,
    *,
    damage: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Column of observed damage; found by its usual names if not given."),
    ] = None,
    pred: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Column of modelled damage; A,B are several models.")
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Column of structure ids, or A=B if the files name it differently."),
    ] = None,
    within: Annotated[
        str | None, typer.Option(metavar="DISTANCE", help="Match by location instead, within this distance, as in 20m.")
    ] = None,
    scale: Annotated[str, typer.Option(metavar="NAME", help="Damage scale: dins, or a .toml file.")] = "dins",
    positive: Annotated[
        str | None, typer.Option(metavar="NAME", help="What counts as lost: destroyed or major_or_destroyed.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option(metavar="X", help="Lowest probability that counts as lost.")
    ] = None,
    unit: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of the units to resample, such as the incident.")
    ] = None,
    tile_m: Annotated[float, typer.Option(metavar="X", help="Side of the resampled tiles, in metres.")] = 1000,
    resampling: options.PairedResampling,
    like: Like = None,
    output: PicturedOutput,
) -> None:
    """Compare structures that models predict as lost with inspections.

    Structures are matched by id or by location, never by the order of rows.
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


@calls.with_records
def perimeter(
    observed: Annotated[
        str, typer.Argument(metavar="OBSERVED", help="Polygons: GeoPackage, GeoJSON, KML ..., or a map of cells.")
    ],
    model: Models,
    *,
    crs: Annotated[
        str | None,
        typer.Option(
            metavar="CODE", help="Equal-area projection, as in EPSG:5070; if not given, one centred on the fire."
        ),
    ] = None,
    time: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of times; growth is evaluated from step to step.")
    ] = None,
    before: Annotated[
        str | None, typer.Option(metavar="FILE", help="An earlier perimeter, to evaluate the growth since then.")
    ] = None,
    burned: Annotated[
        str | None, typer.Option(metavar="CODES", help="In a map of cells, codes that mean burned; 1 if not given.")
    ] = None,
    unburned: Annotated[
        str | None, typer.Option(metavar="CODES", help="Codes that mean not burned, or not observed; 0 if not given.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option(metavar="X", help="In a map of numbers, lowest value that counts as burned.")
    ] = None,
    resampling: options.PairedResampling,
    output: PicturedOutput,
) -> None:
    """Compare predicted fire perimeters with the observed one: areas, overlap, distances.

    Overlapping polygons are merged first, so that no area counts twice.
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


@calls.with_records
def field(
    observed: Observed,
    model: Models,
    *,
    kind: Annotated[str, typer.Option(metavar="KIND", help="What is compared: fss, arrival, probability or ordinal.")],
    codes: Codes,
    threshold: Annotated[
        float | None,
        typer.Option(metavar="X", help="For fss: lowest value that counts as high, if models hold numbers."),
    ] = None,
    windows: Annotated[
        str, typer.Option(metavar="CELLS", help="For fss: side lengths of the windows, in cells.")
    ] = WINDOWS,
    classes: Annotated[
        str | None, typer.Option(metavar="CODES", help="For ordinal: from the lowest class to the highest.")
    ] = None,
    reference: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="For probability: map of a baseline forecast, such as persistence."),
    ] = None,
    time_unit: Annotated[str, typer.Option(metavar="NAME", help="For arrival: unit of the times, such as hours.")] = "",
    align: Align = None,
    tile: Tile = 128,
    resampling: options.PairedResampling,
    output: PicturedOutput,
) -> None:
    """Compare maps in other ways than cell by cell: neighbourhoods, arrival times, probabilities, ordered classes."""
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


@calls.with_records
def case(
    file: Annotated[str, typer.Argument(metavar="CASE", help="A .toml file of fires, groups and weights.")],
    model: Annotated[
        list[str], typer.Argument(metavar="MODEL...", help="Folders with the files that the case names, or HDF5 files.")
    ],
    *,
    resampling: options.PairedResampling,
    like: Like = None,
    output: PicturedOutput,
) -> None:
    """Score models from 0 to 100 on one or more fires, by fire and pooled."""
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
