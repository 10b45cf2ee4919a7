"""What a report wants besides numbers: where the answers of each system are, and what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mercalli.inputs.classes import ClassList
from mercalli.inputs.usual_names import KEY, TEXT, usual_column
from mercalli.io.profiles import GENERIC, read_profile
from mercalli.io.tables import open_table
from mercalli.plan.columns import check_there
from mercalli.tasks.labels.answers import Answers, Meanings
from mercalli.tasks.labels.levels import class_notes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.plan.tables import OpenTable
    from mercalli.tasks.labels.files import LabelFiles, LabelTables
    from mercalli.tasks.labels.result import SystemReport


@dataclass(frozen=True)
class Wanted:
    """What is added to the numbers.

    Attributes:
        text: The column of the items' texts; found by its usual names if not given.
        key: The column that names items; found by its usual names if not given.
        texts: Whether texts are shown at all.
        examples: How many errors of each system are shown with their texts.
        comparison: Whether the systems are compared with each other.
        predictions: Whether every prediction is written.
        latex: Whether tables are written as LaTeX.
    """

    text: str | None = None
    key: str | None = None
    texts: bool = True
    examples: int = 20
    comparison: bool = True
    predictions: bool = True
    latex: bool = False


def check_columns(tables: LabelTables, columns: Sequence[str | None]) -> None:
    """Refuse names of columns that a file does not have."""
    for each in tables.files:
        check_there(each.source, columns)


def answers_of(
    files: LabelFiles,
    tables: LabelTables,
    database: Any,  # noqa: ANN401 - a DuckDB connection
    wanted: Wanted,
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
            text=_text_of(opened, wanted) if wanted.texts else None,
            key=usual_column(KEY, opened.source.columns) if wanted.key is None else wanted.key,
            needed=(opened.truth, *opened.columns["pred"]) if dropped else (),
        )
        for opened, relation in _relations(files, tables, database)
        for name, pred in _systems(opened, tables)
    }


def _text_of(opened: OpenTable, wanted: Wanted) -> str | None:
    """The column that was named, or one with a usual name that holds no labels."""
    others = [column for column in opened.source.columns if column not in (opened.truth, *opened.columns["pred"])]
    return usual_column(TEXT, others) if wanted.text is None else wanted.text


def _relations(files: LabelFiles, tables: LabelTables, database: Any) -> Iterator[tuple[OpenTable, Any]]:  # noqa: ANN401 - DuckDB's
    for path, opened in zip(files.files, tables.files, strict=True):
        table = opened.table or open_table(path, encoding=files.encoding, database=database)
        yield opened, table.relation


def _systems(opened: OpenTable, tables: LabelTables) -> list[tuple[str, str]]:
    """Names and columns, as `evaluate_tables` has them."""
    return [(pred, pred) for pred in opened.columns["pred"]] if len(tables.files) == 1 else opened.systems("pred")


def meanings_of(profile_name: str | None, system: SystemReport) -> Meanings:
    """What labels mean under a result: its classes, and the profile's other spellings, levels and weights."""
    profile, names = read_profile(profile_name or GENERIC), system.table.classes
    aliases = {alias: name for alias, name in profile.aliases.items() if name in names}
    levels = [note.level for note in class_notes(profile, names)]
    return Meanings(ClassList(names, aliases), levels, profile)
