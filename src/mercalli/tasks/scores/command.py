"""`mercalli threshold` and `mercalli rank`: from which score on to act, and what the highest scores hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mercalli.console import calls, options
from mercalli.console.lists import listed_all
from mercalli.console.output import PicturedOutput
from mercalli.console.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Wishes:
    """What outcomes are worth, and what a threshold must keep to."""

    value_tp: Annotated[
        str | None, typer.Option(metavar="X", help="What acting on a positive is worth: a number, or a column.")
    ] = None
    cost_fp: Annotated[
        str | None, typer.Option(metavar="X", help="What acting on a negative costs: a number, or a column.")
    ] = None
    cost_fn: Annotated[
        str | None, typer.Option(metavar="X", help="What not acting on a positive costs: a number, or a column.")
    ] = None
    value_tn: Annotated[
        str | None, typer.Option(metavar="X", help="What not acting on a negative is worth: a number, or a column.")
    ] = None
    max_fpr: Annotated[
        float | None, typer.Option(metavar="P", help="Highest false positive rate: the share of negatives acted on.")
    ] = None
    min_precision: Annotated[
        float | None, typer.Option(metavar="P", help="Lowest precision: the share of positives among the alerts.")
    ] = None
    min_recall: Annotated[
        float | None, typer.Option(metavar="P", help="Lowest recall: the share of positives acted on.")
    ] = None
    capacity: Annotated[
        str | None, typer.Option(metavar="N", help="Number of these cases that can be acted on, or a share as in 10%.")
    ] = None

    @property
    def settings(self) -> dict[str, float | str | None]:
        """The same with numbers as such; what is no number is a column that holds one for each case."""
        numbers = {name: _number(value) if isinstance(value, str) else value for name, value in vars(self).items()}
        return {**numbers, "capacity": self.capacity}


def _number(text: str) -> float | str:
    """A number, or the name of a column.

    >>> _number("400"), _number("amount")
    (400.0, 'amount')
    """
    try:
        return float(text)
    except ValueError:
        return text


@calls.with_records
def threshold(
    files: options.Files,
    *,
    truth: options.Truth = None,
    score: options.Score = None,
    positive: options.Positive = None,
    key: options.ItemId = None,
    items: options.ItemChoice = None,
    wishes: Wishes,
    slicing: options.WeightedSlicing,
    metrics: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Metrics of scores, as in roc_auc or 'partial_auc(max_fpr=0.1)'."),
    ] = None,
    resampling: options.PairedResampling,
    missing: options.Missing = "error",
    bins: options.Bins = None,
    form: options.TableForm,
    output: PicturedOutput,
) -> None:
    """Choose a threshold: at which score should we act, what is that worth, and how well do scores rank?

    Several files, or several columns of scores, are several systems. Files are matched by an id column they share, or
    row by row where their truths are the same.
    """
    from mercalli.tasks.scores.threshold.evaluate import threshold as evaluate

    settings = {**wishes.settings, **slicing.settings, **resampling.settings, "missing": missing, "bins": bins}
    settings["metrics"] = listed_all(metrics, "metrics") or None
    _tell(output, evaluate, files, form.encoding, truth, score, positive, (key, items), settings)


@calls.with_records
def rank(
    files: options.Files,
    *,
    k: Annotated[
        list[str] | None, typer.Option(metavar="K", help="Size of the top K, as in 200 or 10%; repeatable.")
    ] = None,
    truth: options.Truth = None,
    score: options.Score = None,
    positive: options.Positive = None,
    key: options.ItemId = None,
    items: options.ItemChoice = None,
    group: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of queries, events or users; each gets its own list.")
    ] = None,
    slicing: options.WeightedSlicing,
    resampling: options.PairedResampling,
    missing: options.Missing = "error",
    bins: options.Bins = None,
    form: options.TableForm,
    output: PicturedOutput,
) -> None:
    """Precision, recall, hit rate and lift of the top K.

    Several files, or several columns of scores, are several systems. Files are matched by an id column they share, or
    row by row where their truths are the same.
    """
    from mercalli.tasks.scores.rank.evaluate import rank as evaluate

    settings = {**slicing.settings, **resampling.settings, "missing": missing, "bins": bins, "group": group}
    settings["k"] = listed_all(k, "k") or "10%"
    _tell(output, evaluate, files, form.encoding, truth, score, positive, (key, items), settings)


def _tell(
    output: PicturedOutput,
    evaluate: Callable[..., Any],
    files: list[str],
    encoding: str,
    truth: str | None,
    score: list[str] | None,
    positive: str | None,
    matching: tuple[str | None, Any],
    settings: dict[str, Any],
) -> None:
    """Evaluate the scores of all files, and tell the result."""
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.scores.files import Matching, of_files

    with progress_bar() as progress:
        tables = TableFiles.of(files, encoding, truth=truth, score=listed_all(score, "score"))
        result, guessed = of_files(evaluate, tables, positive, Matching(*matching), progress=progress, **settings)
    output.tell(result, guessed)
