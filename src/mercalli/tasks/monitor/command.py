"""`mercalli monitor`: watch a model in operation."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.help import Command, Group
from mercalli.console.lists import listed_all, listed_numbers
from mercalli.console.output import PicturedOutput
from mercalli.console.streams import fail, print_json

app = typer.Typer(help="Watch a model in operation: are its promises still kept?", no_args_is_help=True, cls=Group)

ALARM = 1
Watch = Annotated[str, typer.Argument(metavar="WATCH", help="The folder of the watch.")]
When = Annotated[str | None, typer.Option(metavar="TIME", help="One time for all rows, as in 2024-05-01T12:00Z.")]
Zone = Annotated[str | None, typer.Option(metavar="NAME", help="Time zone of times that do not have one, as in UTC.")]


@app.command(cls=Command)
def start(
    watch: Annotated[str, typer.Argument(metavar="WATCH", help="The folder to make.")],
    *,
    promise: Annotated[
        list[str],
        typer.Option(metavar="TEXT", help="What is promised, as in 'dua>=0.70'; a metric alone: its lower end."),
    ],
    reference: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="How it did before: a result.json of evaluate, or a labelled table."),
    ] = None,
    system: Annotated[str | None, typer.Option(metavar="NAME", help="Which system of the result.")] = None,
    truth: options.Truth = None,
    pred: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of predictions, where the reference is a table.")
    ] = None,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of events, where the reference is a table.")
    ] = None,
    classes: options.Classes = None,
    profile: options.Profile = None,
    looks: Annotated[
        int, typer.Option(metavar="N", help="Number of looks with truths for which the bound on false alarms holds.")
    ] = 90,
    alpha: Annotated[
        float, typer.Option(metavar="P", help="Chance of a false alarm within so many looks, at most.")
    ] = 0.05,
    look: Annotated[str, typer.Option(metavar="TIME", help="How long a look is, as in 1d.")] = "1d",
    model: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Name of the model, or several to watch side by side.")
    ] = None,
    bands: Annotated[
        str | None, typer.Option(metavar="SCORES", help="Scores at which predictions are divided further, as in .5,.8.")
    ] = None,
    encoding: options.Encoding = "utf-8",
    as_json: options.Json = False,
) -> None:
    """Start a watch: what is promised, for how many looks, and how the model did before."""
    from mercalli.results.seal import plain
    from mercalli.tasks.monitor.start import monitor_start
    from mercalli.text.words import counted, visible

    terms = monitor_start(
        watch,
        promise=promise,
        reference=reference,
        system=system,
        truth=truth,
        pred=pred,
        event=event,
        classes=listed_all(classes, "classes") or None,
        profile=profile,
        looks=looks,
        alpha=alpha,
        look=look,
        model=listed_all(model, "model") or None,
        bands=listed_numbers("bands", bands),
        encoding=encoding,
    )
    if as_json:
        print_json(plain(terms))
        return
    promised = ", ".join(each.text for each in terms.promises)
    typer.echo(
        visible(
            f"{watch}: {promised} is watched over {counted(len(terms.classes), 'class')}, for {counted(looks, 'look')} "
            f"of {look}. An alarm is given from evidence of {terms.threshold:,.0f} on."
        )
    )


@app.command(cls=Command)
def add(
    watch: Watch,
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="Predictions: a table with an id in every row.")
    ] = None,
    *,
    truths: Annotated[
        str | None, typer.Option(metavar="FILE", help="Truths of earlier predictions, instead of predictions.")
    ] = None,
    feedback: Annotated[
        str | None, typer.Option(metavar="FILE", help="What mercalli feedback add wrote, instead of predictions.")
    ] = None,
    key: Annotated[str | None, typer.Option("--id", metavar="NAME", help="Column of ids.")] = None,
    pred: Annotated[str | None, typer.Option(metavar="NAME", help="Column of predictions.")] = None,
    truth: options.Truth = None,
    score: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of scores, where the watch has bands.")
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Column of times of the predictions, or of arrival of the truths."),
    ] = None,
    when: When = None,
    timezone: Zone = None,
    model: Annotated[str | None, typer.Option(metavar="NAME", help="Which model predicted.")] = None,
    unknown: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="How to treat truths without a prediction: error or drop."),
    ] = "error",
    volunteered: Annotated[
        bool,
        typer.Option(
            "--volunteered", help="These truths were not drawn at random, so no rates are estimated from them."
        ),
    ] = False,
    encoding: options.Encoding = "utf-8",
    as_json: options.Json = False,
) -> None:
    """Add predictions to a watch, or truths that have come since: all rows, or none."""
    from mercalli.tasks.monitor.add import monitor_add
    from mercalli.text.words import visible

    added = monitor_add(
        watch,
        file,
        truths=truths,
        feedback=feedback,
        id=key,
        pred=pred,
        truth=truth,
        score=score,
        time=time,
        when=when,
        timezone=timezone,
        model=model,
        unknown=unknown,
        volunteered=volunteered,
        encoding=encoding,
    )
    if as_json:
        print_json(vars(added))
        return
    for line in (*([added.columns] if added.columns else []), *added.lines):
        typer.echo(visible(line))


@app.command(cls=Command)
@calls.with_records
def report(
    watch: Watch,
    *,
    assume: Annotated[
        Literal["prior-shift"] | None,
        typer.Option(metavar="NAME", help="prior-shift: also estimate without labels, if that holds in the reference."),
    ] = None,
    resampling: options.Resampling,
    output: PicturedOutput,
) -> None:
    """Report on a watch: alarms, estimates by strata with bounds, and how complete the truths are.

    The exit code is 1 if a promise is broken.
    """
    from mercalli.tasks.monitor.evaluate import monitor_report

    result = monitor_report(watch, assume=assume, **resampling.settings)
    output.tell(result)
    for system in result.systems:
        for alarm in system.alarmed:
            fail(f"alarm: {alarm.promise} is broken since {alarm.looks[alarm.since or 0]}")
    if result.alarmed:
        raise typer.Exit(ALARM)


@app.command(cls=Command)
@calls.with_records
def sample(
    watch: Watch,
    *,
    n: Annotated[int | None, typer.Option(metavar="N", help="Number of predictions to draw.")] = None,
    by: Annotated[
        Literal["pred"] | None,
        typer.Option(metavar="NAME", help="pred: draw the same number of every predicted class."),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Draw nothing: list what was drawn and has no truth yet.")
    ] = False,
    seed: options.Seed = 0,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="A .csv file to write; standard output if not given.")
    ] = None,
) -> None:
    """Draw predictions for review, at random within predicted classes: id, truth (to be filled in), chance."""
    from mercalli.io.targets import FileKind
    from mercalli.tasks.monitor.sample import COLUMNS, monitor_sample
    from mercalli.text.words import counted, visible

    kind = FileKind.table("a list of predictions to review", COLUMNS)
    written = None if out is None else calls.claim_file(out, kind, overwrite=False)
    drawn = monitor_sample(watch, n, by=by, seed=seed, again=again)
    if written is None:
        typer.echo(drawn.csv, nl=False)
        return
    written.write(drawn.csv)
    typer.echo(
        visible(f"{out}: {counted(len(drawn.ids), 'prediction')} to review. Add it with --truths when filled in.")
    )
