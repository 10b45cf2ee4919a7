"""`mercalli alerts`: how well urgent items come first, and what alerting them is worth."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.console import options
from mercalli.console.answer import answer
from mercalli.console.options import check_out, listed_all


def alerts(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Items: a CSV, TSV, Parquet or JSON-lines file.")],
    truth: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of true priorities, or of grades as numbers.")
    ] = None,
    score: options.Score = None,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of events, each with a list of its own.")
    ] = None,
    order: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column by which items came; as they stand if not given.")
    ] = None,
    types: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of true types of information, with ; between them.")
    ] = None,
    pred_types: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Column of predicted types; one, or one per system.")
    ] = None,
    actionable: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Types that ask for action; those of TREC-IS.")
    ] = None,
    levels: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Priorities from low to high, or a .toml file; those of TREC-IS."),
    ] = None,
    urgent: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Priorities to be alerted; High,Critical.")
    ] = None,
    threshold: Annotated[float, typer.Option(metavar="X", help="Alert from here on, scores scaled to 0 to 1.")] = 0.7,
    k: Annotated[str, typer.Option(metavar="K", help="How far down the nDCG looks: 100 or 10%.")] = "100",
    gain: Annotated[
        Literal["linear", "exponential"],
        typer.Option(metavar="NAME", help="What a grade is worth: linear or exponential."),
    ] = "exponential",
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    seed: options.Seed = 0,
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="What to do about items without priority or score: error or drop."),
    ] = "error",
    encoding: options.Encoding = "utf-8",
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Judge a stream of alerts: do urgent items come first, and what are the alerts worth.

    Several columns of scores are several systems.
    """
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.alerts.of_file import alerts_of_file

    check_out(out, overwrite=overwrite)
    result, said = alerts_of_file(
        TableFiles.of(file, encoding, truth=truth, score=listed_all(score, "score"), event=event),
        order,
        types=types,
        pred_types=listed_all(pred_types, "pred_types") or None,
        actionable=listed_all(actionable, "actionable") or None,
        levels=listed_all(levels, "levels") or None,
        urgent=listed_all(urgent, "urgent") or None,
        threshold=threshold,
        k=k,
        gain=gain,
        level=level,
        replicates=replicates,
        seed=seed,
        missing=missing,
    )
    answer(result, said, out=out, overwrite=overwrite, as_json=as_json)
