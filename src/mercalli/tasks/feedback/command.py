"""`mercalli feedback`: record what people in operations say, and report on it."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import calls, options
from mercalli.console.help import Command, Group
from mercalli.console.output import Output
from mercalli.console.progress import progress_bar
from mercalli.console.streams import print_json

app = typer.Typer(help="Record corrected labels, and evaluate a model on them.", no_args_is_help=True, cls=Group)

File = Annotated[str, typer.Argument(metavar="FILE", help="The feedback file, in JSON lines; records are only added.")]
Model = Annotated[str, typer.Option(metavar="MODEL", help="The folder that mercalli train wrote, or its model.skops.")]


@app.command(cls=Command)
def add(
    file: File,
    model: Model,
    who: Annotated[str, typer.Option(metavar="NAME", help="Who made the correction: a person, a team, a shift.")],
    text: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The text; with --from, the column of texts.")
    ] = None,
    label: Annotated[
        str | None, typer.Option(metavar="LABEL", help="Its correct label; with --from, the column of labels.")
    ] = None,
    key: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Id of the text; with --from, the column of ids.")
    ] = None,
    when: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="Time of the correction; now if not given. With --from, the column of times."
        ),
    ] = None,
    source: Annotated[
        str | None, typer.Option("--from", metavar="DATA", help="A file of labelled texts, to record all of them.")
    ] = None,
    encoding: options.Encoding = "utf-8",
    as_json: options.Json = False,
) -> None:
    """Record the correct label of a text, or of all texts in a file, with who corrected it and what the model predicts.

    Records are never changed; if a text has several labels, the last one counts.
    """
    from mercalli.errors import FeedbackError
    from mercalli.tasks.classifier.model import load_model
    from mercalli.tasks.feedback.data import add_feedback, add_feedback_file
    from mercalli.text.words import counted, visible

    if source is not None:
        entries = add_feedback_file(
            file, model, source, who=who, text=text, label=label, key=key, when=when, encoding=encoding
        )
    elif text is None or label is None:
        raise FeedbackError.either()
    else:
        named, times = (None if each is None else [each] for each in (key, when))
        entries = add_feedback(
            file, load_model(model), [text], [label], who=who, ids=named, when=times, places=["the text"]
        )
    if as_json:
        print_json([each.plain() for each in entries])
        return
    changed = sum(each.changed for each in entries)
    typer.echo(
        visible(
            f"{file}: {counted(len(entries), 'record')} added; {changed:,} correct the model, "
            f"{len(entries) - changed:,} confirm it."
        )
    )


@app.command(cls=Command)
@calls.with_records
def report(
    file: File,
    *,
    model: Model,
    test: Annotated[
        str | None,
        typer.Option(metavar="DATA", help="Labelled texts to compare with; the model's own test if not given."),
    ] = None,
    profile: options.Profile = None,
    level: options.Level = 0.95,
    seed: options.Seed = 0,
    output: Output,
) -> None:
    """Compare a model's results on the feedback and on its test: what changed, for which labels, and since when."""
    from mercalli.tasks.feedback.evaluate import feedback_report

    with progress_bar() as progress:
        result = feedback_report(file, model, test=test, profile=profile, level=level, seed=seed, progress=progress)
    output.tell(result)
