"""Answers: what is read in the outputs of one system, and how often the reader errs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.open import source_of
from mercalli.engines.source import Source
from mercalli.errors import ColumnError, EmptyError, InputError, SettingError
from mercalli.estimates.outputs import outcome_counts
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.answers.answer import Answer
from mercalli.inputs.answers.reader import Reader
from mercalli.inputs.answers.set_reader import SetReader
from mercalli.inputs.answers.undeclared import undeclared
from mercalli.inputs.classes import ClassList, words_beside
from mercalli.inputs.set_columns import SetColumn
from mercalli.io.answers import read_judged
from mercalli.plan.answer_settings import OFF, AnswerSettings, answer_settings
from mercalli.plan.answers import Outputs, finish_column, read_column, reader_of
from mercalli.plan.class_lists import class_list
from mercalli.plan.columns import check_there
from mercalli.plan.counted_outputs import CountedOutput, CountedOutputs, counted_outputs
from mercalli.plan.guess import guess_profile, labels_in
from mercalli.plan.provenance import profile_of, provenance
from mercalli.plan.set_outputs import empty_words, set_meaning, set_reader
from mercalli.profiles.profile import Profile
from mercalli.results.measure import Provenance
from mercalli.tasks.answers.check import Judged, check_of, notes_on
from mercalli.tasks.answers.result import AnswersReport, ReaderCheck, ReadOutput
from mercalli.text.words import counted, cut

LONGEST = 120
PRED = "pred"


@dataclass(frozen=True)
class ReadTable:
    """A column of outputs, read: for a report, a map or a sample."""

    column: str
    outputs: CountedOutputs
    reader: Reader
    provenance: Provenance

    @property
    def classes(self) -> ClassList:
        """The classes that were looked for."""
        return self.reader.classes

    def report(self, most: int, level: float, check: ReaderCheck | None = None) -> AnswersReport:
        """The report, with the most frequent outputs."""
        outputs = self.outputs
        kinds = [each.kind for each in outputs.outputs]
        counts = np.array([each.count for each in outputs.outputs], np.int64)
        answers = ((each.text, Answer(*each.kind[:3]), each.count) for each in outputs.outputs)
        return AnswersReport(
            column=self.column,
            classes=self.classes.names,
            n=outputs.total,
            distinct=len({each.text for each in outputs.outputs}),
            counts=outcome_counts(kinds, counts, level),
            outputs=tuple(map(_shown, outputs.outputs[:most])),
            undeclared=undeclared(answers, outputs.total),
            check=check,
            notes=(*([] if check is None else notes_on(check)), *self._notes()),
            provenance=self.provenance,
        )

    def _notes(self) -> Iterator[str]:
        several = len({each.text for each in self.outputs.outputs}) - len(self.outputs.by_text)
        if several:
            mean = "means" if several == 1 else "mean"
            yield f"{counted(several, 'output')} {mean} different things beside different items: not in the map."


def answers(
    data: object = None,
    *,
    pred: object,
    truth: object = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    profile: str | Path | Profile | None = None,
    answers: Literal["usual", "strict"] | AnswerSettings = "usual",
    sets: bool = False,
    judged: str | Path | None = None,
    most: int = 50,
    level: float = 0.95,
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> AnswersReport:
    """What is read in the outputs of one system, and how; it never refuses because much is unread.

    Args:
        data: Whatever `evaluate` takes, or nothing if `pred` is an array.
        pred: The column, or array, of outputs.
        truth: The column of true classes, which are the classes if none are declared.
        classes: The classes in order.
        profile: A built-in profile, or the path of a .toml file.
        answers: "usual", "strict" or `AnswerSettings`.
        sets: Whether items may have any number of labels, so that outputs are read as sets.
        judged: The path of a CSV file in which a person judged a sample of the outputs.
        most: How many of the most frequent outputs the report holds.
        level: Confidence level of the intervals.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    >>> report = answers(pred=["**fire**", "Class: flood", "no idea"], classes=["fire", "flood"])
    >>> [(each.outcome, each.how, each.label) for each in report.outputs]
    [('read', 'wrapped', 'fire'), ('read', 'prefix', 'flood'), ('refused', '', None)]
    """
    columns = _columns(data, pred, truth)
    source = source_of(data, encoding) if columns is None else ArraySource.check(columns)
    names = (pred, truth) if columns is None else (PRED, "truth" if truth is not None else None)
    table = read_table(source, *names, classes, profile, answers=answers, sets=sets, progress=progress)
    return table.report(most, level, None if judged is None else checked(table, judged, level))


def _columns(data: object, pred: object, truth: object) -> dict[str, object] | None:
    """Arrays by name; nothing where there is a table."""
    if data is not None:
        return None
    if isinstance(pred, str) or pred is None:
        raise ColumnError.unnamed_source("pred", pred) if pred else ColumnError.not_given("pred")
    return {PRED: pred, **({} if truth is None else {"truth": truth})}


def read_table(
    source: Source,
    pred: object,
    truth: object,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None,
    profile: str | Path | Profile | None,
    *,
    answers: Literal["usual", "strict"] | AnswerSettings = "usual",
    sets: bool = False,
    progress: Progress = quiet,
) -> ReadTable:
    """The outputs of a column, read."""
    if not isinstance(pred, str):
        raise ColumnError.not_named("pred", pred)
    settings = answer_settings(answers, None)
    if settings.mode == OFF:
        raise SettingError.choice("answers", OFF, ("usual", "strict"))
    named = truth if isinstance(truth, str) else None
    check_there(source, [pred, named, settings.text])
    chosen = profile_of(profile)
    settings, listed = settings.under(chosen), class_list(chosen, classes)
    reader = (
        _set_reader(source, named, listed, settings)
        if sets
        else reader_of(listed or _true_classes(source, named), settings)
    )
    plain = source.unnested(pred)
    finish = finish_column(source.columns, pred, [pred])
    column = read_column(plain, pred, reader, settings, progress, finish=finish, always=True)
    assert column is not None  # noqa: S101 - it was asked for in any case
    how = Outputs({pred: column}, settings, reader).provenance
    outputs = CountedOutputs(counted_outputs(plain, pred, column))
    if not outputs.total:
        raise EmptyError.no_rows(source.origin)
    roles: dict[str, str | tuple[str, ...] | None] = {"pred": pred, "truth": named}
    return ReadTable(pred, outputs, reader, provenance(source.origin, roles, how, chosen))


def _set_reader(source: Source, truth: str | None, listed: ClassList | None, settings: AnswerSettings) -> SetReader:
    """A reader of sets for the declared classes, or for the labels of the true sets."""
    if truth is None:
        return set_reader(listed or _true_classes(source, truth), settings, ())
    rows = source.rows([], [truth])
    words, cells = words_beside(() if listed is None else listed.names), rows.arrays[truth].tolist()
    true = SetColumn.of(cells, None, f"{truth!r} of {rows.origin}", rows.first, words)
    return set_reader(listed or ClassList.inferred(sorted(true.labels())), settings, empty_words(cells, words))


def _true_classes(source: Source, truth: str | None) -> ClassList:
    if truth is None:
        raise InputError.about(
            source.origin,
            "has no column of true classes, and no classes were declared. Name a profile (--profile), the classes "
            "(--classes A,B,C) or the column of true classes (--truth).",
        )
    return ClassList.inferred(labels_in(source, [truth]))


def profile_for(source: Source, truth: str | None) -> str | None:
    """The profile that the true classes belong to, if there is a truth."""
    return None if truth is None else guess_profile(labels_in(source, [truth]))


def checked(table: ReadTable, judged: str | Path, level: float) -> ReaderCheck:
    """How often the reader errs, as a person says in a file."""
    reader = table.reader
    meaning = partial(set_meaning, reader) if isinstance(reader, SetReader) else None
    rows = read_judged(judged, table.classes, meaning)
    return check_of(
        table.outputs,
        {text: Judged(answer, items, line) for text, (answer, items, line) in rows.judged.items()},
        rows.blank,
        Path(judged).name,
        level,
    )


def _shown(each: CountedOutput) -> ReadOutput:
    kind = each.kind
    return ReadOutput(cut(each.text, LONGEST), kind.outcome, kind.how, kind.label, each.reason, each.count)
