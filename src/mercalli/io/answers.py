"""What the reader of answers needs from files: its tables, a user's options and rules, and a person's map."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

from mercalli.errors import ColumnError, FileError
from mercalli.inputs.answers.answer import READ, Answer
from mercalli.inputs.answers.answer_map import COLUMNS, SHOWN, AnswerMap, output_text
from mercalli.inputs.answers.options import Options
from mercalli.inputs.answers.rules import GROUP, LAST, Rule, Rules
from mercalli.inputs.answers.tables import AnswerTables
from mercalli.inputs.classes import ClassList
from mercalli.io.cells import as_written
from mercalli.io.linear import linear, sendable
from mercalli.io.tables import open_database
from mercalli.io.targets import FileKind
from mercalli.io.toml import ENDING, TOML, Library
from mercalli.io.whole_files import file_text
from mercalli.profiles.toml import Toml
from mercalli.text.words import cut

USUAL = "usual"
OPTION_LINE = re.compile(r"[(\[]?(\w{1,3})[)\].:]*[\s\-]+(.+)")
LONGEST_CELL = 2**31 - 1
JUDGED = ("output", "drawn", "person_outcome", "person_label")
SAMPLE_FILE = FileKind.table("a sample of outputs to judge", JUDGED)


@cache
def _tables(text: str, origin: str) -> AnswerTables:
    return AnswerTables.check(Toml(text, origin).content(), origin)


TABLES = Library("answer table", "answers", _tables)


def read_answer_tables() -> AnswerTables:
    """The tables that come along.

    >>> read_answer_tables().version
    4
    """
    return TABLES.read(USUAL)


def read_options(path: str | Path, classes: ClassList) -> Options:
    """Options as the prompt showed them, a line each, such as "A) flood"."""
    meaning: dict[str, str] = {}
    name = Path(path).name
    for line, text in enumerate(file_text(path, "text", "a text file of options").splitlines(), 1):
        found = OPTION_LINE.fullmatch(text.strip())
        if not text.strip():
            continue
        if found is None:
            problem = (
                f"is no option: {text.strip()[:60]!r}. Write an option and its class on each line, as in: A) flood"
            )
            raise FileError.at_line(name, line, problem)
        if found[1].lower() in meaning:
            raise FileError.at_line(name, line, f"has the option {found[1]!r} a second time. Give each class its own.")
        meaning[found[1].lower()] = found[2].strip()
    return Options.check(meaning, classes)


def read_answer_rules(path: str | Path) -> Rules:
    """A user's rules from a TOML file; each pattern is tried, so that one that cannot be matched is told at once."""
    origin = repr(Path(path).name)
    text = file_text(path, TOML, f"a {ENDING} file of rules")
    rules = Rules.check(Toml(text, origin).content(), origin)
    return replace(match_rules(rules, []), matched=None)


def match_rules(rules: Rules, outputs: Iterable[object]) -> Rules:
    """The same rules with what they match in some outputs.

    DuckDB matches them with RE2, in a time that grows with the length of the outputs and with nothing else.
    """
    texts = list(dict.fromkeys(output_text(output) for output in outputs))
    matched: dict[str, str] = {}
    for rule in reversed(rules.rules):
        matched.update(_matches(rule, texts))
    return replace(rules, matched=matched)


def _matches(rule: Rule, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Texts that a pattern matches, and what its group holds there."""
    group = re.compile(rule.pattern).groupindex[GROUP]
    wanted = "list_last" if rule.which == LAST else "list_first"
    sent = list(map(sendable, texts))
    query = f"select {wanted}(regexp_extract_all(output, $pattern, {group})) from (select unnest($texts) as output)"  # noqa: S608 - nothing of others is in it
    with linear("a rule", rule.pattern):
        rows = open_database().execute(query, {"pattern": rule.pattern, "texts": sent or [""]}).fetchall()
    found = zip(texts, rows, strict=True) if texts else ()
    return ((text, held) for text, (held,) in found if held is not None)


def read_answer_map(
    path: str | Path, classes: ClassList, meaning: Callable[[str], Answer | None] | None = None
) -> AnswerMap:
    """A person's map of outputs, from a CSV file with the columns output, outcome and label."""
    name = Path(path).name
    text = file_text(path, "CSV", "a CSV file with the columns output, outcome and label", "utf-8-sig")
    return AnswerMap.check(_rows(text, name, COLUMNS), classes, name, meaning)


@dataclass(frozen=True)
class JudgedOutputs:
    """What a person says of a sample: text -> (answer, items drawn, line), and how many outputs were left blank."""

    judged: Mapping[str, tuple[Answer, int, int]]
    blank: int


def read_judged(
    path: str | Path, classes: ClassList, meaning: Callable[[str], Answer | None] | None = None
) -> JudgedOutputs:
    """A sample that a person judged, in the CSV file that was written for it; a label alone means that it is read."""
    name = Path(path).name
    text = file_text(path, "CSV", "the CSV file of a sample that was judged", "utf-8-sig")
    judged: dict[str, tuple[Answer, int, int]] = {}
    blank = 0
    for line, output, drawn, said, label in _rows(text, name, JUDGED):
        if not said.strip() and not label.strip():
            blank += 1
            continue
        outcome = said.strip().lower() or READ
        answer = AnswerMap.check([(line, output, outcome, label)], classes, name, meaning).answers[output_text(output)]
        if output_text(output) in judged:
            raise FileError.at_line(name, line, f"judges {cut(output, SHOWN)!r} a second time. Keep one of the two.")
        judged[output_text(output)] = (answer, _drawn(drawn, name, line), line)
    return JudgedOutputs(judged, blank)


def _drawn(text: str, name: str, line: int) -> int:
    if not text.strip().isdecimal() or not int(text):
        raise FileError.at_line(name, line, f"needs a whole number of at least 1 as 'drawn'; found {text.strip()!r}.")
    return int(text)


def _rows(text: str, name: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a file, each with the line where it begins."""
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    line = 1
    try:
        header = [cell.strip().lower() for cell in next(reader, [])]
        places = [_place(header, column, name) for column in columns]
        line = reader.line_num + 1
        for row in reader:
            if row:
                yield (line, *_cells(row, places, len(header), name, line))
            line = reader.line_num + 1
    except csv.Error as error:
        raise FileError.at_line(name, line, f"does not read as CSV: {error}. Check its quotes.") from None


def _place(header: Sequence[str], column: str, name: str) -> int:
    if column not in header:
        raise ColumnError.unknown(column, header, repr(name))
    return header.index(column)


def _cells(row: Sequence[str], places: Sequence[int], width: int, name: str, line: int) -> tuple[str, ...]:
    if len(row) != width:
        raise FileError.at_line(
            name, line, f"has {len(row)} cells; the header has {width}. Check its quotes and commas."
        )
    output, *others = (row[place] for place in places)
    return as_written(output), *others
