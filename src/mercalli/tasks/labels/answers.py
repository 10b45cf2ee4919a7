"""The answers of one system: what the labels of each row mean, told by DuckDB row by row.

Labels are few and rows are many: what each label means is worked out once, and DuckDB looks it up in lists, which
keeps the order of the rows and needs no more memory for more of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mercalli.engines.frames import FrameSource
from mercalli.inputs.answers.outputs import AnswerKind, ReadColumn
from mercalli.inputs.classes import ClassList, label_text
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.inputs.recoding import Words
from mercalli.inputs.tally import is_missing, says_missing
from mercalli.inputs.usual_names import KEY, TEXT, usual_column
from mercalli.io import sql
from mercalli.io.profiles import GENERIC, read_profile
from mercalli.io.tables import open_table
from mercalli.plan.answer_settings import USUAL_ANSWERS, AnswerSettings
from mercalli.plan.answers import finish_column, read_column, reader_of
from mercalli.plan.counted_outputs import counted_outputs, map_text, merged
from mercalli.plan.tables import OpenTable
from mercalli.profiles.profile import Profile
from mercalli.tasks.labels.data import LabelFiles, LabelTables
from mercalli.tasks.labels.levels import class_notes
from mercalli.tasks.labels.result import SystemReport

if TYPE_CHECKING:
    import duckdb


TRUE, PREDICTED = "true", "predicted"
ANSWER_WORD = "word of the answer"
UNIT_SEPARATOR, SUBSTITUTE, NUL, PRIVATE = "\x1f", "\x1a", "\0", "\ue000"


@dataclass(frozen=True)
class Answers:
    """A table, which of its columns hold what, which of them a row may not lack, and whether outputs are shown."""

    relation: duckdb.DuckDBPyRelation
    truth: str
    pred: str
    text: str | None = None
    key: str | None = None
    needed: tuple[str, ...] = ()
    finish: str | None = None
    outputs: bool = True


@dataclass(frozen=True)
class Meanings:
    """What labels mean: the classes, the level of each, and a profile that weighs them by columns of the data."""

    classes: ClassList
    levels: Sequence[str | None]
    profile: Profile
    answers: AnswerSettings | None = None

    def read(self, answers: Answers) -> tuple[duckdb.DuckDBPyRelation, ReadColumn | None]:
        """The table with a word for every output, and what the words stand for; nothing if labels are plain."""
        found = self.read_source(answers)
        if found is None:
            return answers.relation, None
        source, read = found
        with_words = source.frame.to_native()
        for words in read.recodings:
            with_words = _with_words(with_words, ANSWER_WORD, words)
        return with_words, read

    def read_source(self, answers: Answers) -> tuple[FrameSource, ReadColumn] | None:
        """The table with a copy of the outputs, and what they came to; nothing if labels are plain."""
        if self.answers is None:
            return None
        copied = answers.relation.project(f"*, {sql.name(answers.pred)} as {sql.name(ANSWER_WORD)}")
        source = FrameSource.check(copied).unnested(ANSWER_WORD)
        reader = reader_of(self.classes, self.answers)
        read = read_column(source, ANSWER_WORD, reader, self.answers, finish=answers.finish, always=True)
        return None if read is None else (source, read)

    def of(self, label: object, context: Mapping[str, str]) -> Meaning | None:
        """What a label means; nothing if it is outside the classes."""
        code = None if is_missing(label) else self.classes.code(label_text(label))
        return None if code is None else self._of_class(code, context)

    def of_output(self, kind: AnswerKind, context: Mapping[str, str]) -> Meaning:
        """What an output means: nothing more than its outcome, if no class was read."""
        code = None if kind.label is None else self.classes.code(kind.label)
        meaning = Meaning(None, None, None) if code is None else self._of_class(code, context)
        return meaning._replace(outcome=kind.outcome, how=kind.how)

    def _of_class(self, code: int, context: Mapping[str, str]) -> Meaning:
        weight = float(self.profile.harms(self.classes.names, context)[code])
        return Meaning(self.classes.names[code], self.levels[code], weight)


class Meaning(NamedTuple):
    """The class of a label or output, its level and weight; of an output also the outcome and how it was read."""

    name: str | None
    level: str | None
    weight: float | None
    outcome: str | None = None
    how: str | None = None


def labelled(answers: Answers, meanings: Meanings) -> duckdb.DuckDBPyRelation:
    """A row for each item, in the order of the table: its texts and what they mean."""
    relation, read = meanings.read(answers)
    for column in answers.needed:
        relation = _present(relation, column, meanings.classes.missing_words)
    contexts = meanings.profile.contexts
    roles = {TRUE: answers.truth, PREDICTED: answers.pred if read is None else ANSWER_WORD}
    lookups = {
        role: _Lookup.of(relation, (column, *contexts), meanings, read if role == PREDICTED else None)
        for role, column in roles.items()
    }
    codes = ", ".join(f"{lookup.code} as {role}_code" for role, lookup in lookups.items())
    said = answers.pred if read is None or answers.outputs else None
    kept = {"text": answers.text, "id": answers.key, "true_label": answers.truth, "predicted_label": said}
    texts = ", ".join(f"{_text(column)} as {new}" for new, column in kept.items())
    meant = ", ".join(meaning for role, lookup in lookups.items() for meaning in lookup.meanings(role))
    return relation.project(f"{texts}, {codes}").project(f"{', '.join(kept)}, {meant}")


def answer_map(answers: Mapping[str, Answers], meanings: Mapping[str, Meanings], *, show_personal: bool = False) -> str:
    """The map of every output of some systems, as a CSV file that `--answer-map` takes."""
    found = (meanings[name].read_source(each) for name, each in answers.items())
    parts = [counted_outputs(source, ANSWER_WORD, read) for source, read in filter(None, found)]
    return map_text(merged(parts), show_personal=show_personal)


def _text(column: str | None) -> str:
    """A column as text: CSV and JSON hold 7 as text, Parquet as a number."""
    return f"cast({'null' if column is None else sql.name(column)} as varchar)"


def _present(relation: duckdb.DuckDBPyRelation, column: str, words: Collection[str]) -> duckdb.DuckDBPyRelation:
    """Only the rows that have a value there; blanks, NaN and words for nothing are none."""
    known = [(raw, value) for (raw, value) in _distinct(relation, [column]) if raw is not None]
    absent = [raw for raw, value in known if is_missing(value) or says_missing(value, words)]
    kept = relation.filter(f"{sql.name(column)} is not null")
    return kept.filter(f"{_text(column)} not in ({sql.listed(absent)})") if absent else kept


def _distinct(relation: duckdb.DuckDBPyRelation, columns: Sequence[str]) -> list[tuple[Any, ...]]:
    """Every combination of the columns' texts once, and then a value that each text stands for."""
    both = [f"{_text(column)} as raw_{at}, {sql.name(column)} as value_{at}" for at, column in enumerate(columns)]
    raws = ", ".join(f"raw_{at}" for at in range(len(columns)))
    values = ", ".join(f"any_value(value_{at})" for at in range(len(columns)))
    return relation.project(", ".join(both)).aggregate(f"{raws}, {values}").fetchall()


@dataclass(frozen=True)
class _Lookup:
    """Lists in which DuckDB looks up what a label means, and the expression that gives the place in them."""

    code: str
    entries: tuple[Meaning, ...]

    @classmethod
    def of(
        cls,
        relation: duckdb.DuckDBPyRelation,
        columns: Sequence[str],
        meanings: Meanings,
        read: ReadColumn | None = None,
    ) -> _Lookup:
        """The label in the first column, or the word of an output, in the context that the others give."""
        size, rows = len(columns), _distinct(relation, columns)
        contexts = (_context(columns[1:], row[size + 1 :]) for row in rows)
        every = {
            _key(row[:size]): meanings.of(row[size], context)
            if read is None
            else meanings.of_output(read.kinds[int(row[size])], context)
            for row, context in zip(rows, contexts, strict=True)
        }
        known = {key: meaning for key, meaning in every.items() if meaning is not None}
        return cls(_code(columns, list(known)), tuple(known.values()))

    def meanings(self, role: str) -> list[str]:
        """Class, level and weight as columns, and the outcome of outputs."""
        kinds = {"class": "varchar", "level": "varchar", "weight": "double", "outcome": "varchar", "how": "varchar"}
        return [
            f"cast([{sql.listed(each[at] for each in self.entries)}] as {kind}[])[{role}_code] as {role}_{what}"
            for at, (what, kind) in enumerate(kinds.items())
        ]


def _with_words(relation: duckdb.DuckDBPyRelation, column: str, words: Words) -> duckdb.DuckDBPyRelation:
    """Words in place of the values of a column, looked up so that rows keep their order, which a join does not."""
    known = {raw: words.words[value] for raw, value in _distinct(relation, [column]) if value in words.words}
    found = [_looked_up([column], known)]
    if words.pairs and words.beside is not None:
        pairs = {_key([str(part) for part in pair]): word for pair, word in words.pairs.items()}
        found.insert(0, _looked_up([column, words.beside], pairs))
    return relation.project(f"* replace (coalesce({', '.join(found)}, {sql.text(words.other)}) as {sql.name(column)})")


def _looked_up(columns: Sequence[str], words: Mapping[str, str]) -> str:
    """The word of a row's key, or null."""
    return f"cast([{sql.listed(words.values())}] as varchar[])[{_code(columns, list(words))}]"


def _key(raws: Sequence[str | None]) -> str:
    return UNIT_SEPARATOR.join(SUBSTITUTE if raw is None else raw for raw in raws)


def _context(columns: Sequence[str], values: Sequence[object]) -> dict[str, str]:
    """As contexts are read from the data everywhere: a missing value is a context of its own."""
    return {
        column: MISSING_SLICE if is_missing(value) else label_text(value)
        for column, value in zip(columns, values, strict=True)
    }


def _code(columns: Sequence[str], keys: Sequence[str]) -> str:
    """The place of a row's key among the keys, from 1 on; null where it is none of them."""
    if not keys:
        return "null"
    raws = ", ".join(f"coalesce({_text(column)}, chr({ord(SUBSTITUTE)}))" for column in columns)
    key = f"concat_ws(chr({ord(UNIT_SEPARATOR)}), {raws})"
    if any(NUL in each for each in keys):  # which no list of an enum can hold
        key = f"replace({key}, chr(0), {sql.text(PRIVATE)})"
    return f"enum_code(try_cast({key} as enum({sql.listed(each.replace(NUL, PRIVATE) for each in keys)}))) + 1"


@dataclass(frozen=True)
class Extras:
    """What a report adds to the numbers.

    Attributes:
        text: The column of the items' texts; found by its usual names if not given.
        key: The column that names items; found by its usual names if not given.
        texts: Whether texts are shown at all.
        examples: How many errors of each system are shown with their texts.
        predictions: Whether every prediction is written.
        latex: Whether tables are written as LaTeX.
        show_personal: Whether personal data in texts is kept, not masked.
    """

    text: str | None = None
    key: str | None = None
    texts: bool = True
    examples: int = 20
    predictions: bool = True
    latex: bool = False
    show_personal: bool = False


def answers_of(
    files: LabelFiles,
    tables: LabelTables,
    database: Any,  # noqa: ANN401 - a DuckDB connection
    extras: Extras,
    *,
    dropped: bool,
) -> dict[str, Answers]:
    """By the name of the system; with `dropped`, rows that lack an answer of any system of the file are left out.

    What Spark has counted is read again by DuckDB, from the same files.
    """
    return {
        name: Answers(
            relation=relation,
            truth=opened.truth,
            pred=pred,
            text=_text_of(opened, extras) if extras.texts else None,
            key=usual_column(KEY, opened.source.columns) if extras.key is None else extras.key,
            needed=(opened.truth, *opened.columns["pred"]) if dropped else (),
            finish=finish_column(opened.source.columns, pred, opened.columns["pred"]),
            outputs=extras.texts,
        )
        for opened, relation in _relations(files, tables, database)
        for name, pred in _systems(opened, tables)
    }


def _text_of(opened: OpenTable, extras: Extras) -> str | None:
    """The column that was named, or one with a usual name that holds no labels."""
    others = [column for column in opened.source.columns if column not in (opened.truth, *opened.columns["pred"])]
    return usual_column(TEXT, others) if extras.text is None else extras.text


def _relations(files: LabelFiles, tables: LabelTables, database: Any) -> Iterator[tuple[OpenTable, Any]]:  # noqa: ANN401 - DuckDB's
    for at, opened in enumerate(tables.files):
        table = opened.table or open_table(files.files[at], encoding=files.encoding, database=database)
        yield opened, table.relation


def _systems(opened: OpenTable, tables: LabelTables) -> list[tuple[str, str]]:
    """Names and columns, as the result has them."""
    return [(pred, pred) for pred in opened.columns["pred"]] if tables.lone is opened else opened.systems("pred")


def meanings_of(profile_name: str | None, system: SystemReport, answers: AnswerSettings = USUAL_ANSWERS) -> Meanings:
    """What labels mean under a result: its classes, and the profile's other spellings, levels and weights."""
    profile, names = read_profile(profile_name or GENERIC), system.table.classes
    aliases = {alias: name for alias, name in profile.aliases.items() if name in names}
    levels = [note.level for note in class_notes(profile, names)]
    return Meanings(
        ClassList(names, aliases), levels, profile, None if system.outputs is None else answers.under(profile)
    )
