"""Outputs before counting: which prediction columns hold free text, what it came to, and who must be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from mercalli.engines.source import Source
from mercalli.errors import AnswerError, SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.answers.answer import AMBIGUOUS, READ, REFUSED, Answer
from mercalli.inputs.answers.outputs import ReadColumn
from mercalli.inputs.answers.reader import Reader
from mercalli.inputs.classes import ClassList, label_text
from mercalli.inputs.tally import Tally
from mercalli.io.answers import read_answer_tables

USUAL, STRICT, OFF = "usual", "strict", "off"
MODES = USUAL, STRICT, OFF
WRONG, EXCLUDE, ERROR = "wrong", "exclude", "error"
UNREAD = WRONG, EXCLUDE, ERROR
LONGEST_LABEL = 80
STEP = 500
HALF = 0.5


@dataclass(frozen=True)
class KeptAnswers:
    """Answers that were read before: an evaluation, its comparison and its files of predictions all ask for them."""

    answers: dict[tuple[tuple[str, int], ...], dict[object, Answer]] = field(default_factory=dict)

    def of(self, classes: ClassList) -> dict[object, Answer]:
        """Those that were read with the same classes."""
        return self.answers.setdefault(tuple(sorted(classes.index.items())), {})


@dataclass(frozen=True)
class AnswerSettings:
    """How outputs of language models are read as labels, and what counts where that fails.

    Attributes:
        mode: "usual", "strict" (only whole answers) or "off" (labels alone).
        unread: What cannot be read is "wrong", left out ("exclude") or an "error". By default it is wrong, but more
            than half of a system's outputs is an error.
    """

    mode: Literal["usual", "strict", "off"] = USUAL
    unread: Literal["wrong", "exclude", "error"] | None = None
    _kept: KeptAnswers = field(default_factory=KeptAnswers, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise SettingError.choice("answers", self.mode, MODES)
        if self.unread is not None and self.unread not in UNREAD:
            raise SettingError.choice("unread", self.unread, UNREAD)

    def kept(self, classes: ClassList) -> dict[object, Answer]:
        """Answers that were read before with the same classes."""
        return self._kept.of(classes)


USUAL_ANSWERS = AnswerSettings()


def answer_settings(
    answers: Literal["usual", "strict", "off"] | AnswerSettings, unread: Literal["wrong", "exclude", "error"] | None
) -> AnswerSettings:
    """Settings from a mode, or as they are; `unread` comes before what they say."""
    chosen = answers if isinstance(answers, AnswerSettings) else AnswerSettings(answers)
    return chosen if unread is None else replace(chosen, unread=unread)


@dataclass(frozen=True)
class Outputs:
    """The columns that hold outputs, read, and how that was done."""

    columns: Mapping[str, ReadColumn]
    settings: AnswerSettings
    version: int = 0
    digest: str = ""

    @property
    def provenance(self) -> dict[str, object]:
        """How outputs were read, if there are any."""
        if not self.columns:
            return {}
        counted = self.settings.unread or WRONG
        return {"answers": self.settings.mode, "unread": counted, "reader": self.version, "tables": self.digest}

    @property
    def excluded(self) -> dict[str, frozenset[str]]:
        """The words of what is left out, by column."""
        exclude = self.settings.unread == EXCLUDE
        return {name: column.unread for name, column in self.columns.items()} if exclude else {}


def read_outputs(
    source: Source, columns: Sequence[str], classes: ClassList, settings: AnswerSettings, progress: Progress = quiet
) -> tuple[Source, Outputs]:
    """The source with a word for each answer in columns of outputs; columns of plain labels stay as they are."""
    if settings.mode == OFF:
        return source, Outputs({}, settings)
    tables = read_answer_tables()
    reader = Reader.of(classes, tables, mode=settings.mode)
    read: dict[str, ReadColumn] = {}
    for name in dict.fromkeys(columns):
        tally = source.tally([name], None)
        column = _read(tally.columns[name].values, reader, settings.kept(classes), progress)
        if column is not None:
            read[name] = column
            _check_share(name, column, tally, settings)
            source = source.recoded(name, column.words, column.silent)
    return source, Outputs(read, settings, tables.version, tables.digest)


def answers_to(outputs: Sequence[object], classes: ClassList, settings: AnswerSettings) -> dict[object, Answer]:
    """The answer of every output, whatever they look like."""
    return _answers(outputs, Reader.of(classes, read_answer_tables(), mode=settings.mode), settings.kept(classes))


def _read(
    outputs: Sequence[object], reader: Reader, kept: dict[object, Answer], progress: Progress
) -> ReadColumn | None:
    """The answers in a column; nothing if it holds labels alone."""
    if not any(isinstance(value, str) for value in outputs) or all(map(reader.is_bare, outputs)):
        return None
    answers = _answers(outputs, reader, kept, progress)
    texts = any(_is_output(output, answer, reader) for output, answer in answers.items())
    return ReadColumn.of(answers) if texts else None


def _answers(
    outputs: Sequence[object], reader: Reader, kept: dict[object, Answer], progress: Progress = quiet
) -> dict[object, Answer]:
    """Each output is read once."""
    unknown = [output for output in outputs if output not in kept]
    for done, output in enumerate(unknown):
        if not done % STEP:
            progress("reading answers", done, len(unknown))
        kept[output] = reader.answer(output)
    if unknown:
        progress("reading answers", len(unknown), len(unknown))
    return {output: kept[output] for output in outputs}


def _is_output(output: object, answer: Answer, reader: Reader) -> bool:
    """Whether this is more than a label: one class or several were found in it, or it is a sentence."""
    if reader.is_bare(output):
        return False
    text = label_text(output)
    sentence = len(text) > LONGEST_LABEL or "\n" in text or (answer.outcome == REFUSED and " " in text)
    return sentence or answer.outcome in {READ, AMBIGUOUS}


def _check_share(name: str, read: ReadColumn, tally: Tally, settings: AnswerSettings) -> None:
    """Refuse what the settings refuse: anything unread, or more of it than can be meant."""
    column = tally.columns[name]
    unread = np.array([*(read.answers[value].outcome != READ for value in column.values), True])
    rows, total = int(tally.rows[unread[column.codes]].sum()), int(tally.rows.sum())
    lost = [value for value, is_lost in zip(column.values, unread, strict=False) if is_lost]
    none_allowed = settings.unread == ERROR
    if rows and (none_allowed or (settings.unread is None and rows > HALF * total)):
        raise AnswerError.unread(name, tally.origin, rows, total, lost, none_allowed=none_allowed)
