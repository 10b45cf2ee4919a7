"""`mercalli over-time`: does a system hold over time?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.checks import Checks
from mercalli.console.lists import listed_all
from mercalli.console.output import PicturedOutput
from mercalli.console.progress import progress_bar
from mercalli.inputs.usual_names import ARRIVAL, INCIDENT, PRED, TRUTH
from mercalli.plan.columns import Role, columns_text

ROLES = (
    Role("time", ARRIVAL, ranked=True),
    Role("truth", TRUTH, ranked=True),
    Role("pred", PRED, ranked=True),
    Role("event", INCIDENT, required=False, ranked=True),
)


@dataclass(frozen=True)
class Clock:
    """How time is read and cut."""

    start: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="When events began: a column, or a table of event and start."),
    ] = None
    width: Annotated[str, typer.Option("--bin", metavar="TIME", help="How wide bins of time are, as in 6h or 1d.")] = (
        "6h"
    )
    timezone: Annotated[
        str | None, typer.Option(metavar="NAME", help="Time zone of times that do not have one, as in UTC.")
    ] = None
    time_from_id: Annotated[
        Literal["twitter"] | None,
        typer.Option(metavar="NAME", help="Read times from ids of a network: twitter."),
    ] = None
    load: Annotated[
        bool, typer.Option("--load", help="Also evaluate by load: items in an hour, compared with the median hour.")
    ] = False
    stream: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Times of all messages, of which the items are a part, for --load."),
    ] = None


@dataclass(frozen=True)
class Found:
    """How late what is urgent is found."""

    exact: Annotated[bool, typer.Option("--exact", help="Found means the same class, not any urgent one.")] = False
    decided: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of times at which answers came, for latencies.")
    ] = None
    fact: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of facts whose first find counts; events if not given.")
    ] = None
    half_life: Annotated[
        str | None, typer.Option(metavar="TIME", help="After how long an item is worth half as much, as in 6h.")
    ] = None
    reading: Annotated[
        Literal["half_life", "trec_ts"],
        typer.Option(metavar="NAME", help="How worth falls in timely recall: half_life or trec_ts."),
    ] = "half_life"


@calls.with_records
def over_time(
    file: options.Items,
    *,
    time: Annotated[str | None, typer.Option(metavar="NAME", help="Column of times of the items.")] = None,
    truth: options.Truth = None,
    pred: options.Pred = None,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of events; time is counted from the start of each.")
    ] = None,
    clock: Clock,
    found: Found,
    within: Annotated[
        list[str] | None, typer.Option(metavar="TIMES", help="Times within which items should be found; 1h,6h,24h.")
    ] = None,
    judging: options.Judging,
    unit: options.Unit = None,
    resampling: options.Resampling,
    form: options.TableForm,
    checks: Checks,
    output: PicturedOutput,
) -> None:
    """Follow a system over time: does it hold, and how late are urgent items found?

    Bins, phases and load, each as it is and like for like. Several columns of predictions are several systems.
    """
    from mercalli.plan.tables import TableFiles, open_tables
    from mercalli.tasks.over_time.evaluate import over_time as evaluated

    listed = listed_all(pred, "pred")
    files = TableFiles.of(file, form.encoding, time=time, truth=truth, pred=listed, event=event)
    (table,) = open_tables(files, ROLES)
    columns = {role: table.columns[role] for role in ("time", "truth", "pred", "event")}
    settings, told = judging.settings(table.source, table.truth)
    if within:
        settings["within"] = listed_all(within, "within")
    with progress_bar() as progress:
        result = evaluated(
            table.source,
            time=columns["time"][0],
            truth=table.truth,
            pred=columns["pred"],
            event=next(iter(columns["event"]), None),
            **vars(clock),
            **vars(found),
            **settings,
            unit=unit,
            **resampling.settings,
            encoding=form.encoding,
            progress=progress,
        )
    output.tell(result, [columns_text(columns), *told])
    checks.tell(result)
