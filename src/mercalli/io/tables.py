"""Files to tables: CSV, TSV, Parquet, JSON lines, workbooks, logs; also gzipped, also many at once, through DuckDB."""

from __future__ import annotations

import glob
import os
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from mercalli.errors import FileError, MercalliError
from mercalli.estimates.progress import Progress, quiet
from mercalli.io import sql
from mercalli.io.books import with_rounded_refused
from mercalli.io.folder_names import check_apart, columns_of, folders_of
from mercalli.io.headers import UTF8, check_alike, common_header
from mercalli.io.interrupts import interruptible
from mercalli.io.logs.files import found_shape
from mercalli.io.logs.shapes import Shape, shape_named
from mercalli.io.logs.table import LogNote, log_table
from mercalli.io.origin import Origin, plain_files
from mercalli.io.paths import BOOK, EVAL, JSON, PARQUET, check_whole, is_packed

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True)
class Table:
    """A table that DuckDB or Spark reads when asked, and the files it comes from.

    Attributes:
        relation: What the engine reads: of Spark, its own kind of frame.
        files: Where it comes from.
        error: Tells in our words what the engine said about the files, with the line where it can be found.
        log: What was found, if the files are a log of another program.
    """

    relation: duckdb.DuckDBPyRelation
    files: Origin
    error: Callable[[str], FileError]
    log: LogNote | None = None

    @property
    def origin(self) -> str:
        """What to call it: the names of the files, in quotes."""
        return self.files.name

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self.relation.columns

    def reading(self) -> AbstractContextManager[None]:
        """Whatever DuckDB says while it reads is told in our words."""
        return in_our_words(self.error)

    def arrays(self, chosen: str = "*") -> dict[str, Any]:
        """Columns that SQL chooses, as arrays."""
        with self.reading():
            return dict(self.relation.project(chosen).fetchnumpy())


def open_table(
    paths: str | Path | Sequence[str | Path],
    *,
    encoding: str = UTF8,
    database: duckdb.DuckDBPyConnection | None = None,
    called: str | None = None,
    check: Callable[[Sequence[str]], None] = lambda _names: None,
    headed: bool = True,
    read_as: str | None = None,
    progress: Progress = quiet,
) -> Table:
    """One file, a glob, or several of either, all of one kind; `encoding` is that of text files.

    `check` sees the names of the columns before DuckDB does, which takes its time over very many.
    Delimited text that is not `headed` has rows from its first line on, and columns called by their places.
    Logs of other programs are known by their shape; `read_as` names it, or says that JSON is a plain table. `progress`
    hears how many answers of a log were read.
    """
    origin = Origin.of(paths, encoding, called, headed=headed)
    note: LogNote | None = None
    try:
        shape = log_shape(origin, read_as)
        with in_our_words(origin.error):
            if shape is None:
                relation = _relation(database or open_database(), origin, _with_folders(origin, check))
            elif columns_of(origin.files):
                raise FileError.about(origin.name, f"is {shape.called}, and `hive` is for tables. Leave it out.")
            else:
                relation, note = log_table(database or open_database(), origin, shape, progress)
                check(relation.columns)
            if not relation.columns:
                raise FileError.damaged(origin.files[0].name, "it has no columns")
    except UnicodeDecodeError:
        raise FileError.damaged(origin.files[0].name, "the name of a column is not text") from None
    return Table(relation, origin, origin.error, note)


def _with_folders(origin: Origin, check: Callable[[Sequence[str]], None]) -> Callable[[Sequence[str]], None]:
    """The same check, of columns from names of folders too."""
    named = columns_of(origin.files)

    def checked(names: Sequence[str]) -> None:
        check_apart(origin.files[0], names, named)
        check([*names, *named])

    return checked


def log_shape(origin: Origin, read_as: str | None = None) -> Shape | None:
    """The shape of files that are a log, as it was named or by their first object."""
    asked = None if read_as is None else shape_named(read_as)
    if origin.kind not in {JSON, EVAL} or (read_as is not None and asked is None):
        return None
    check_whole(origin.files[0])
    return asked or found_shape(origin.files[0], origin.encoding)


@contextmanager
def in_our_words(explain: Callable[[str], MercalliError]) -> Generator[None]:
    """Whatever DuckDB says is explained; it has an error of its own for Ctrl-C."""
    import duckdb  # noqa: PLC0415 - 100 ms, only when a file is read

    try:
        yield
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except duckdb.Error as error:
        raise explain(str(error)) from None


def open_database() -> duckdb.DuckDBPyConnection:
    """A database in memory that spills to a folder of its own among the system's temporary files."""
    import duckdb  # noqa: PLC0415 - 100 ms, only when a file is read

    spill = Path(tempfile.gettempdir()) / f"mercalli-{os.getpid()}"
    offline = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}  # nothing is downloaded
    return interruptible(duckdb.connect(config={"temp_directory": str(spill), **offline}))


def _relation(
    database: duckdb.DuckDBPyConnection, origin: Origin, check: Callable[[Sequence[str]], None]
) -> duckdb.DuckDBPyRelation:
    if origin.kind == PARQUET:
        names = _parquet_names(database, origin.files[0])
        check_alike(origin.files[0], names)
        check(names)
        return database.sql(_scan("read_parquet", origin.files, f"union_by_name = {len(origin.files) > 1}"))
    with plain_files(origin) as files:
        if origin.kind == JSON:
            relation = _objects(database, files, check)
        else:
            relation = _delimited(database, files, check, headed=origin.headed)
        kept = relation if files == origin.files else _kept(database, relation)
        return with_rounded_refused(kept) if origin.kind == BOOK else kept


def _parquet_names(database: duckdb.DuckDBPyConnection, file: Path) -> list[str]:
    """The columns of a Parquet file as it names them; DuckDB renames those it does not tell apart."""
    fields = database.execute("select name, num_children from parquet_schema(?)", [_very_name(file)]).fetchall()
    names: list[str] = []
    left: list[int] = []  # how many children of each field above are still to come
    for name, children in fields:
        if len(left) == 1:
            names.append(name)
        left = [*left[:-1], left[-1] - 1, children or 0] if left else [children or 0]
        while left and not left[-1]:
            left.pop()
    return names


def _kept(database: duckdb.DuckDBPyConnection, relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """The same table, held by the database, so that the copies it was read from can go."""
    name = f"kept_{uuid4().hex}"
    relation.create(name)
    return database.table(name)


def _scan(reader: str, files: Sequence[Path], options: str) -> str:
    """SQL that reads files by their very names, in order; names of folders are data only where that is asked for."""
    listed = ", ".join(sql.text(_very_name(file)) for file in files)
    folders = f"hive_partitioning = {bool(folders_of(files[0]))}, hive_types_autocast = false"
    return f"from {reader}([{listed}], {options}, {folders})"


def _very_name(file: Path) -> str:
    """A path that DuckDB takes for no glob and for no home folder."""
    return glob.escape(f"./{file}" if str(file).startswith("~") else str(file))


def _text_scan(reader: str, files: Sequence[Path], options: str) -> str:
    """The same where some may be packed, which DuckDB sees only if the name ends in small letters."""
    packing = {True: "gzip", False: "uncompressed"}
    return " union all ".join(
        _scan(reader, list(some), f"{options}, compression = '{packing[packed]}'")
        for packed, some in groupby(files, is_packed)
    )


def _objects(
    database: duckdb.DuckDBPyConnection, files: Sequence[Path], check: Callable[[Sequence[str]], None]
) -> duckdb.DuckDBPyRelation:
    """A column for every key that any object has, as text: nothing is taken for a date, nothing is rounded."""
    every = database.sql(_text_scan("read_json_objects", files, "format = 'auto'"))
    keys = every.project("json_keys(json) as keys").distinct()
    placed = keys.project("unnest(keys) as name, generate_subscripts(keys, 1) as place").filter("name <> ''")
    placed_names = placed.aggregate("name, min(place) as place").order("place, name").fetchall()
    names = [str(name) for name, _ in placed_names]
    if not names:
        raise FileError.named(files[0].name, 'holds no rows: each line must be an object, as in {"truth": ...}.')
    check_alike(files[0], names)
    check(names)
    return database.sql(_text_scan("read_json", files, f"{_columns(names)}, format = 'auto', records = true"))


def _delimited(
    database: duckdb.DuckDBPyConnection,
    files: Sequence[Path],
    check: Callable[[Sequence[str]], None],
    *,
    headed: bool,
) -> duckdb.DuckDBPyRelation:
    """Text columns throughout: labels and ids are read as they are written."""
    header = common_header(files, headed=headed)
    check(header.names)
    delimiter = sql.text(header.layout.delimiter)
    options = f"delim = {delimiter}, quote = '\"', escape = '\"', header = {headed}, auto_detect = false"
    return database.sql(_text_scan("read_csv", files, f"{_columns(header.names)}, {options}"))


def _columns(names: Sequence[str]) -> str:
    """Columns of text as SQL declares them."""
    return "columns = {" + ", ".join(f"{sql.text(name)}: 'VARCHAR'" for name in names) + "}"
