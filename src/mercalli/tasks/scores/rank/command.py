"""`mercalli rank`: what the items with the highest scores hold."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.options import listed_all
from mercalli.console.output import Output
from mercalli.console.progress import progress_bar


@options.with_records
def rank(
    files: options.Files,
    *,
    k: Annotated[
        list[str] | None, typer.Option(metavar="K", help="How many are looked at: 200 or 10%; repeatable.")
    ] = None,
    truth: options.Truth = None,
    score: options.Score = None,
    positive: options.Positive = None,
    group: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of queries, events or users: a list for each.")
    ] = None,
    slicing: options.WeightedSlicing,
    resampling: options.Resampling,
    missing: options.Missing = "error",
    bins: options.Bins = None,
    encoding: options.Encoding = "utf-8",
    output: Output,
) -> None:
    """See what the first K hold: precision, recall, hit rate and lift of the highest scores.

    Several files, or several columns of scores, are several systems.
    """
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.scores.files import of_files
    from mercalli.tasks.scores.rank.evaluate import rank as evaluate

    with progress_bar() as progress:
        result, said = of_files(
            evaluate,
            TableFiles.of(files, encoding, truth=truth, score=listed_all(score, "score")),
            positive,
            k=listed_all(k, "k") or "10%",
            group=group,
            **slicing.settings,
            **resampling.settings,
            missing=missing,
            bins=bins,
            progress=progress,
        )
    output.tell(result, said)
