"""`mercalli evaluate`: one or more systems against the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from mercalli.cli import options
from mercalli.cli.console import answers, fail
from mercalli.cli.options import listed, listed_all
from mercalli.cli.progress import progress_bar

if TYPE_CHECKING:
    from mercalli.results.records import Evaluation

GATE_MISSED = 1


def evaluate(
    files: options.Files,
    truth: options.Truth = None,
    pred: options.Pred = None,
    profile: options.Profile = None,
    classes: options.Classes = None,
    by: Annotated[str | None, typer.Option(metavar="NAMES", help="Columns to slice by, as in event,lang.")] = None,
    unit: options.Unit = None,
    weight: options.Weight = None,
    metrics: options.Metrics = None,
    gate: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="A condition to meet, as in 'dua>=0.75'; repeatable.")
    ] = None,
    gate_file: Annotated[str | None, typer.Option(metavar="FILE", help="A .toml file with gates = [...].")] = None,
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    method: options.Method = "auto",
    seed: options.Seed = 0,
    like: options.Like = None,
    invalid: options.Invalid = "error",
    missing: options.Missing = "error",
    unknown: options.Unknown = "error",
    encoding: options.Encoding = "utf-8",
    engine: Annotated[
        Literal["duckdb", "spark"], typer.Option(metavar="NAME", help="What reads and counts: duckdb or spark.")
    ] = "duckdb",
    spark_master: Annotated[str, typer.Option(metavar="URL", help="Where Spark runs.")] = "local[*]",
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Evaluate predictions: values with intervals, harm, weakest spots, warnings.

    Several files, or several prediction columns, are several systems.
    """
    from mercalli.io.folders import check_free, write_folder
    from mercalli.io.gates import read_gates
    from mercalli.reports.screen import show_evaluation
    from mercalli.results.seal import to_json
    from mercalli.tasks.files import Asked, evaluate_files

    if out is not None:
        check_free(out, overwrite=overwrite)
    asked = Asked(files, truth, listed_all(pred), profile, listed(classes), encoding, engine, spark_master)
    with progress_bar() as progress:
        result, said = evaluate_files(
            asked,
            by=listed(by),
            unit=unit,
            weight=weight,
            metrics=listed(metrics) or None,
            gates=[*(gate or []), *read_gates(gate_file)],
            level=level,
            replicates=replicates,
            method=method,
            seed=seed,
            like=like,
            invalid=invalid,
            missing=missing,
            unknown=unknown,
            progress=progress,
        )
    if out is not None:
        from mercalli.reports.folder import evaluation_files

        write_folder(out, evaluation_files(result), overwrite=overwrite)
    if as_json:
        typer.echo(to_json(result), nl=False)
    else:
        show_evaluation(answers(), result, [*said, *([f"report: {out}"] if out else [])])
    _end(result)


def _end(result: Evaluation) -> None:
    """A line for each gate that was missed, and the exit code that tells."""
    from mercalli.reports.words import gate_text

    missed = [report for report in result.gates if not report.passed]
    for report in missed:
        fail(f"gate missed: {gate_text(report)}")
    if missed:
        raise typer.Exit(GATE_MISSED)
