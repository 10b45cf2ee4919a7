"""`mercalli multilabel`: items that may have any number of labels."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.answer import answer
from mercalli.console.options import check_out, listed_all
from mercalli.console.progress import progress_bar


def multilabel(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Items: a CSV, TSV, Parquet or JSON-lines file.")],
    truth: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Column of true labels, else a usual name; or A,B: columns of 0 and 1."),
    ] = None,
    pred: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Column of predicted labels, else a usual name; A,B are two systems."),
    ] = None,
    labels: Annotated[
        list[str] | None, typer.Option(metavar="A,B,C", help="The labels there may be; all that occur.")
    ] = None,
    separator: Annotated[
        str | None, typer.Option(metavar="SIGN", help="What stands between labels; one of ; | , if not given.")
    ] = None,
    by: options.By = None,
    unit: options.Unit = None,
    metrics: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Metrics to show first, as in mean_jaccard,f1_micro.")
    ] = None,
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    seed: options.Seed = 0,
    encoding: options.Encoding = "utf-8",
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Evaluate label sets: over items, label by label, and by slice.

    Cells hold lists, or text with several labels. Where --truth names several columns of flags, --pred names as many.
    """
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.label_sets.of_file import multilabel_of_file

    check_out(out, overwrite=overwrite)
    asked = TableFiles.of(file, encoding, truth=listed_all(truth, "truth"), pred=listed_all(pred, "pred"))
    with progress_bar() as progress:
        result, said = multilabel_of_file(
            asked,
            labels=listed_all(labels, "labels") or None,
            separator=separator,
            by=listed_all(by, "by"),
            unit=unit,
            metrics=listed_all(metrics, "metrics") or None,
            level=level,
            replicates=replicates,
            seed=seed,
            progress=progress,
        )
    answer(result, said, out=out, overwrite=overwrite, as_json=as_json)
