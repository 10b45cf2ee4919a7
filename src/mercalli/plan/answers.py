"""Outputs before counting: which prediction columns hold free text, what it came to, and who must be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from mercalli.engines.source import Source
from mercalli.errors import AnswerError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.answers.answer import AMBIGUOUS, READ, REFUSED, Answer
from mercalli.inputs.answers.endings import changed_by, ends_badly
from mercalli.inputs.answers.options import LETTERS, NUMBERS, Options
from mercalli.inputs.answers.outputs import ReadColumn
from mercalli.inputs.answers.reader import Reader
from mercalli.inputs.classes import ClassList, label_text
from mercalli.inputs.recoding import Words
from mercalli.inputs.tally import Tally
from mercalli.inputs.usual_names import FINISH, usual_column
from mercalli.io.answers import match_rules, read_answer_map, read_answer_rules, read_answer_tables, read_options
from mercalli.plan.answer_settings import ERROR, EXCLUDE, OFF, WRONG, AnswerSettings
from mercalli.plan.read_before import READ_BEFORE

LONGEST_LABEL = 80
LEAST_COPY = 20
STEP = 500
HALF = 0.5


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
            "echoes_of": self.settings.text,
        }
        return {
            "answers": self.settings.mode,
            "unread": self.settings.unread or WRONG,
            "reader": tables.version,
            "answer_tables": tables.digest,
            **{name: said for name, said in own.items() if said},
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
        source = source.unnested(name)
        finish = finish_column(source.columns, name, columns)
        column = read_column(source, name, reader, settings, progress, finish=finish)
        if column is not None:
            read[name] = column
            source = recoded(source, name, column)
            _check_share(column, _words(column, source, name), (name, source.origin), settings)
    return source, Outputs(read, settings, reader)


def recoded(source: Source, name: str, column: ReadColumn) -> Source:
    """The source with a word for each answer in a column."""
    for words in column.recodings:
        source = source.recoded(name, words)
    return source


def read_column(
    source: Source,
    name: str,
    reader: Reader,
    settings: AnswerSettings,
    progress: Progress = quiet,
    *,
    finish: str | None = None,
    always: bool = False,
) -> ReadColumn | None:
    """What the outputs of a column came to; nothing if it holds plain labels, unless `always` asks for it."""
    tally = source.tally([name], None)
    outputs = tally.columns[name].values
    reasons = () if finish is None else source.tally([finish], None).columns[finish].values
    badly = [reason for reason in reasons if ends_badly(reason)]
    if not (always or badly or _may_be_outputs(outputs, reader)):
        return None
    answers = _answers(outputs, reader, settings.kept(reader), progress)
    sure = always or bool(badly) or bool(reader.answer_map.answers) or settings.unread is not None
    if not sure and not any(_is_output(*each, reader) for each in answers.items()):
        return None
    echoed = _echoed(source, name, reader, settings, answers)
    silence = reader.answer(None)  # which a map may decide
    column = ReadColumn.of(answers, [silence, *echoed.values(), *changed_by(badly)])
    pairs = {pair: column.word(answer) for pair, answer in echoed.items()}
    first = Words(column.words, column.word(silence), settings.text if pairs else None, pairs)
    ended = column.ended(badly)
    second = [Words({str(at): str(at) for at, _ in enumerate(column.kinds)}, column.silent, finish, ended)]
    return replace(column, recodings=(first, *(second if ended else [])), rows=_rows(tally, name))


def _rows(tally: Tally, name: str) -> dict[object, int]:
    """How many rows each value has."""
    column = tally.columns[name]
    known = column.codes >= 0
    counts = np.bincount(column.codes[known], tally.rows[known], len(column.values)).astype(np.int64)
    return {**dict(zip(column.values, counts.tolist(), strict=True)), None: int(tally.rows[~known].sum())}


def finish_column(columns: Sequence[str], name: str, systems: Sequence[str]) -> str | None:
    """The column that says why a system's output ended, if there is one: `finish_reason`, or that of one of several."""
    if len(set(systems)) == 1:
        return usual_column(FINISH, columns)
    own = [form.format(name=name, finish=each) for each in FINISH for form in ("{name}_{finish}", "{finish}_{name}")]
    return next((column for column in own if column in columns), None)


def _echoed(
    source: Source, name: str, reader: Reader, settings: AnswerSettings, answers: Mapping[object, Answer]
) -> dict[tuple[object, object], Answer]:
    """Pairs of an output and the text of its item that say something else than the output alone."""
    if settings.text is None or settings.text not in source.columns:
        return {}
    tally = source.tally([name, settings.text], None)
    outputs, texts = tally.columns[name], tally.columns[settings.text]
    long = np.array([*(len(str(value)) >= LEAST_COPY for value in outputs.values), False])
    there = np.array([*(len(str(value)) >= LEAST_COPY for value in texts.values), False])
    kept, found = settings.kept(reader), dict[tuple[object, object], Answer]()
    matched = _matched(reader, [output for output in outputs.values if len(str(output)) >= LEAST_COPY])
    for at in np.flatnonzero(long[outputs.codes] & there[texts.codes]):
        pair = outputs.values[outputs.codes[at]], texts.values[texts.codes[at]]
        if pair not in kept and reader.repeats(*pair):
            kept[pair] = matched.answer(pair[0], str(pair[1]))
        if pair in kept and kept[pair] != answers[pair[0]]:
            found[pair] = kept[pair]
    return found


def reader_of(classes: ClassList, settings: AnswerSettings) -> Reader:
    """A reader with everything that the settings name, and what the profile says where they do not."""
    own, tables = settings.own, read_answer_tables()
    if own.cues:
        strong = tuple(dict.fromkeys((*tables.cues.strong, *own.cues)))
        tables = replace(tables, cues=replace(tables.cues, strong=strong))
    return Reader.of(
        classes,
        tables,
        mode=settings.mode,
        options=_options(settings, classes),
        rules=own.rules if settings.rules is None else read_answer_rules(settings.rules),
        answer_map=None if settings.answer_map is None else read_answer_map(settings.answer_map, classes),
    )


def _options(settings: AnswerSettings, classes: ClassList) -> object:
    """Options as they were asked for, from a file, or from the profile for the classes that there are."""
    options = settings.options
    if options is None:
        there = {option: name for option, name in settings.own.options.meaning.items() if name in classes.names}
        return Options(there)
    if isinstance(options, Path) or (isinstance(options, str) and not _names_kinds(options)):
        return read_options(options, classes)
    return options


def _names_kinds(options: str) -> bool:
    """Whether a text is about letters and numbers, and no path."""
    return {part.strip().lower() for part in options.split(",")} <= {LETTERS, NUMBERS}


def _may_be_outputs(outputs: Sequence[object], reader: Reader) -> bool:
    """Whether a column may hold more than labels; numbers are outputs only where options have numbers."""
    texts = any(isinstance(value, str) for value in outputs) or bool(reader.options.meaning)
    return bool(reader.answer_map.answers) or (texts and not all(map(reader.is_bare, outputs)))


def _matched(reader: Reader, outputs: Iterable[object]) -> Reader:
    """The same reader with what a user's rules match in some outputs."""
    return replace(reader, rules=match_rules(reader.rules, outputs)) if reader.rules.rules else reader


def _answers(
    outputs: Sequence[object], reader: Reader, kept: dict[object, Answer], progress: Progress = quiet
) -> dict[object, Answer]:
    """Each output is read once."""
    kept.update(READ_BEFORE.answers(reader, [output for output in outputs if output not in kept]))
    unknown = [output for output in outputs if output not in kept]
    matched = _matched(reader, unknown)
    for done, output in enumerate(unknown):
        if not done % STEP:
            progress("reading answers", done, len(unknown))
        kept[output] = matched.answer(output)
    if unknown:
        progress("reading answers", len(unknown), len(unknown))
    READ_BEFORE.keep(reader, {output: kept[output] for output in unknown})
    return {output: kept[output] for output in outputs}


def _is_output(output: object, answer: Answer, reader: Reader) -> bool:
    """Whether this is more than a label: one class or several were found in it, or it is a sentence."""
    if reader.is_bare(output):
        return False
    text = label_text(output)
    sentence = len(text) > LONGEST_LABEL or "\n" in text or (answer.outcome == REFUSED and " " in text)
    sentence = sentence or text.startswith("{")  # an object, as logs have it where a call failed
    return sentence or answer.outcome in {READ, AMBIGUOUS}


def _words(column: ReadColumn, source: Source, name: str) -> Mapping[object, int]:
    """How many rows each word has; they are counted again only if other columns can change what an output means."""
    if any(words.pairs for words in column.recodings):
        return _rows(source.tally([name], None), name)
    counts = Counter[object]()
    for output, rows in column.rows.items():
        counts[column.word_of(output, {})] += rows
    return counts


def _check_share(
    read: ReadColumn, words: Mapping[object, int], place: tuple[str, str], settings: AnswerSettings
) -> None:
    """Refuse what the settings refuse: anything unread, or more of it than can be meant."""
    rows, total = sum(words.get(word, 0) for word in read.unread), sum(words.values())
    none_allowed = settings.unread == ERROR
    if rows and (none_allowed or (settings.unread is None and rows > HALF * total)):
        lost = [output for output, answer in read.answers.items() if answer.outcome != READ]
        raise AnswerError.unread(*place, rows, total, lost, none_allowed=none_allowed)
