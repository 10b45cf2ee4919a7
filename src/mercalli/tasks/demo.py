"""The demonstration: which of four systems should a relief agency use tonight?"""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING

from mercalli.engines.arrays import ArraySource
from mercalli.evaluation.compare import compare
from mercalli.evaluation.evaluate import evaluate
from mercalli.evaluation.progress import Progress, quiet
from mercalli.io.demo import read_demo
from mercalli.reports.folder import comparison_files, evaluation_files

if TYPE_CHECKING:
    from mercalli.results.records import Comparison, Evaluation

SAID = (
    "Posts of four disasters (HumAID test splits), labelled by people and by a",
    "language model without training and three classifiers on word counts.",
)
SYSTEMS = ("gpt_4o_zero_shot", "tfidf_logreg", "tfidf_linear_svm", "tfidf_naive_bayes")


def demo_results(progress: Progress = quiet) -> tuple[Evaluation, Comparison]:
    """Four systems evaluated by event, and compared."""
    data = replace(ArraySource.check(read_demo()), origin="demonstration")
    result = evaluate(data, truth="truth", pred=SYSTEMS, profile="humaid", by="event", progress=progress)
    comparison = compare(data, truth="truth", pred=SYSTEMS, profile="humaid", progress=progress)
    return replace(result, comparison=comparison), comparison


def demo_files(result: Evaluation, comparison: Comparison) -> dict[str, str]:
    """The report of the evaluation, the page of the comparison, and the predictions to try things on."""
    compared = comparison_files(comparison)
    return {
        **evaluation_files(result),
        "comparison.md": compared["report.md"],
        "comparison.json": compared["result.json"],
        "predictions.csv": _predictions(),
    }


def _predictions() -> str:
    data = read_demo()
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(["id", *data])
    writer.writerows((at, *row) for at, row in enumerate(zip(*data.values(), strict=True)))
    return written.getvalue()
