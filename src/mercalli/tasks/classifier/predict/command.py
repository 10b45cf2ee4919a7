"""`mercalli predict`: labels and probabilities for texts."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from mercalli.console import options, text_options
from mercalli.console.options import listed_all
from mercalli.console.progress import progress_bar


def predict(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="The folder that train wrote, or its model.skops.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="Texts: a CSV, TSV, Parquet or JSON-lines file.")],
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="A .csv file to write; goes on where it was stopped.")
    ] = None,
    text: text_options.Text = None,
    label: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of true labels, kept as truth, if there is one.")
    ] = None,
    key: text_options.Key = None,
    keep: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Columns to keep beside, as in text,event.")
    ] = None,
    header: text_options.Header = None,
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="What to do about rows without a text: error or drop."),
    ] = "error",
    encoding: options.Encoding = "utf-8",
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file that exists.")] = False,
) -> None:
    """Label texts by a classifier: id, truth if known, pred, and the probability of each label.

    Without --out the answer goes to standard output. Its columns are those that evaluate and multilabel read.
    """
    from mercalli.errors import SettingError
    from mercalli.tasks.classifier.model import load_model
    from mercalli.tasks.classifier.predict.evaluate import predict_file, predict_lines, texts_to_label
    from mercalli.text.words import counted, visible

    if overwrite and out is None:
        raise SettingError.folder_only("overwrite")
    texts = texts_to_label(
        load_model(model),
        file,
        text=text,
        label=label,
        key=key,
        keep=listed_all(keep, "keep"),
        header=header,
        missing=missing,
        encoding=encoding,
    )
    for said in texts.said:
        typer.echo(visible(said), err=True)
    if out is None:
        for lines in predict_lines(texts):
            sys.stdout.write(lines)
        return
    with progress_bar() as progress:
        rows = predict_file(texts, out, overwrite=overwrite, progress=progress)
    earlier = f", {rows.resumed:,} of them from an earlier run" if rows.resumed else ""
    without = f"; {counted(rows.dropped, 'row')} without a text left out" if rows.dropped else ""
    typer.echo(visible(f"{out}: {counted(rows.rows, 'text')}{earlier}{without}"))
