"""`mercalli multilabel`: items that may have any number of labels."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.lists import listed_all
from mercalli.console.options import AnswerReading
from mercalli.console.output import TextOutput
from mercalli.console.progress import progress_bar


@calls.with_records
def multilabel(
    file: options.Items,
    *,
    truth: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Column of true labels, if it has no usual name; or A,B: columns of 0 and 1."
        ),
    ] = None,
    pred: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Column of predicted labels, if it has no usual name; A,B for two systems."),
    ] = None,
    labels: options.Labels = None,
    profile: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Name or .toml file of a profile, whose aliases outputs may use."),
    ] = None,
    separator: options.Separator = None,
    missing: Annotated[
        Literal["empty", "error", "wrong", "drop"],
        typer.Option(metavar="HOW", help="What a cell without labels means: empty (no labels), error, wrong or drop."),
    ] = "empty",
    slicing: options.Slicing,
    metrics: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Metrics to show first, as in mean_jaccard,f1_micro.")
    ] = None,
    resampling: options.PairedResampling,
    reading: AnswerReading,
    text: options.ItemText = None,
    form: options.TableForm,
    output: TextOutput,
) -> None:
    """Evaluate predictions with any number of labels per item: overall, by label and by slice.

    Cells hold lists, or text with several labels. If --truth names several columns of 0 and 1, --pred names as many.
    """
    from mercalli.tasks.label_sets.evaluate import multilabel as evaluated
    from mercalli.tasks.label_sets.opening import opened_file

    named = {"truth": listed_all(truth, "truth"), "pred": listed_all(pred, "pred")}
    with progress_bar() as progress:
        data, roles, told = opened_file(file, named, form.encoding)
        result = evaluated(
            data,
            **roles,
            labels=listed_all(labels, "labels") or None,
            profile=profile,
            separator=separator,
            missing=missing,
            **slicing.settings,
            metrics=listed_all(metrics, "metrics") or None,
            **resampling.settings,
            answers=reading.beside(text),
            progress=progress,
        )
    output.tell(result, told)
