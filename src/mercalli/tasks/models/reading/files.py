"""Files of answers as one table: tables and logs, joined to their truths, and whose answer each row is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mercalli.engines.frames import FrameSource
from mercalli.engines.open import table_source
from mercalli.errors import SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.usual_names import PRED
from mercalli.io.tables import open_database
from mercalli.plan.answer_files import ITEM, open_answers
from mercalli.plan.columns import Role, columns_text, find_columns
from mercalli.plan.tables import OpenTable, TableFiles
from mercalli.tasks.models.reading.roles import keys_of
from mercalli.tasks.models.reading.runs import Run, keys_of_log, united

ITEM_ROLE = Role("item", ITEM, required=False, ranked=True)
PRED_ROLE = Role("pred", PRED)


@dataclass(frozen=True)
class AnswerFiles:
    """Files, and what was said about their columns.

    Attributes:
        files: Tables or logs.
        truth: The column of the truth, if it was named.
        preds: Columns of outputs that were named, a system each if there are several.
        samples: Columns of samples by the name of their system.
        item: The column of ids, if it was named.
        keys: Columns that were named for `sample`, `system` and `factors`.
        count: The column that says for how many items a row stands.
        truth_file: A file with the truths.
        read_as: The kind of log.
        encoding: Of text files.
        progress: Hears how many answers of a log were read.
    """

    files: Sequence[str]
    truth: str | None
    preds: Sequence[str]
    samples: Mapping[str, Sequence[str]]
    item: str | None
    keys: Mapping[str, Any]
    count: str | None
    truth_file: str | None
    read_as: str | None
    encoding: str
    progress: Progress = quiet

    @property
    def wide(self) -> bool:
        """Whether several columns of a row are answers."""
        return bool(self.samples) or len(self.preds) > 1

    def opened(self) -> AnswerTable:
        """All of them as one table."""
        database = open_database()
        files = open_answers(self._tables, self.truth_file, self.item, database, apart=False)
        runs = [self._run(each) for each in files]
        if len(runs) == 1 and files[0].log is None:
            return AnswerTable(files, runs[0].opened.source, self._columns(runs[0].opened), self._own_keys(files[0]))
        self._check_long(files)
        every = united(runs, database)
        table = replace(files[0], table=every.table, source=table_source(every.table), key=every.item)
        columns = {**self._columns(table), "item": (every.item,), "pred": (every.pred,)}
        keys = self.keys if any(self.keys.values()) else every.keys
        return AnswerTable(files, table.source, columns, keys, every.notes)

    @property
    def _tables(self) -> TableFiles:
        columns = [*self.preds, *(column for each in self.samples.values() for column in each)]
        named = {"truth": () if self.truth is None else (self.truth,), "pred": tuple(columns)}
        return TableFiles(self.files, named, self.encoding, read_as=self.read_as, progress=self.progress)

    def _run(self, opened: OpenTable) -> Run:
        """A file with its columns found."""
        columns = self._columns(opened)
        keys = keys_of(opened.source) if opened.log is None else keys_of_log(opened.source.columns)
        return Run(replace(opened, columns=columns), keys)

    def _columns(self, opened: OpenTable) -> dict[str, tuple[str, ...]]:
        """Truth, ids and outputs; rows that stand for several items have no ids."""
        named = {"truth": opened.columns["truth"], "pred": tuple(self._tables.named["pred"])}
        item = opened.key or (self.item if self.item in opened.source.columns else None)
        roles = [*([] if self.count else [ITEM_ROLE]), *([] if self.samples else [PRED_ROLE])]
        asked = {**named, **({} if item is None else {"item": (item,)})}
        found = find_columns(opened.source, roles, asked)
        return {"truth": named["truth"], "item": (), **found, **({"pred": named["pred"]} if self.samples else {})}

    def _own_keys(self, opened: OpenTable) -> Mapping[str, Any]:
        """What says whose answer a row is in a plain table."""
        return self.keys if self.wide or self.count or any(self.keys.values()) else keys_of(opened.source)

    def _check_long(self, files: Sequence[OpenTable]) -> None:
        """Several files, and logs, have an answer on each row."""
        if self.wide or self.count:
            name = "count" if self.count else "samples" if self.samples else "pred"
            what = "a log has" if len(files) == 1 else "several files have"
            raise SettingError.named(
                name, f"is for one table with an item on each row, and {what} an answer on each row. Leave it out."
            )


@dataclass(frozen=True)
class AnswerTable:
    """One table of answers, its columns by their role, what makes a system, and what to know of its files."""

    files: Sequence[OpenTable]
    source: FrameSource
    columns: Mapping[str, tuple[str, ...]]
    keys: Mapping[str, Any]
    more: tuple[str, ...] = ()

    def column(self, role: str) -> str | None:
        """The column of a role."""
        return next(iter(self.columns.get(role, ())), None)

    def key(self, role: str) -> Any:  # noqa: ANN401 - a column, or several for factors
        """The column, or columns, that were named or found for a sample, a system or factors."""
        return self.keys.get(role) or None

    @property
    def found(self) -> list[str]:
        """What was found, for the screen."""
        named = {role: self.key(role) or () for role in ("sample", "system", "factors")}
        keys = {role: [names] if isinstance(names, str) else names for role, names in named.items()}
        lines = dict.fromkeys(line for each in self.files for line in each.found)
        return [*lines, columns_text({**self.columns, **keys})]

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know before relying on it."""
        return (*dict.fromkeys(note for each in self.files for note in each.notes), *self.more)
