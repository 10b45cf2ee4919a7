"""Files of answers, opened: tables and logs, joined to a file of truths, a table for each system of a log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from mercalli.engines.open import table_source
from mercalli.errors import ColumnError, FileError
from mercalli.inputs.usual_names import KEY, TRUTH, usual_column
from mercalli.io import sql
from mercalli.io.joins import SAMPLE
from mercalli.io.tables import Table, open_table
from mercalli.io.truths import TruthFile
from mercalli.plan.columns import TRUTH_ROLE as TRUTH_NAME
from mercalli.plan.columns import Role, find_columns
from mercalli.plan.tables import DUCKDB, SPARK, OpenTable, TableFiles, open_tables
from mercalli.text.words import counted

TRUTH_ROLE = Role(TRUTH_NAME, TRUTH)
ITEM = (*KEY, "custom_id", "item")
KEY_ROLE = Role("id", ITEM, ranked=True)
LOG_KEY = "id"
SEVERAL = 2
_Result = TypeVar("_Result", bound=Any)


def open_answers(
    files: TableFiles,
    truth_file: str | None,
    key: str | None,
    database: Any,  # noqa: ANN401 - a DuckDB connection
    *,
    apart: bool = True,
) -> list[OpenTable]:
    """Every file with the column of its truth, which may stand in a file of its own.

    With `apart`, a log with the answers of several systems is a table for each of them.
    """
    if truth_file is not None and files.engine == SPARK:
        raise FileError.about("truths in a file of their own", f"are joined by {DUCKDB} only. Leave --engine out.")
    unjoined = replace(files, named={role: names for role, names in files.named.items() if role != TRUTH_NAME})
    opened = open_tables(files if truth_file is None else unjoined, (), database)
    known = any(key in each.source.columns for each in opened)
    truths = None if truth_file is None else _truths(truth_file, files, key, database, elsewhere=known)
    parts = [part for each in opened for part in _systems(each, apart=apart)]
    return [_with_truth(part, files) if truths is None else _joined(part, truths, key, database) for part in parts]


def _truths(path: str, files: TableFiles, key: str | None, database: Any, *, elsewhere: bool) -> TruthFile:  # noqa: ANN401 - as above
    """The file of truths, with its columns of ids and truths; ids that are named `elsewhere` may have another name."""
    table = open_table(path, encoding=files.encoding, database=database)
    other = key is None or (elsewhere and key not in table.columns)
    named = {TRUTH_NAME: files.named.get(TRUTH_NAME, ()), **({} if other else {KEY_ROLE.name: (str(key),)})}
    columns = find_columns(table, [KEY_ROLE, TRUTH_ROLE], named)
    return TruthFile(table, columns[KEY_ROLE.name][0], columns[TRUTH_NAME][0])


def _systems(opened: OpenTable, *, apart: bool) -> list[OpenTable]:
    """A log with answers of several models or prompts as a table for each, called after it."""
    table, log = opened.table, opened.log
    if table is None or log is None:
        return [opened]
    if not apart or len(log.systems) < SEVERAL:
        return [replace(opened, found=log.lines)]
    return [_part(opened, table, model, prompt) for model, prompt in log.systems]


def _part(opened: OpenTable, table: Table, model: str, prompt: str | None) -> OpenTable:
    """The answers of one model to one prompt; failed requests that name no model are nobody's."""
    chosen = f"system = {sql.text(model)}" + ("" if prompt is None else f" and prompt = {sql.text(prompt)}")
    part = replace(table, relation=table.relation.filter(chosen))
    name = model if prompt is None else f"{model}, {prompt}"
    return replace(opened, name=name, table=part, source=table_source(part), found=table.log.lines if table.log else ())


def _with_truth(opened: OpenTable, files: TableFiles) -> OpenTable:
    """The truth stands in the file itself; most logs have none."""
    if opened.log is not None and TRUTH_NAME not in opened.source.columns and not files.named.get(TRUTH_NAME):
        raise ColumnError.log_without_truth(opened.source.origin)
    return replace(opened, columns=find_columns(opened.source, [TRUTH_ROLE], files.named))


def _joined(opened: OpenTable, truths: TruthFile, key: str | None, database: Any) -> OpenTable:  # noqa: ANN401 - as above
    table = opened.table
    if table is None:
        raise FileError.about("truths in a file of their own", f"are joined by {DUCKDB} only. Leave --engine out.")
    joined = truths.joined(database, table, _answer_key(table, key))
    return replace(
        opened,
        table=joined.table,
        source=table_source(joined.table),
        columns={**opened.columns, TRUTH_NAME: (truths.truth,)},
        found=(*opened.found, joined.told),
        notes=joined.notes,
        key=truths.key,
    )


def _answer_key(table: Table, key: str | None) -> str:
    """The column of ids in a file of answers: that of a log, the one that was named, or a usual name."""
    if table.log is not None:
        return LOG_KEY
    named = {} if key is None or key not in table.columns else {KEY_ROLE.name: (key,)}
    return find_columns(table, [KEY_ROLE], named)[KEY_ROLE.name][0]


def notes_on(files: Sequence[OpenTable]) -> tuple[str, ...]:
    """What to know of files: ids without a partner, and several answers to an item."""
    return tuple(note for each in files for note in (*each.notes, _repeats(each)) if note)


def _repeats(opened: OpenTable) -> str | None:
    """What to know of a file that holds several answers to an item."""
    key = usual_column(KEY, opened.source.columns)
    if opened.table is None or key is None or SAMPLE not in opened.source.columns:
        return None
    with opened.table.reading():
        counts = opened.table.relation.aggregate(f"{sql.name(key)} as item, count(*) as rows").filter("rows > 1")
        items = len(counts.project("1").fetchall())
    if not items:
        return None
    return (
        f"{opened.source.origin} holds several answers to {counted(items, 'item')} (column {SAMPLE!r}). They are "
        f"counted as items of their own, so intervals are too narrow. Use mercalli models for repeated answers."
    )


def with_inputs(result: _Result, files: Sequence[OpenTable]) -> _Result:
    """The same with how logs were read in its provenance."""
    settings = {**result.provenance.settings, **input_settings(files)}
    return replace(result, provenance=replace(result.provenance, settings=settings))


def input_settings(files: Sequence[OpenTable]) -> dict[str, str]:
    """What the provenance says of logs: how each was read, and the digest of its bytes."""
    logs = [(each.source.origin, each.log) for each in files if each.log is not None]
    told = dict.fromkeys(f"{origin} {log.shape} {log.digest}" for origin, log in logs)
    return {"logs": "; ".join(told)} if told else {}
