"""`mercalli places`: where is a system worse than its classes explain, and for whom?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from mercalli.console import calls, options
from mercalli.console.checks import Checks
from mercalli.console.lists import listed_all
from mercalli.console.output import PicturedOutput
from mercalli.console.progress import progress_bar
from mercalli.inputs.usual_names import LATITUDE, LONGITUDE, PRED, TRUTH
from mercalli.plan.columns import Role, columns_text

LABELS = (Role("truth", TRUTH, ranked=True), Role("pred", PRED, ranked=True))
POINTS = (Role("lat", LATITUDE, ranked=True), Role("lon", LONGITUDE, ranked=True))
REGION = (Role("region", (), asked=True),)


@dataclass(frozen=True)
class Cut:
    """How places are cut and drawn."""

    cell: Annotated[str, typer.Option(metavar="LENGTH", help="How wide cells of the map are.")] = "25km"
    around: Annotated[
        str | None, typer.Option(metavar="LAT,LON", help="Point from which distance is counted, as in 34.07,-118.54.")
    ] = None
    rings: Annotated[str | None, typer.Option(metavar="KM", help="Distances from it in km, as in 2,5,10.")] = None
    people: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Table of region, people and perhaps need, for values per person."),
    ] = None
    outline: Annotated[
        str | None, typer.Option(metavar="FILE", help="Shapes whose outlines are drawn on the map (extra geo).")
    ] = None
    where: Annotated[
        bool, typer.Option("--where", help="Look for the circle where errors are most above what is expected.")
    ] = False
    draws: Annotated[int, typer.Option(metavar="N", help="Number of random draws for --where.")] = 999


@calls.with_records
def places(
    file: options.Table,
    *,
    truth: options.Truth = None,
    pred: options.Pred = None,
    lat: Annotated[str | None, typer.Option(metavar="NAME", help="Column of latitudes in degrees.")] = None,
    lon: Annotated[str | None, typer.Option(metavar="NAME", help="Column of longitudes in degrees.")] = None,
    region: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of regions, instead of latitude and longitude.")
    ] = None,
    cut: Cut,
    same: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Names that mean the same region, as in Burma=Myanmar.")
    ] = None,
    judging: options.Judging,
    unit: options.Unit = None,
    resampling: options.Resampling,
    form: options.TableForm,
    checks: Checks,
    output: PicturedOutput,
) -> None:
    """Compare places: where is a system worse than its classes explain, and for whom?

    Places are regions, or cells of a map. Several columns of predictions are several systems.
    """
    from mercalli.plan.tables import TableFiles, open_tables
    from mercalli.tasks.places.evaluate import places as evaluated

    listed = listed_all(pred, "pred")
    by_point = region is None or lat is not None or lon is not None
    named = {"lat": lat, "lon": lon} if by_point else {}
    files = TableFiles.of(file, form.encoding, truth=truth, pred=listed, region=region, **named)
    (table,) = open_tables(files, (*LABELS, *(POINTS if by_point else ()), *(REGION if region else ())))
    columns = {role: table.columns[role] for role in ("truth", "pred", "lat", "lon", "region") if role in table.columns}
    settings, told = judging.settings(table.source, table.truth)
    spots: dict[str, Any] = {name: next(iter(columns.get(name, ())), None) for name in ("lat", "lon", "region")}
    with progress_bar() as progress:
        result = evaluated(
            table.source,
            truth=table.truth,
            pred=columns["pred"],
            **spots,
            **vars(cut),
            **settings,
            same=listed_all(same, "same") or None,
            unit=unit,
            **resampling.settings,
            encoding=form.encoding,
            progress=progress,
        )
    output.tell(result, [columns_text(columns), *told])
    checks.tell(result)
