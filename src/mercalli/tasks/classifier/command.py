"""`mercalli train`: labelled texts to a classifier, tested. `mercalli predict`: labels and probabilities for texts."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.calls import check_out
from mercalli.console.lists import listed_all
from mercalli.console.output import noted
from mercalli.console.progress import progress_bar
from mercalli.console.streams import screen


@calls.with_records
def train(
    data: Annotated[
        list[str], typer.Argument(metavar="DATA...", help="Labelled texts: CSV, TSV, Parquet or JSON lines; .gz too.")
    ],
    *,
    test: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Labelled texts to test on; if not given, some texts are held out."),
    ] = None,
    holdout: Annotated[
        float, typer.Option(metavar="P", help="Share of each label's texts to hold out for the test.")
    ] = 0.1,
    mode: Annotated[
        Literal["multi-class", "multi-label"],
        typer.Option(metavar="NAME", help="multi-class (one label for each text) or multi-label (any number)."),
    ] = "multi-class",
    delimiter: Annotated[str, typer.Option(metavar="SIGN", help="Separator between the labels of one text.")] = "|",
    text: options.Text = None,
    label: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of labels, if it has no usual name.")
    ] = None,
    key: options.TextId = None,
    header: options.Header = None,
    by: options.By = None,
    leave_out: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Column of events: also train on all but one and test on it, for each."),
    ] = None,
    forward: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Also test later blocks of time, as in 1d, by what came before each."),
    ] = None,
    time: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of times for --forward, if it has no usual name.")
    ] = None,
    timezone: Annotated[
        str | None, typer.Option(metavar="NAME", help="Time zone of times that do not have one, as in UTC.")
    ] = None,
    feedback: Annotated[
        str | None, typer.Option(metavar="FILE", help="Feedback to learn from too, as mercalli feedback add wrote it.")
    ] = None,
    profile: options.Profile = None,
    metric: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Metric used to choose the weights of labels; the profile's first if not given."
        ),
    ] = None,
    resampling: options.Resampling,
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="How to treat rows without text or label: error or drop."),
    ] = "error",
    form: options.TableForm,
    titled: options.Titled,
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write the model, its card and the report to a folder.")
    ] = None,
    overwrite: options.Overwrite = False,
    no_pictures: options.NoPictures = False,
    show_personal: options.ShowPersonal = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON in the format of the cloud service instead of text.")
    ] = False,
) -> None:
    """Train a classifier on labelled texts and test it on others.

    A CSV file has the label first and the text second, or a header that names them.
    """
    from mercalli.io.manifests import TRAINING
    from mercalli.registry import adapted
    from mercalli.results.personal import HIDDEN
    from mercalli.tasks.classifier.article import article
    from mercalli.tasks.classifier.evaluate import train as trained_on
    from mercalli.telling.terminal import show

    check_out(out, overwrite=overwrite, kind=TRAINING, no_pictures=no_pictures)
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
            forward=forward,
            time=time,
            timezone=timezone,
            feedback=feedback,
            profile=profile,
            metric=metric,
            **resampling.settings,
            missing=missing,
            encoding=form.encoding,
            progress=progress,
        )
        trained = replace(trained, test=noted(trained.test, titled.heading))
        if out is not None:
            progress("drawing and writing the report", 0, 1)
            trained.save(out, overwrite=overwrite, show_personal=show_personal, pictures=not no_pictures)
    if as_json:
        (service,) = adapted("json", "training")
        typer.echo(service(trained), nl=False)
        return
    saved = f"model and report: {out}" if out else "nothing was saved; --out DIR writes the model and its report"
    hidden = [HIDDEN] if out and not show_personal else []
    show(screen(), article(trained), [*trained.said, saved, *hidden])


@calls.with_records
def predict(
    *,
    model: Annotated[str, typer.Argument(metavar="MODEL", help="The folder that train wrote, or its model.skops.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="Texts: a CSV, TSV, Parquet or JSON-lines file.")],
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="A .csv file to write; a stopped run is continued.")
    ] = None,
    text: options.Text = None,
    label: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of true labels, kept as truth, if there is one.")
    ] = None,
    key: options.TextId = None,
    keep: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Other columns to copy to the output, as in text,event.")
    ] = None,
    header: options.Header = None,
    why: Annotated[
        int, typer.Option(metavar="N", help="Add a column with the N words that support the label most.")
    ] = 0,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Add urgency, level and response from a profile; the most urgent come first."
        ),
    ] = None,
    missing: Annotated[
        Literal["error", "drop"],
        typer.Option(metavar="HOW", help="How to treat rows without a text: error or drop."),
    ] = "error",
    encoding: options.Encoding = "utf-8",
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file that exists.")] = False,
    show_personal: options.ShowPersonal = False,
) -> None:
    """Label texts with a classifier: pred, its confidence, and the probability of each label.

    Without --out the predictions go to standard output. Their columns are those that evaluate and multilabel read.
    """
    from mercalli.errors import SettingError
    from mercalli.tasks.classifier.model import load_model
    from mercalli.tasks.classifier.predict import check_name, predict_file, predict_lines, texts_to_label
    from mercalli.tasks.classifier.predictions import PREDICTION_FILE
    from mercalli.text.words import counted, visible

    if overwrite and out is None:
        raise SettingError.folder_only("overwrite")
    if out is not None:
        check_name(out)
        calls.claim_file(out, PREDICTION_FILE, overwrite=overwrite)
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
        why=why,
        profile=profile,
        show_personal=show_personal,
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
