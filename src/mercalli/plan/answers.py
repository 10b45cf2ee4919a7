"""Outputs before counting: which prediction columns hold free text, what it came to, and who must be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.engines.source import Source
from mercalli.errors import AnswerError, SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.answers.answer import AMBIGUOUS, READ, REFUSED, Answer
from mercalli.inputs.answers.options import LETTERS, NUMBERS
from mercalli.inputs.answers.outputs import ReadColumn
from mercalli.inputs.answers.reader import Reader
from mercalli.inputs.classes import ClassList, label_text
from mercalli.inputs.tally import Tally
from mercalli.io.answers import match_rules, read_answer_map, read_answer_rules, read_answer_tables, read_options

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
        options: Options that the prompt put before the classes: "letters", "numbers", both with a comma, a list of
            classes in the order of the prompt, a dict option -> class, or the path of a file with an option on each
            line, as in "A) flood".
        rules: The path of a .toml file with patterns of your own, which come before all else.
        answer_map: The path of a CSV file with the columns output, outcome and label: a person's corrections.
    """

    mode: Literal["usual", "strict", "off"] = "usual"
    unread: Literal["wrong", "exclude", "error"] | None = None
    options: str | Path | Sequence[str] | Mapping[str, str] | None = None
    rules: str | Path | None = None
    answer_map: str | Path | None = None
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
    reader: Reader | None = None

    @property
    def provenance(self) -> dict[str, str | int | float | None]:
        """How outputs were read, if there are any."""
        if not self.columns or self.reader is None:
            return {}
        tables = self.reader.tables
        own = {
            "options": self.reader.options.digest,
            "answer_rules": self.reader.rules.digest,
            "answer_map": self.reader.answer_map.digest,
        }
        return {
            "answers": self.settings.mode,
            "unread": self.settings.unread or WRONG,
            "reader": tables.version,
            "answer_tables": tables.digest,
            **{name: digest for name, digest in own.items() if digest},
        }

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
    reader = reader_of(classes, settings)
    read: dict[str, ReadColumn] = {}
    for name in dict.fromkeys(columns):
        tally = source.tally([name], None)
        outputs = tally.columns[name].values
        if _may_be_outputs(outputs, reader):
            column = ReadColumn.of(_answers(outputs, reader, settings.kept(classes), progress))
            if reader.answer_map.answers or any(_is_output(*each, reader) for each in column.answers.items()):
                read[name] = column
                _check_share(name, column, tally, settings)
                source = source.recoded(name, column.words, column.silent)
    return source, Outputs(read, settings, reader)


def reader_of(classes: ClassList, settings: AnswerSettings) -> Reader:
    """A reader with everything that the settings name."""
    options: object = settings.options
    if isinstance(options, Path) or (isinstance(options, str) and not _names_kinds(options)):
        options = read_options(options, classes)
    return Reader.of(
        classes,
        read_answer_tables(),
        mode=settings.mode,
        options=options,
        rules=None if settings.rules is None else read_answer_rules(settings.rules),
        answer_map=None if settings.answer_map is None else read_answer_map(settings.answer_map, classes),
    )


def _names_kinds(options: str) -> bool:
    """Whether a text is about letters and numbers, and no path."""
    return {part.strip().lower() for part in options.split(",")} <= {LETTERS, NUMBERS}


def answers_to(outputs: Sequence[object], classes: ClassList, settings: AnswerSettings) -> dict[object, Answer]:
    """The answer of every output, whatever they look like."""
    return _answers(outputs, reader_of(classes, settings), settings.kept(classes))


def _may_be_outputs(outputs: Sequence[object], reader: Reader) -> bool:
    """Whether a column may hold more than labels; numbers are outputs only where options have numbers."""
    texts = any(isinstance(value, str) for value in outputs) or bool(reader.options.meaning)
    return bool(reader.answer_map.answers) or (texts and not all(map(reader.is_bare, outputs)))


def _answers(
    outputs: Sequence[object], reader: Reader, kept: dict[object, Answer], progress: Progress = quiet
) -> dict[object, Answer]:
    """Each output is read once."""
    unknown = [output for output in outputs if output not in kept]
    if reader.rules.rules:
        reader = replace(reader, rules=match_rules(reader.rules, unknown))
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
    sentence = sentence or text.startswith("{")  # an object, as logs have it where a call failed
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
