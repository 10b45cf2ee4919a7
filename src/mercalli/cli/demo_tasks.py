"""The demonstration: which of four systems should a relief agency use tonight?"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mercalli.engines.arrays import ArraySource
from mercalli.estimates.progress import Progress, quiet
from mercalli.io.cells import csv_columns, csv_rows
from mercalli.io.demo import read_demo
from mercalli.io.file_names import file_names
from mercalli.io.manifests import PREDICTIONS
from mercalli.io.predictions import write_predictions
from mercalli.io.tables import open_database, open_table
from mercalli.results.seal import to_json
from mercalli.results.verdict import ANSWER
from mercalli.tasks.labels.answers import Answers, labelled, meanings_of
from mercalli.tasks.labels.compare.evaluate import compare
from mercalli.tasks.labels.evaluate import evaluate
from mercalli.telling.article import PAGE
from mercalli.telling.kinds import article_of, files_of
from mercalli.telling.markdown import article_markdown

if TYPE_CHECKING:
    from pathlib import Path

    from duckdb import DuckDBPyConnection

    from mercalli.io.folders import Content
    from mercalli.tasks.labels.compare.result import Comparison
    from mercalli.tasks.labels.result import Evaluation, SystemReport

SAID = (
    "Posts of four disasters (HumAID test splits), labelled by people, by a",
    "language model without training, and by three classifiers on word counts.",
)
PROFILE = "humaid"
TO_TRY = "predictions.csv"
SYSTEMS = ("gpt_4o_zero_shot", "tfidf_logreg", "tfidf_linear_svm", "tfidf_naive_bayes")


def demo_results(progress: Progress = quiet) -> tuple[Evaluation, Comparison]:
    """Four systems evaluated by event, and compared."""
    data = replace(ArraySource.check(read_demo()), origin="demonstration")
    result = evaluate(data, truth="truth", pred=SYSTEMS, profile=PROFILE, by="event", compared=False, progress=progress)
    comparison = compare(data, truth="truth", pred=SYSTEMS, profile=PROFILE, progress=progress)
    return replace(result, comparison=comparison, notes=(_for_a_new_disaster(data),)), comparison


def _for_a_new_disaster(data: ArraySource) -> str:
    """What the same systems are to each other if whole events are resampled."""
    by_event = compare(data, truth="truth", pred=SYSTEMS, profile=PROFILE, unit="event", metrics="dua")
    verdict = by_event.verdict
    return f"For a new disaster: {' '.join(() if verdict is None else verdict.texts(ANSWER))}"


def demo_files(result: Evaluation, comparison: Comparison, *, pictures: bool = True) -> dict[str, Content]:
    """The report of the evaluation, the page of the comparison, and the predictions to try things on."""
    names, database = file_names(SYSTEMS, PREDICTIONS), open_database()
    return {
        **files_of(result, pictures=pictures),
        "comparison.md": article_markdown(article_of(comparison).on(PAGE)),
        "comparison.json": to_json(comparison),
        TO_TRY: _predictions(),
        **{names[system.name]: partial(_write_detailed, database, system) for system in result.systems},
    }


def _write_detailed(database: DuckDBPyConnection, system: SystemReport, path: Path) -> None:
    """Every prediction of a system, from those that stand in the same folder already."""
    table = open_table(path.parent / TO_TRY, database=database)
    answers = Answers(table.relation, "truth", system.name, key="id")
    rows = labelled(answers, meanings_of(PROFILE, system))
    write_predictions(path, rows, database, lambda _: None, with_id=True)


def _predictions() -> str:
    columns = {name: values.tolist() for name, values in read_demo().items()}
    return csv_rows([["id", *columns]]) + csv_columns([range(len(columns["truth"])), *columns.values()])
