"""A report on labelled predictions from files."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mercalli.errors import FileError, JoinError
from mercalli.estimates.progress import Progress
from mercalli.inputs.about import AboutSystem
from mercalli.io.file_names import file_names
from mercalli.io.folders import Content
from mercalli.io.manifests import PREDICTIONS
from mercalli.io.predictions import write_predictions
from mercalli.io.tables import open_database
from mercalli.plan.about import noted
from mercalli.plan.answer_files import with_inputs
from mercalli.plan.answer_settings import USUAL_ANSWERS
from mercalli.plan.columns import check_there, columns_text
from mercalli.plan.detect import detecting
from mercalli.plan.systems import together, unique_systems
from mercalli.plan.tables import OpenTable
from mercalli.results.personal import shown
from mercalli.tasks.labels.answers import Answers, Extras, answer_map, answers_of, labelled, meanings_of
from mercalli.tasks.labels.compare.files import compare_tables
from mercalli.tasks.labels.compared import with_comparison
from mercalli.tasks.labels.confusions import confusions, error_examples
from mercalli.tasks.labels.data import LabelFiles, LabelTables, open_labels
from mercalli.tasks.labels.evaluate import evaluate
from mercalli.tasks.labels.opening import holds_statistic, statistic_in
from mercalli.tasks.labels.result import ErrorExample, Evaluation, SystemReport
from mercalli.telling.kinds import files_of

if TYPE_CHECKING:
    import duckdb


ANSWER_MAP = "answers.csv"
ONLY_FOR_EVALUATIONS = ("by", "sites", "gates", "confidence", "probabilities", "machine_accuracy")


@dataclass(frozen=True)
class Report:
    """A result, what was guessed on the way, and the files of its folder that are not made from the result alone."""

    result: Evaluation
    guesses: tuple[str, ...]
    predictions: Mapping[str, Content] = field(default_factory=dict[str, "Content"])
    latex: bool = False
    show_personal: bool = False

    def knowing(self, about: Mapping[str, AboutSystem]) -> Report:
        """The same with what is known of the systems in its provenance."""
        result = self.result
        names = [system.name for system in result.systems]
        return replace(self, result=replace(result, provenance=noted(result.provenance, names, about)))

    def files(self, progress: Progress, *, pictures: bool = True) -> dict[str, Content]:
        """All files of the folder."""
        progress("drawing and writing the report", 0, 1)
        seen = shown(self.result, show_personal=self.show_personal)
        return {**files_of(seen, latex=self.latex, pictures=pictures), **self.predictions}


def evaluate_files(files: LabelFiles, extras: Extras | None = None, **settings: Any) -> Report:  # noqa: ANN401 - as evaluate
    """Every file, or every prediction column of a single file, is a system; with `extras`, also what a report adds."""
    if holds_statistic(files):
        return _of_statistic(files, extras, settings)
    database = open_database()
    tables = open_labels(files, database, settings.get("like"))
    if extras is None:
        result = _compared_too(tables, None, database, settings)
        return Report(result, (*tables.guesses, *_confidence_columns(result)))
    for each in tables.files:
        check_there(each.source, [extras.text, extras.key])
    return _with_extras(files, tables, extras, database, **settings)


def _of_statistic(files: LabelFiles, extras: Extras | None, settings: dict[str, Any]) -> Report:
    """What was counted; what needs rows is refused, and files that need them are not written."""
    text = None if extras is None else extras.text
    statistic, given = statistic_in(files, text=text)
    asked = {name: value for name, value in settings.items() if name != "detect"}
    result = evaluate(statistic, **given, **asked)
    return Report(detecting(result, settings.get("detect")), (f"statistic: {statistic.told}",))


def _with_extras(
    files: LabelFiles,
    tables: LabelTables,
    extras: Extras,
    database: duckdb.DuckDBPyConnection,
    **settings: Any,  # noqa: ANN401 - as evaluate
) -> Report:
    result = _compared_too(tables, extras.key, database, settings)
    progress: Progress = settings["progress"]
    answers = answers_of(files, tables, database, extras, dropped=settings["missing"] == "drop")
    asked = settings.get("answers", USUAL_ANSWERS)
    meanings = {system.name: meanings_of(tables.profile, system, asked) for system in result.systems}
    rows = {system.name: labelled(answers[system.name], meanings[system.name]) for system in result.systems}
    whole = _with_examples(result, answers, rows, extras.examples, progress)
    whole = whole if extras.texts else _without_outputs(whole)
    outputs = {system.name for system in result.systems if system.outputs is not None}
    kept = extras.show_personal
    predictions = _predictions(answers, rows, database, progress, outputs=outputs, show_personal=kept)
    written = predictions if extras.predictions else {}
    if outputs and extras.texts:
        read = {name: answers[name] for name in outputs}
        written = {**written, ANSWER_MAP: answer_map(read, meanings, show_personal=kept)}
    guesses = (*tables.guesses, *_text_columns(answers), *_confidence_columns(result))
    return Report(whole, guesses, written, extras.latex, kept)


def _without_outputs(result: Evaluation) -> Evaluation:
    """The same without examples of outputs."""
    systems = (
        system if system.outputs is None else replace(system, outputs=replace(system.outputs, examples=()))
        for system in result.systems
    )
    return replace(result, systems=tuple(systems))


def _text_columns(answers: Mapping[str, Answers]) -> list[str]:
    """Which columns hold texts and ids."""
    roles = (
        {"text": [each.text] if each.text else [], "id": [each.key] if each.key else []} for each in answers.values()
    )
    return [line for line in dict.fromkeys(map(columns_text, roles)) if line]


def _confidence_columns(result: Evaluation) -> list[str]:
    """Which columns say how sure each system is."""
    sure = [(system.name, system.confidence) for system in result.systems if system.confidence is not None]
    called = {report.called for _, report in sure}
    if len(called) == 1 and len(sure) == len(result.systems):
        return [f"confidence: {called.pop()}"]
    return [f"confidence of {name}: {report.called}" for name, report in sure]


def _compared_too(tables: LabelTables, key: str | None, database: Any, settings: dict[str, Any]) -> Evaluation:  # noqa: ANN401 - a DuckDB connection
    """Every system by itself and, where there are several, against the others."""
    detect = settings.get("detect")
    result = _evaluated_tables(tables, {name: value for name, value in settings.items() if name != "detect"})
    compared = result if len(result.systems) == 1 else _compared(result, tables, key, database, **settings)
    return detecting(replace(compared, notes=(*tables.notes, *compared.notes)), detect)


def _compared(result: Evaluation, tables: LabelTables, key: str | None, database: Any, **settings: Any) -> Evaluation:  # noqa: ANN401 - as above
    """The same with its systems against each other, or with the reason why they cannot be compared."""
    if not settings["replicates"]:
        return _not_compared(result, "that is done by resampling, and no replicates were asked for.")
    if settings.get("count") is not None and len(tables.files) > 1:
        return _not_compared(result, "rows of several files that stand for several items each cannot be matched.")
    asked = {name: value for name, value in settings.items() if name not in ONLY_FOR_EVALUATIONS}
    try:
        return with_comparison(result, lambda best: compare_tables(tables, key, database, against=best, **asked).result)
    except (JoinError, FileError) as error:
        return _not_compared(result, str(error))


def _not_compared(result: Evaluation, reason: str) -> Evaluation:
    return replace(result, notes=(*result.notes, f"Systems are not compared with each other: {reason}"))


def _with_examples(
    result: Evaluation,
    answers: Mapping[str, Answers],
    rows: Mapping[str, duckdb.DuckDBPyRelation],
    most: int,
    progress: Progress,
) -> Evaluation:
    """The same with the worst errors of every system that has texts."""
    systems = list(result.systems)
    for at, system in enumerate(systems):
        if answers[system.name].text is not None:
            progress("finding worst errors", at, len(systems))
            systems[at] = replace(system, examples=_examples_of(system, rows[system.name], most))
    return replace(result, systems=tuple(systems))


def _examples_of(system: SystemReport, rows: duckdb.DuckDBPyRelation, most: int) -> tuple[ErrorExample, ...]:
    return error_examples(rows, confusions(system.table), most, system.table.outside)


def _predictions(
    answers: Mapping[str, Answers],
    rows: Mapping[str, duckdb.DuckDBPyRelation],
    database: duckdb.DuckDBPyConnection,
    progress: Progress,
    *,
    outputs: Collection[str],
    show_personal: bool,
) -> dict[str, Content]:
    """A file for each system, written when its turn comes; `outputs` are the systems that wrote free text."""
    files = file_names(list(answers), PREDICTIONS)
    return {
        files[name]: partial(
            write_predictions,
            items=rows[name],
            database=database,
            tell=partial(_tell, progress, f"writing predictions of {name}"),
            with_id=answers[name].key is not None,
            with_outcome=name in outputs,
            show_personal=show_personal,
        )
        for name in answers
    }


def _tell(progress: Progress, what: str, percent: int) -> None:
    progress(what, percent, 100)


def _evaluated_tables(tables: LabelTables, settings: dict[str, Any]) -> Evaluation:
    """One result on all files."""
    if tables.lone is not None:
        return _evaluated(tables.lone, tables.lone.columns["pred"], tables, settings)
    unique_systems([system for each in tables.files for system in each.systems("pred")])
    results = [_evaluated(each, dict(each.systems("pred")), tables, settings) for each in tables.files]
    return replace(together(results), gates=tuple(gate for result in results for gate in result.gates))


def _evaluated(table: OpenTable, systems: object, tables: LabelTables, settings: dict[str, Any]) -> Evaluation:
    result = evaluate(
        table.source,
        truth=table.truth,
        pred=systems,
        profile=tables.profile,
        classes=tables.classes,
        compared=False,
        **settings,
    )
    return with_inputs(result, tables.files)
