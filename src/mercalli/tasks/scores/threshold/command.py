"""`mercalli threshold`: how well scores rank, and from which score on to act."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.answer import answer
from mercalli.console.options import check_out, listed_all
from mercalli.console.progress import progress_bar


def threshold(
    files: options.Files,
    truth: options.Truth = None,
    score: options.Score = None,
    positive: options.Positive = None,
    value_tp: Annotated[float | None, typer.Option(metavar="X", help="What acting on a positive is worth.")] = None,
    cost_fp: Annotated[float | None, typer.Option(metavar="X", help="What acting on a negative costs.")] = None,
    cost_fn: Annotated[float | None, typer.Option(metavar="X", help="What not acting on a positive costs.")] = None,
    value_tn: Annotated[float | None, typer.Option(metavar="X", help="What not acting on a negative is worth.")] = None,
    max_fpr: Annotated[float | None, typer.Option(metavar="P", help="Highest share of negatives acted on.")] = None,
    min_precision: Annotated[
        float | None, typer.Option(metavar="P", help="Lowest share of positives among the alerts.")
    ] = None,
    min_recall: Annotated[float | None, typer.Option(metavar="P", help="Lowest share of positives acted on.")] = None,
    capacity: Annotated[
        float | None, typer.Option(metavar="N", help="How many of these cases can be acted on.")
    ] = None,
    by: options.By = None,
    unit: options.Unit = None,
    weight: options.Weight = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Metrics of scores, as in roc_auc or 'partial_auc(max_fpr=0.1)'."),
    ] = None,
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    seed: options.Seed = 0,
    missing: options.Missing = "error",
    bins: options.Bins = None,
    encoding: options.Encoding = "utf-8",
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Choose a threshold: how well scores rank, from which one on to act, and what that is worth.

    Several files, or several columns of scores, are several systems.
    """
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.scores.files import of_files
    from mercalli.tasks.scores.threshold.evaluate import threshold as evaluate

    check_out(out, overwrite=overwrite)
    with progress_bar() as progress:
        result, said = of_files(
            evaluate,
            TableFiles.of(files, encoding, truth=truth, score=listed_all(score, "score")),
            positive,
            value_tp=value_tp,
            cost_fp=cost_fp,
            cost_fn=cost_fn,
            value_tn=value_tn,
            max_fpr=max_fpr,
            min_precision=min_precision,
            min_recall=min_recall,
            capacity=capacity,
            by=listed_all(by, "by"),
            unit=unit,
            weight=weight,
            metrics=listed_all(metrics, "metrics") or None,
            level=level,
            replicates=replicates,
            seed=seed,
            missing=missing,
            bins=bins,
            progress=progress,
        )
    answer(result, said, out=out, overwrite=overwrite, as_json=as_json)
