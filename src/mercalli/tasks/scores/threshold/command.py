"""`mercalli threshold`: how well scores rank, and from which score on to act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.options import listed_all
from mercalli.console.output import Output
from mercalli.console.progress import progress_bar


@dataclass(frozen=True)
class Wishes:
    """What outcomes are worth, and what a threshold must keep to."""

    value_tp: Annotated[float | None, typer.Option(metavar="X", help="What acting on a positive is worth.")] = None
    cost_fp: Annotated[float | None, typer.Option(metavar="X", help="What acting on a negative costs.")] = None
    cost_fn: Annotated[float | None, typer.Option(metavar="X", help="What not acting on a positive costs.")] = None
    value_tn: Annotated[float | None, typer.Option(metavar="X", help="What not acting on a negative is worth.")] = None
    max_fpr: Annotated[float | None, typer.Option(metavar="P", help="Highest share of negatives acted on.")] = None
    min_precision: Annotated[
        float | None, typer.Option(metavar="P", help="Lowest share of positives among the alerts.")
    ] = None
    min_recall: Annotated[float | None, typer.Option(metavar="P", help="Lowest share of positives acted on.")] = None
    capacity: Annotated[float | None, typer.Option(metavar="N", help="How many of these cases can be acted on.")] = None


@options.with_records
def threshold(
    files: options.Files,
    *,
    truth: options.Truth = None,
    score: options.Score = None,
    positive: options.Positive = None,
    wishes: Wishes,
    slicing: options.WeightedSlicing,
    metrics: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Metrics of scores, as in roc_auc or 'partial_auc(max_fpr=0.1)'."),
    ] = None,
    resampling: options.Resampling,
    missing: options.Missing = "error",
    bins: options.Bins = None,
    encoding: options.Encoding = "utf-8",
    output: Output,
) -> None:
    """Choose a threshold: how well scores rank, from which one on to act, and what that is worth.

    Several files, or several columns of scores, are several systems.
    """
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.scores.files import of_files
    from mercalli.tasks.scores.threshold.evaluate import threshold as evaluate

    with progress_bar() as progress:
        result, said = of_files(
            evaluate,
            TableFiles.of(files, encoding, truth=truth, score=listed_all(score, "score")),
            positive,
            **vars(wishes),
            **slicing.settings,
            metrics=listed_all(metrics, "metrics") or None,
            **resampling.settings,
            missing=missing,
            bins=bins,
            progress=progress,
        )
    output.tell(result, said)
