"""`mercalli capacity`: what a limited team reaches with a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.lists import listed_all
from mercalli.console.output import PicturedOutput
from mercalli.console.progress import progress_bar
from mercalli.inputs.usual_names import ARRIVAL, INCIDENT, PRED, SCORE, SCORE_STARTS, TRUTH
from mercalli.plan.columns import Role, columns_text

ITEMS = (Role("time", ARRIVAL, ranked=True), Role("truth", TRUTH), Role("event", INCIDENT, required=False, ranked=True))
CLASSES, SCORES = Role("pred", PRED), Role("score", SCORE, SCORE_STARTS)


@dataclass(frozen=True)
class StreamResampling(options.PairedResampling):
    """How intervals are made: each stream that is drawn is replayed as a whole."""

    replicates: Annotated[
        int, typer.Option(metavar="N", help="Number of streams drawn for the intervals of one event; 0 for none.")
    ] = 200


@dataclass(frozen=True)
class TeamSize:
    """How much the team can do; one of three ways to say it."""

    per_hour: Annotated[float | None, typer.Option(metavar="N", help="Items that the team handles in an hour.")] = None
    teams: Annotated[float | None, typer.Option(metavar="N", help="Number of teams; give --minutes too.")] = None
    minutes: Annotated[
        str | None,
        typer.Option(metavar="M", help="Minutes that a team takes for an item, or by class as in A=30,B=10."),
    ] = None
    capacity: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Table of the capacity: from, to, per_hour or hour, per_hour; and region."),
    ] = None
    uncovered: Annotated[
        Literal["error", "zero"],
        typer.Option(metavar="HOW", help="Regions that the table lacks: error, or zero if nobody works there."),
    ] = "error"


@dataclass(frozen=True)
class Waiting:
    """In which order items are taken, and how long they may wait."""

    deadline: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="When an item leaves the queue, as in 6h; a whole number of bins."),
    ] = None
    half_life: Annotated[
        str | None, typer.Option(metavar="TIME", help="After how long an item is worth half as much, as in 6h.")
    ] = None
    rule: Annotated[
        Literal["strict", "worth"],
        typer.Option(metavar="NAME", help="strict: highest weight, then oldest; worth: what is worth most now."),
    ] = "strict"
    act_from: Annotated[
        float, typer.Option(metavar="X", help="Lowest predicted weight, or score, that enters the queue.")
    ] = 0.0
    width: Annotated[str, typer.Option("--bin", metavar="TIME", help="How wide bins of time are, as in 1h.")] = "1h"
    timezone: Annotated[
        str | None, typer.Option(metavar="NAME", help="Time zone of times that do not have one, as in UTC.")
    ] = None


@dataclass(frozen=True)
class Importance:
    """What items are worth."""

    profile: options.Profile = None
    weights: Annotated[
        list[str] | None,
        typer.Option(metavar="A=5,B=2", help="Weights of classes instead of a profile's; others weigh 1."),
    ] = None
    urgent: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Classes that must not wait; the profile's critical ones if not given."),
    ] = None
    value: Annotated[
        float | None,
        typer.Option(metavar="X", help="What a unit of weight that is handled in time is worth, as money."),
    ] = None
    cost_per_item: Annotated[float | None, typer.Option(metavar="X", help="What it costs to handle an item.")] = None


@calls.with_records
def capacity(
    file: options.Items,
    *,
    time: Annotated[str | None, typer.Option(metavar="NAME", help="Column of times of arrival.")] = None,
    truth: options.Truth = None,
    pred: options.Pred = None,
    score: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Column of scores in place of predictions: the highest is taken first."),
    ] = None,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of events; each has the team to itself.")
    ] = None,
    region: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of regions; each has a queue and a team of its own.")
    ] = None,
    team: TeamSize,
    waiting: Waiting,
    importance: Importance,
    stream: Annotated[
        str | None, typer.Option(metavar="FILE", help="Times of all messages, of which the items are a part.")
    ] = None,
    resampling: StreamResampling,
    invalid: Annotated[
        Literal["error", "wrong"],
        typer.Option(metavar="HOW", help="Predictions outside the classes: error, or wrong for the lowest weight."),
    ] = "error",
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="How to treat items without a time, truth or answer: error or drop."),
    ] = "error",
    form: options.TableForm,
    output: PicturedOutput,
) -> None:
    """What a limited team reaches with a model: urgent items handled in time.

    The items are replayed as they arrived, beside first come, first served and the true classes.
    """
    from mercalli.plan.guess import fitting_profile
    from mercalli.plan.tables import TableFiles, open_tables
    from mercalli.tasks.capacity.evaluate import capacity as evaluated

    lists = {name: listed_all(each, name) for name, each in (("pred", pred), ("score", score))}
    named = {"time": time, "truth": truth, "event": event, **{name: each for name, each in lists.items() if each}}
    answer = SCORES if lists["score"] else CLASSES
    with progress_bar() as progress:
        (table,) = open_tables(TableFiles.of(file, form.encoding, **named), (*ITEMS, answer))
        columns = {role: table.columns[role] for role in ("time", "truth", answer.name, "event")}
        profile, told = fitting_profile(table.source, table.truth, importance.profile, importance.weights)
        answers: dict[str, Any] = {answer.name: columns[answer.name]}
        answers |= {name: each for name, each in lists.items() if each}
        result = evaluated(
            table.source,
            time=columns["time"][0],
            truth=table.truth,
            **answers,
            event=next(iter(columns["event"]), None),
            region=region,
            **vars(team),
            **vars(waiting),
            profile=profile,
            weights=listed_all(importance.weights, "weights") or None,
            urgent=listed_all(importance.urgent, "urgent") or None,
            value=importance.value,
            cost_per_item=importance.cost_per_item,
            stream=stream,
            **resampling.settings,
            invalid=invalid,
            missing=missing,
            encoding=form.encoding,
            progress=progress,
        )
    output.tell(result, [columns_text(columns), *told])
