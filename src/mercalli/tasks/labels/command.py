"""`mercalli evaluate`: one or more systems against the truth."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.calls import check_out
from mercalli.console.checks import Checks
from mercalli.console.lists import listed_all
from mercalli.console.output import TextOutput, noted
from mercalli.console.progress import progress_bar
from mercalli.tasks.labels.options import Confidence, Reading

KIND = "evaluation"  # as the result is sealed; imported only when it is made


@calls.with_records
def evaluate(
    files: options.Files,
    *,
    inputs: options.Inputs,
    truth: options.Truth = None,
    pred: options.Pred = None,
    profile: options.Profile = None,
    classes: options.Classes = None,
    slicing: options.CountedSlicing,
    sites: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column that names sites: what to expect at one more site.")
    ] = None,
    surety: Confidence,
    metrics: options.Metrics = None,
    gate: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="A condition that must be met, as in 'dua>=0.75'; repeatable."),
    ] = None,
    gate_file: Annotated[str | None, typer.Option(metavar="FILE", help="A .toml file with gates = [...].")] = None,
    reading: Reading,
    form: options.TableForm,
    engine: Annotated[
        Literal["duckdb", "spark"], typer.Option(metavar="NAME", help="Engine that reads the files: duckdb or spark.")
    ] = "duckdb",
    spark_master: Annotated[
        str | None, typer.Option(metavar="URL", help="Where Spark runs; local[*] if not given.")
    ] = None,
    checks: Checks,
    titled: options.Titled,
    out: options.Out = None,
    xlsx: options.Xlsx = None,
    overwrite: options.Overwrite = False,
    text: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Column of texts, to show with errors; copies of them in outputs are not read."
        ),
    ] = None,
    no_text: Annotated[bool, typer.Option("--no-text", help="Keep texts out of the report.")] = False,
    show_personal: options.ShowPersonal = False,
    key: Annotated[
        str | None,
        typer.Option("--id", metavar="NAME", help="Column of item ids, to match by, and to show in the report."),
    ] = None,
    examples: Annotated[
        int | None,
        typer.Option(metavar="N", help="Errors to show with their texts, for each system; 20 if not given.", min=0),
    ] = None,
    no_predictions: Annotated[
        bool, typer.Option("--no-predictions", help="Do not write the files of all predictions.")
    ] = False,
    no_pictures: options.NoPictures = False,
    latex: options.Latex = False,
    as_json: options.Sealed = False,
) -> None:
    """Evaluate predictions: metrics with intervals, harm of the errors, weakest classes and slices.

    Several files, or several prediction columns, are several systems.
    """
    from mercalli.io.folders import write_folder
    from mercalli.io.toml import read_gates
    from mercalli.tasks.labels.answers import Extras
    from mercalli.tasks.labels.data import LabelFiles
    from mercalli.tasks.labels.report import evaluate_files

    _check_apart(("text", text, "no_text", no_text or None), ("count", slicing.count, "text", text))
    _check_apart(("count", slicing.count, "id", key))
    lone = {
        "latex": latex,
        "no_predictions": no_predictions,
        "id": key is not None and text is None and inputs.truth_file is None,
        "examples": examples is not None and text is None,
    }
    check_out(out, overwrite=overwrite, kind=KIND, no_pictures=no_pictures, **lone)
    asked = LabelFiles(
        files,
        truth,
        listed_all(pred, "pred"),
        profile,
        listed_all(classes, "classes"),
        form.encoding,
        engine,
        _master(spark_master, engine),
        **inputs.settings,
        key=key,
    )
    settings = {
        **slicing.settings,
        "sites": sites,
        **surety.settings,
        "metrics": listed_all(metrics, "metrics") or None,
        "gates": [*(gate or []), *read_gates(gate_file)],
        **reading.beside(text),
    }
    shown = Extras.examples if examples is None else examples
    extras = Extras(text, key, not no_text, shown, out is not None and not no_predictions, latex, show_personal)
    with progress_bar() as progress:
        asked = replace(asked, progress=progress)
        plain = slicing.count is not None or (out is None and text is None)
        evaluated = evaluate_files(asked, None if plain else extras, progress=progress, **settings)
        kept = replace(evaluated.knowing(reading.known), latex=latex, show_personal=show_personal)
        report = replace(kept, result=noted(kept.result, titled.heading))
        if out is not None:
            write_folder(out, report.files(progress, pictures=not no_pictures), overwrite=overwrite)
    TextOutput(xlsx=xlsx, overwrite=overwrite and xlsx is not None, as_json=as_json, show_personal=show_personal).tell(
        report.result, [*report.guesses, *([f"report: {out}"] if out else [])]
    )
    checks.tell(report.result)


def _check_apart(*pairs: tuple[str, object, str, object]) -> None:
    """Refuse two options that do not go together."""
    from mercalli.errors import SettingError

    for one, first, two, second in pairs:
        if first is not None and second is not None:
            raise SettingError.either(one, two)


def _master(asked: str | None, engine: str) -> str:
    """Where Spark runs; refused where something else counts."""
    from mercalli.errors import SettingError
    from mercalli.plan.tables import SPARK
    from mercalli.tasks.labels.data import LabelFiles

    if asked is not None and engine != SPARK:
        raise SettingError.named(
            "spark_master", "is only for Spark. Choose it with --engine spark, or leave `spark_master` out."
        )
    return LabelFiles.master if asked is None else asked
