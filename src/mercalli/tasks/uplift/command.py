"""`mercalli uplift`: whom a score finds who gain from being treated."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.console import options
from mercalli.console.answer import answer
from mercalli.console.options import check_out, listed_all
from mercalli.console.progress import progress_bar

SHARES = "10%,20%,30%,50%"


def uplift(
    file: Annotated[str, typer.Argument(metavar="FILE", help="CSV, TSV, Parquet or JSON lines; .gz and globs too.")],
    outcome: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of outcomes: 0 and 1, or numbers.")
    ] = None,
    treatment: Annotated[str | None, typer.Option(metavar="NAME", help="Column of who was treated: 1 or 0.")] = None,
    score: options.Score = None,
    k: Annotated[
        list[str] | None, typer.Option(metavar="K", help=f"How many can be treated, as in 200,10%; else {SHARES}.")
    ] = None,
    by_group: Annotated[bool, typer.Option("--by-group", help="Take K from each arm, not from both together.")] = False,
    by: options.By = None,
    unit: options.Unit = None,
    weight: options.Weight = None,
    propensity: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of everybody's chance to be treated.")
    ] = None,
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    seed: options.Seed = 0,
    like: Annotated[
        Literal["sklift", "causalml"] | None,
        typer.Option(metavar="NAME", help="Read AUUC and Qini as sklift or causalml does."),
    ] = None,
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="What to do about rows without outcome, treatment or score: error or drop."),
    ] = "error",
    encoding: options.Encoding = "utf-8",
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Find who gains from a treatment: uplift of the highest scores, AUUC, Qini, curves.

    The file is a trial: one row for each person, treated or not.
    """
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.uplift.of_file import uplift_of_file

    check_out(out, overwrite=overwrite)
    with progress_bar() as progress:
        result, said = uplift_of_file(
            TableFiles.of(file, encoding, outcome=outcome, treatment=treatment, score=listed_all(score, "score")),
            k=listed_all(k or [SHARES], "k"),
            by_group=by_group,
            by=listed_all(by, "by"),
            unit=unit,
            weight=weight,
            propensity=propensity,
            level=level,
            replicates=replicates,
            seed=seed,
            like=like,
            missing=missing,
            progress=progress,
        )
    answer(result, said, out=out, overwrite=overwrite, as_json=as_json)
