"""`mercalli train`: labelled texts to a classifier, tested."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.console import options, text_options
from mercalli.console.options import check_out, listed_all
from mercalli.console.progress import progress_bar
from mercalli.console.streams import answers


@options.with_records
def train(
    data: Annotated[
        list[str], typer.Argument(metavar="DATA...", help="Labelled texts: CSV, TSV, Parquet or JSON lines; .gz too.")
    ],
    *,
    test: Annotated[
        str | None, typer.Option(metavar="FILE", help="Labelled texts to test on; else some are held out.")
    ] = None,
    holdout: Annotated[float, typer.Option(metavar="P", help="Share of every label to hold out for the test.")] = 0.1,
    mode: Annotated[
        Literal["multi-class", "multi-label"],
        typer.Option(metavar="NAME", help="multi-class (one label for each text) or multi-label (any number)."),
    ] = "multi-class",
    delimiter: Annotated[str, typer.Option(metavar="SIGN", help="What stands between labels of one text.")] = "|",
    text: text_options.Text = None,
    label: Annotated[str | None, typer.Option(metavar="NAME", help="Column of labels, if not a usual name.")] = None,
    key: text_options.Key = None,
    header: text_options.Header = None,
    by: options.By = None,
    leave_out: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Column of events: also train on all but one and test on it, for each."),
    ] = None,
    feedback: Annotated[
        str | None, typer.Option(metavar="FILE", help="Feedback to learn from too, as mercalli feedback add wrote it.")
    ] = None,
    profile: options.Profile = None,
    metric: Annotated[
        str | None, typer.Option(metavar="NAME", help="Metric that labels are weighted by; the profile's first.")
    ] = None,
    resampling: options.Resampling,
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="What to do about rows without text or label: error or drop."),
    ] = "error",
    encoding: options.Encoding = "utf-8",
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write the model, its card and the report to a folder.")
    ] = None,
    overwrite: options.Overwrite = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the service's answer as JSON instead of a screen.")
    ] = False,
) -> None:
    """Train a classifier on labelled texts and test it on others.

    A CSV file has the label first and the text second, or a header that names them.
    """
    from mercalli.registry import adapted
    from mercalli.tasks.classifier.article import article
    from mercalli.tasks.classifier.evaluate import train as trained_on
    from mercalli.telling.terminal import show

    check_out(out, overwrite=overwrite)
    with progress_bar() as progress:
        trained = trained_on(
            data,
            test=test,
            holdout=holdout,
            mode=mode,
            delimiter=delimiter,
            header=header,
            text=text,
            label=label,
            key=key,
            by=listed_all(by, "by"),
            leave_out=leave_out,
            feedback=feedback,
            profile=profile,
            metric=metric,
            **resampling.settings,
            missing=missing,
            encoding=encoding,
            progress=progress,
        )
        if out is not None:
            progress("drawing and writing the report", 0, 1)
            trained.save(out, overwrite=overwrite)
    if as_json:
        (service,) = adapted("json", "training")
        typer.echo(service(trained), nl=False)
        return
    saved = f"model and report: {out}" if out else "nothing was saved; --out DIR writes the model and its report"
    show(answers(), article(trained), [*trained.said, saved])
