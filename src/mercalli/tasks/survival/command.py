"""`mercalli survival`: whether those who were said to be hit first were."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.console import options
from mercalli.console.answer import answer
from mercalli.console.options import check_out, listed_all
from mercalli.console.progress import progress_bar

Names = list[str] | None


def survival(
    file: Annotated[str, typer.Argument(metavar="FILE", help="CSV, TSV, Parquet or JSON lines; .gz and globs too.")],
    time: Annotated[str | None, typer.Option(metavar="NAME", help="Column of how long each was followed.")] = None,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of what happened then: 0 censored, 1, 2 ... causes.")
    ] = None,
    risk: Annotated[Names, typer.Option(metavar="NAMES", help="Columns of which higher means sooner.")] = None,
    survival: Annotated[Names, typer.Option(metavar="NAMES", help="Columns of which higher means later.")] = None,
    cif: Annotated[
        Names, typer.Option(metavar="STARTS", help="What columns of chances by some times begin with, as in cif_12.")
    ] = None,
    survival_curve: Annotated[
        Names, typer.Option(metavar="STARTS", help="The same of chances that it has not happened yet.")
    ] = None,
    cause: Annotated[str, typer.Option(metavar="CODES", help="The cause, or several, as in 1,2.")] = "1",
    causes: Annotated[
        Names, typer.Option(metavar="NAMES", help="Names of all causes, as in 1=relapse,2=death.")
    ] = None,
    tau: Annotated[float | None, typer.Option(metavar="T", help="Count events up to this time.")] = None,
    at: Annotated[str | None, typer.Option(metavar="TIMES", help="Horizons to look at, as in 365,730.")] = None,
    train: Annotated[
        str | None, typer.Option(metavar="FILE", help="Take the chance to be censored from these people.")
    ] = None,
    by: options.By = None,
    unit: options.Unit = None,
    weight: options.Weight = None,
    level: options.Level = 0.95,
    like: Annotated[
        Literal["r_survival", "sksurv", "pec", "deephit"] | None,
        typer.Option(metavar="NAME", help="Read weighed C as r_survival, sksurv, pec or deephit does."),
    ] = None,
    profile: Annotated[
        str, typer.Option(metavar="NAME", help="A profile's name or .toml file, for the words on values.")
    ] = "survival",
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="What to do about rows without time, event or prediction: error or drop."),
    ] = "error",
    encoding: options.Encoding = "utf-8",
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Find whether those said to be hit first were: concordance, AUC, Brier scores over time.

    The file has one row for each person who was followed. Which way predictions point must be said.
    """
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.survival.of_file import survival_of_file

    check_out(out, overwrite=overwrite)
    given = {"risk": risk, "survival": survival, "cif": cif, "survival_curve": survival_curve}
    predictions = {kind: listed_all(names, kind) for kind, names in given.items()}
    with progress_bar() as progress:
        result, said = survival_of_file(
            TableFiles.of(file, encoding, time=time, event=event),
            predictions,
            train,
            cause=cause,
            causes=_named(causes),
            tau=tau,
            at=at,
            by=listed_all(by, "by"),
            unit=unit,
            weight=weight,
            level=level,
            like=like,
            profile=profile,
            missing=missing,
            progress=progress,
        )
    answer(result, said, out=out, overwrite=overwrite, as_json=as_json)


def _named(causes: Names) -> dict[str, str] | None:
    """Names by code."""
    if causes is None:
        return None
    parts = [part.partition("=") for part in listed_all(causes, "causes")]
    return {code.strip(): name.strip() or f"cause {code.strip()}" for code, _, name in parts}
