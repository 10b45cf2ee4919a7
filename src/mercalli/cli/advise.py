"""`mercalli advise`: what to do next, with evidence."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.cli import options
from mercalli.cli.answer import answer
from mercalli.cli.options import check_out
from mercalli.cli.progress import progress_bar


def advise(
    what: Annotated[
        str, typer.Argument(metavar="RESULT|DATA", help="A result of mercalli evaluate, or a file of labelled texts.")
    ],
    test: Annotated[
        str | None, typer.Option(metavar="FILE", help="Labelled texts to test on: are there copies across the split?")
    ] = None,
    text: Annotated[str | None, typer.Option(metavar="NAME", help="Column of texts; a usual name.")] = None,
    label: Annotated[str | None, typer.Option(metavar="NAME", help="Column of labels; a usual name.")] = None,
    key: Annotated[str | None, typer.Option("--id", metavar="NAME", help="Column that names texts.")] = None,
    mode: Annotated[
        Literal["multi-class", "multi-label"],
        typer.Option(metavar="NAME", help="One label each, or any number: multi-class or multi-label."),
    ] = "multi-class",
    delimiter: Annotated[str, typer.Option(metavar="SIGN", help="What stands between the labels of a text.")] = "|",
    header: Annotated[
        bool | None, typer.Option("--header/--no-header", help="Whether the first line names the columns.")
    ] = None,
    missing: options.Missing = "error",
    examples: Annotated[int, typer.Option(metavar="N", help="Examples for each finding; 0 for none.")] = 3,
    level: options.Level = 0.95,
    seed: options.Seed = 0,
    encoding: options.Encoding = "utf-8",
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Say what to do next: findings with their numbers, examples and an action, the most pressing first.

    Labelled texts are looked at for copies, leaks, labels that are few, skewed, confused or in doubt; a result for what
    its tables hold.
    """
    from mercalli.reports.advice_screen import show_advice
    from mercalli.tasks.advice.files import Reading, advise_file

    check_out(out, overwrite=overwrite)
    reading = Reading(text, label, key, mode, delimiter, header, missing, encoding)
    with progress_bar() as progress:
        found = advise_file(what, reading, test=test, examples=examples, level=level, seed=seed, progress=progress)
    answer(found, show_advice, out=out, overwrite=overwrite, as_json=as_json)
