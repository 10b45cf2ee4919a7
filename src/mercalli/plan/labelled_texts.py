"""Labelled texts from files: a label and a text on each row, with a header or without."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from mercalli.errors import ColumnError, TextError
from mercalli.inputs.classes import ClassList
from mercalli.inputs.tally import MISSING_WORDS
from mercalli.inputs.texts import DELIMITER, MULTI_CLASS, LabelledTexts, Mode
from mercalli.inputs.usual_names import KEY, LABEL, TEXT, usual_names
from mercalli.io import sql
from mercalli.io.headers import UTF8, first_values, place_name
from mercalli.io.origin import Origin
from mercalli.io.paths import CSV, TSV
from mercalli.io.tables import Table, open_table
from mercalli.plan.columns import Role, check_there, find_column, find_columns

if TYPE_CHECKING:
    import duckdb

TextSource: TypeAlias = str | Path | Sequence[str | Path] | LabelledTexts

LOOKED_AT = 1000
PLACES = (place_name(1), place_name(2))
LABELLED = TEXT_ROLE, LABEL_ROLE = Role("text", TEXT), Role("label", LABEL, ranked=True)
ROLES = (
    TEXT_ROLE,
    replace(LABEL_ROLE, required=False),
    Role("id", KEY, required=False, ranked=True),
)


@dataclass(frozen=True)
class TextTable:
    """A table of texts with its columns: that of texts, and those of labels and ids if there are any."""

    table: Table
    text: str
    label: str | None
    key: str | None
    headed: bool

    @property
    def roles(self) -> dict[str, str]:
        """Which column holds what."""
        columns = {"text": self.text, "label": self.label, "id": self.key}
        return {role: column for role, column in columns.items() if column is not None}


def read(
    path: str | Path | Sequence[str | Path],
    *,
    delimiter: str = DELIMITER,
    header: bool | None = None,
    text: str | None = None,
    label: str | None = None,
    by: Sequence[str] = (),
    key: str | None = None,
    mode: Mode = MULTI_CLASS,
    known: ClassList | None = None,
    missing: Literal["error", "drop"] = "error",
    words: Collection[str] = MISSING_WORDS,
    encoding: str = UTF8,
) -> LabelledTexts:
    """The labelled texts of a file, a glob or several files of one kind.

    Args:
        path: CSV, TSV, Parquet or JSON lines, gzipped or not.
        delimiter: Separator between the labels of one text.
        header: Whether the first line names the columns; if not said, it does where a usual name for a text, a label
            or an id stands in it. Without a header the label is first and the text second.
        text: The column of texts, if it has no usual name.
        label: The column of labels, if it has no usual name.
        by: Columns to keep beside them, such as the event.
        key: The column that names each text; one with a usual name is taken if there is one.
        mode: "multi-class" (one label for each text) or "multi-label" (any number).
        known: Classes with other spellings of theirs.
        missing: "drop" leaves out rows without a text or a label; by default they are an error.
        words: What means that a label is missing, where it is none of the known classes.
        encoding: The encoding of text files.
    """
    source = open_texts(path, header=header, text=text, label=label, key=key, encoding=encoding)
    check_there(source.table, by)
    named = source.label or _absent_label(source)
    columns = _fetched(source.table, [source.text, named, *([source.key] if source.key else []), *by])
    return LabelledTexts.check(
        columns[source.text],
        columns[named],
        mode=mode,
        by={name: columns[name] for name in by},
        ids=None if source.key is None else columns[source.key],
        delimiter=delimiter,
        known=known,
        missing=missing,
        words=words,
        origin=source.table.origin,
        roles=source.roles,
    )


def open_texts(
    path: str | Path | Sequence[str | Path],
    *,
    header: bool | None = None,
    text: str | None = None,
    label: str | None = None,
    key: str | None = None,
    encoding: str = UTF8,
    database: duckdb.DuckDBPyConnection | None = None,
) -> TextTable:
    """A table with its columns; labels may be absent, as of texts that are to be classified."""
    origin = Origin.of(path, encoding)
    headed = _is_headed(origin, [text, label, key]) if header is None else header
    table = open_table(path, encoding=encoding, database=database, headed=headed)
    texts = _by_name(table, text, label, key) if headed else _by_place(table, text, label, key)
    if text is None:
        _check_texts(texts)
    return texts


def _is_headed(origin: Origin, named: Sequence[str | None]) -> bool:
    """Delimited text has a header where a column was named, or where one of the first line has a usual name.

    A file of more than a label and a text must have one, or be said to have none.
    """
    if origin.kind not in (CSV, TSV) or any(name is not None for name in named):
        return True
    first = first_values(origin.files[0], origin.encoding)
    if usual_names([*TEXT, *LABEL, *KEY], first):
        return True
    if len(first) > len(PLACES):
        raise ColumnError.no_texts(TEXT, first, origin.name)
    return False


def _check_texts(texts: TextTable) -> None:
    """Refuse numbers that were taken for texts; a first line that may be a header does not count."""
    said = f"try_cast(trim({sql.name(texts.text)}::varchar) as double)"
    with texts.table.reading():
        first = texts.table.relation.limit(LOOKED_AT)
        counted: Any = first.aggregate(f"count({sql.name(texts.text)}), count({said})").fetchone()
    filled, numbers = counted
    if numbers and filled - numbers <= (0 if texts.headed else 1):
        raise TextError.numbers(texts.text, texts.table.origin)


def places_told(roles: Mapping[str, str], named: Iterable[object]) -> tuple[str, ...]:
    """What was guessed where neither a header nor a column was named: that there is none.

    >>> places_told({"text": "column 2", "label": "column 1"}, [None, None])
    ('no header found: text is column 2, label is column 1; if the first line names the columns, say --header',)
    """
    if roles.get("text") not in PLACES or any(name is not None for name in named):
        return ()
    places = ", ".join(f"{role} is {column}" for role, column in roles.items())
    return (f"no header found: {places}; if the first line names the columns, say --header",)


def _by_name(table: Table, text: str | None, label: str | None, key: str | None) -> TextTable:
    """Columns as they were named, or by their usual names."""
    named = {"text": text, "label": label, "id": key}
    columns = find_columns(table, ROLES, {role: () if name is None else (name,) for role, name in named.items()})
    texts, labels, keys = (next(iter(columns[role]), None) for role in named)
    return TextTable(table, str(texts), labels, keys, headed=True)


def _by_place(table: Table, text: str | None, label: str | None, key: str | None) -> TextTable:
    """The label is first and the text second; a single column holds texts."""
    check_there(table, [text, label, key])
    first, second = PLACES
    if len(table.relation.columns) == 1:
        return TextTable(table, text or first, label, key, headed=False)
    return TextTable(table, text or second, label or first, key, headed=False)


def _absent_label(source: TextTable) -> str:
    """The column of labels where none was found: an error that tells what is lacking."""
    if not source.headed:
        raise TextError.about(
            source.table.origin,
            "has one column; a file without a header must have the label first and the text second. "
            "Check what parts its columns: commas in a .csv file, tabs in a .tsv file.",
        )
    return find_column(source.table, LABEL_ROLE)


def _fetched(table: Table, names: Sequence[str]) -> dict[str, Any]:
    """Columns of a table as lists of text, None where there is nothing."""
    once = list(dict.fromkeys(names))
    arrays = table.arrays(", ".join(f"{sql.name(name)}::varchar as {sql.name(name)}" for name in once))
    columns = {name: arrays[name].tolist() for name in once}
    fault = None if columns[once[0]] else table.files.fault()  # of a line that is too long the engine may say nothing
    if fault is not None:
        raise fault
    return columns
