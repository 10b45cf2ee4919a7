"""`mercalli multilabel`: items that may have any number of labels."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.lists import listed_all
from mercalli.console.options import AnswerReading
from mercalli.console.output import TextOutput
from mercalli.console.progress import progress_bar
from mercalli.inputs.usual_names import PRED, TRUTH
from mercalli.plan.columns import Role, columns_text

ROLES = (Role("truth", TRUTH), Role("pred", PRED))


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
    labels: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B,C", help="All labels that may occur; those in the data if not given."),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Name or .toml file of a profile, whose aliases outputs may use."),
    ] = None,
    separator: Annotated[
        str | None, typer.Option(metavar="SIGN", help="Separator between labels; one of ; | , if not given.")
    ] = None,
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
    from mercalli.plan.tables import TableFiles, open_tables
    from mercalli.tasks.label_sets.evaluate import multilabel as evaluated

    named = {"truth": listed_all(truth, "truth"), "pred": listed_all(pred, "pred")}
    with progress_bar() as progress:
        (table,) = open_tables(TableFiles.of(file, form.encoding, **named), ROLES)
        truths = table.columns["truth"]
        result = evaluated(
            table.source,
            truth=truths[0] if len(truths) == 1 else truths,
            pred=table.columns["pred"],
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
    guessed = columns_text({role: columns for role, columns in table.columns.items() if not named[role]})
    output.tell(result, [guessed] if guessed else [])
