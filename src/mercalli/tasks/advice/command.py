"""`mercalli advise`: what to do next, with evidence."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.output import TextOutput
from mercalli.console.progress import progress_bar


@calls.with_records
def advise(
    what: Annotated[
        str, typer.Argument(metavar="RESULT|DATA", help="A result of mercalli evaluate, or a file of labelled texts.")
    ],
    *,
    test: Annotated[
        str | None, typer.Option(metavar="FILE", help="Labelled texts to test on: are there copies across the split?")
    ] = None,
    text: options.Text = None,
    label: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of labels, if it has no usual name.")
    ] = None,
    key: options.TextId = None,
    mode: Annotated[
        Literal["multi-class", "multi-label"],
        typer.Option(metavar="NAME", help="One label each, or any number: multi-class or multi-label."),
    ] = "multi-class",
    delimiter: Annotated[str, typer.Option(metavar="SIGN", help="Separator between the labels of a text.")] = "|",
    header: options.Header = None,
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="How to treat rows without text or label: error or drop."),
    ] = "error",
    examples: Annotated[int, typer.Option(metavar="N", help="Examples for each finding; 0 for none.")] = 3,
    every: Annotated[
        bool, typer.Option("--all", help="Show all findings on the screen, not only the five most pressing ones.")
    ] = False,
    level: options.Level = 0.95,
    seed: options.Seed = 0,
    form: options.TableForm,
    output: TextOutput,
) -> None:
    """Say what to do next: findings with their numbers, examples and an action, the most pressing first.

    Texts are checked for copies, leaks, and rare, skewed, confused or doubtful labels; a result for weak spots.
    """
    from mercalli.tasks.advice.article import other_findings
    from mercalli.tasks.advice.evaluate import advise_file

    with progress_bar() as progress:
        advice = advise_file(
            what,
            test=test,
            text=text,
            label=label,
            key=key,
            mode=mode,
            delimiter=delimiter,
            header=header,
            missing=missing,
            examples=examples,
            level=level,
            seed=seed,
            encoding=form.encoding,
            progress=progress,
        )
    output.tell(advice, more=other_findings(advice, wanted=every))
