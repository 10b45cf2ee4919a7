"""Files of a task, opened: each a source with its columns found, and with the name of its system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mercalli.engines.frames import FrameSource
from mercalli.engines.keys import with_keys
from mercalli.engines.open import table_source
from mercalli.errors import FileError
from mercalli.estimates.progress import Progress, quiet
from mercalli.io.headers import UTF8
from mercalli.io.logs.table import LogNote
from mercalli.io.origin import Origin
from mercalli.io.spark import open_spark
from mercalli.io.tables import Table, log_shape, open_table
from mercalli.plan.columns import Role, columns_text, find_columns
from mercalli.plan.systems import clashing, system_names, systems_of_file

DUCKDB, SPARK = "duckdb", "spark"
LOCAL = "local[*]"


@dataclass(frozen=True)
class TableFiles:
    """Files, the columns that were named in them by their role, and how they are read."""

    files: Sequence[str]
    named: Mapping[str, Sequence[str]]
    encoding: str = UTF8
    engine: str = DUCKDB
    master: str = LOCAL
    read_as: str | None = None
    progress: Progress = quiet

    @classmethod
    def of(cls, files: str | Sequence[str], encoding: str = UTF8, **named: str | Sequence[str] | None) -> TableFiles:
        """A file or several; a role has a column, several, or none that was named."""
        columns = {role: (names,) if isinstance(names, str) else tuple(names or ()) for role, names in named.items()}
        return cls([files] if isinstance(files, str) else files, columns, encoding)


@dataclass(frozen=True)
class OpenTable:
    """A file with its columns found, by their role.

    `name` tells it apart from the other files; `found` says what a log and its truths are, `notes` what to know.
    `key` is the column of ids by which truths were matched, if they were.
    """

    name: str
    source: FrameSource
    table: Table | None
    columns: Mapping[str, tuple[str, ...]]
    found: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    key: str | None = None

    @property
    def truth(self) -> str:
        """The column of the truth."""
        return self.columns["truth"][0]

    @property
    def told(self) -> str:
        """Which columns hold what."""
        return columns_text(self.columns)

    @property
    def log(self) -> LogNote | None:
        """What was found, if the file is a log of another program."""
        return None if self.table is None else self.table.log

    def systems(self, role: str) -> list[tuple[str, str]]:
        """Names and columns of the systems beside those of other files."""
        return systems_of_file(self.name, self.columns[role])


def open_tables(files: TableFiles, roles: Iterable[Role], database: Any = None) -> list[OpenTable]:  # noqa: ANN401 - a DuckDB connection
    """Every file, its columns as named or by their usual names."""
    names = system_names(files.files)
    return [_opened(path, name, files, tuple(roles), database) for path, name in zip(files.files, names, strict=True)]


def _opened(path: str, name: str, files: TableFiles, roles: Sequence[Role], database: Any) -> OpenTable:  # noqa: ANN401 - as above
    called = repr(path) if path in clashing(files.files) else None
    table: Table | None = None
    if files.engine == SPARK:
        _check_no_log(Origin.of(path, files.encoding, called), files.read_as)
        source = table_source(open_spark(path, files.master, files.encoding, called))
    else:
        table = open_table(
            path,
            encoding=files.encoding,
            database=database,
            called=called,
            read_as=files.read_as,
            progress=files.progress,
        )
        source = table_source(table)
    keyed = with_keys(source, files.named.get("by", ()), next(iter(files.named.get("unit", ())), None))
    return OpenTable(name, keyed, table, find_columns(keyed, roles, files.named))


def _check_no_log(origin: Origin, read_as: str | None) -> None:
    """Spark takes rows alone."""
    shape = log_shape(origin, read_as)
    if shape is not None:
        raise FileError.about(
            origin.name, f"is {shape.called}, and logs are read by {DUCKDB} only. Leave --engine out for it."
        )
