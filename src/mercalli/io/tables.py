"""Files to tables: CSV, TSV, Parquet and JSON lines, also gzipped, also many at once, through DuckDB."""

from __future__ import annotations

import csv
import glob
import gzip
import tempfile
import zlib
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from mercalli.errors import EmptyError, FileError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

KINDS = {
    ".csv": "CSV",
    ".tsv": "TSV",
    ".parquet": "Parquet",
    ".jsonl": "JSON lines",
    ".ndjson": "JSON lines",
    ".json": "JSON lines",
}
PACKED = (".gz",)
DELIMITERS = ",;\t|"
HEADER_BYTES = 1 << 20
UTF8 = "utf-8"


@dataclass(frozen=True)
class Table:
    """A table that DuckDB reads when asked, and what to call it."""

    relation: duckdb.DuckDBPyRelation
    origin: str


def open_table(
    paths: str | Path | Sequence[str | Path],
    *,
    encoding: str = UTF8,
    database: duckdb.DuckDBPyConnection | None = None,
) -> Table:
    """One file, a glob, or several of either, all of one kind; `encoding` is that of text files."""
    files, kind, origin = files_of(paths)
    return Table(_relation(database or open_database(), files, kind, encoding), origin)


def files_of(paths: str | Path | Sequence[str | Path]) -> tuple[list[Path], str, str]:
    """The files that paths and globs mean, their kind, and what to call them."""
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    files = [file for each in given for file in _matching(str(each))]
    kinds = {_kind(file) for file in files}
    if len(kinds) > 1:
        raise FileError.kind(", ".join(file.name for file in files[:3]), ["one kind at a time", *KINDS])
    for file in files:
        if not file.stat().st_size:
            raise EmptyError.no_rows(repr(file.name))
    origin = files[0].name if len(files) == 1 else f"{files[0].name} and {len(files) - 1} more files"
    return files, kinds.pop(), origin


def open_database() -> duckdb.DuckDBPyConnection:
    """A database in memory that spills to the system's own folder for temporary files."""
    import duckdb  # noqa: PLC0415 - 100 ms, only when a file is read

    return duckdb.connect(config={"temp_directory": str(Path(tempfile.gettempdir()) / "mercalli")})


def _matching(path: str) -> list[Path]:
    found = sorted(glob.glob(path, recursive=True)) if glob.has_magic(path) else [path]  # noqa: PTH207 - as typed
    files = [Path(each) for each in found if Path(each).is_file()]
    if not files:
        raise FileError.absent(path)
    return files


def _kind(file: Path) -> str:
    endings = [ending.lower() for ending in file.suffixes]
    last = endings[-2] if endings and endings[-1] in PACKED and len(endings) > 1 else (endings or [""])[-1]
    if last not in KINDS:
        raise FileError.kind(file.name, [*KINDS, "and each of the text kinds with .gz"])
    return KINDS[last]


def _relation(
    database: duckdb.DuckDBPyConnection, files: Sequence[Path], kind: str, encoding: str
) -> duckdb.DuckDBPyRelation:
    import duckdb  # noqa: PLC0415 - 100 ms, only when a file is read

    names = [str(file) for file in files]
    try:
        if kind == "Parquet":
            return database.read_parquet(names, union_by_name=len(names) > 1)
        if kind == "JSON lines":
            return database.read_json(names, format="auto", union_by_name=len(names) > 1)  # type: ignore[arg-type]
        return _delimited(database, files, encoding)
    except duckdb.Error as error:
        raise FileError.engine(files[0].name, kind, str(error)) from None


def _delimited(database: duckdb.DuckDBPyConnection, files: Sequence[Path], encoding: str) -> duckdb.DuckDBPyRelation:
    """Text columns throughout: labels and ids are read as they are written."""
    delimiter, names = header_of(files[0], encoding)
    for file in files[1:]:
        if header_of(file, encoding) != (delimiter, names):
            raise FileError.no_header(file.name, f"they must be those of {files[0].name!r}: {', '.join(names)}.")
    columns = ", ".join(f"{_quoted(name)}: 'VARCHAR'" for name in names)
    listed = ", ".join(_quoted(str(file)) for file in files)
    options = f"delim = {_quoted(delimiter)}, quote = '\"', escape = '\"', header = true, auto_detect = false"
    if encoding != UTF8:
        options += f", encoding = {_quoted(encoding)}"
    return database.sql(f"from read_csv([{listed}], columns = {{{columns}}}, {options})")


def _quoted(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def header_of(file: Path, encoding: str) -> tuple[str, list[str]]:
    """The delimiter and the column names that the first line shows."""
    line = _first_line(file, encoding)
    delimiter = "\t" if ".tsv" in file.suffixes else max(DELIMITERS, key=_unquoted(line).count)
    names = [name.strip() for name in next(csv.reader(StringIO(line), delimiter=delimiter), [])]
    if "" in names:
        raise FileError.no_header(file.name, f"column {names.index('') + 1} has no name.")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise FileError.no_header(file.name, f"{twice!r} stands there twice. Rename one of them.")
    return delimiter, names


def _unquoted(line: str) -> str:
    return "".join(line.split('"')[::2])


def _first_line(file: Path, encoding: str) -> str:
    head = _head(file)
    if encoding == UTF8 and b"\0" in head:
        raise FileError.unreadable(file.name, "text", "it holds binary data.")
    try:
        whole = "strict" if len(head) < HEADER_BYTES else "ignore"
        text = head.decode("utf-8-sig" if encoding == UTF8 else encoding, whole)
    except UnicodeDecodeError as error:
        raise FileError.not_text(file.name, encoding, head[: error.start].count(b"\n") + 1) from None
    except LookupError:
        raise FileError.encoding(encoding) from None
    end = next((at for at, letter in enumerate(text) if letter in "\r\n" and text[:at].count('"') % 2 == 0), len(text))
    return text[:end]


def _head(file: Path) -> bytes:
    opened = gzip.open if file.suffix == ".gz" else open
    try:
        with opened(file, "rb") as stream:
            return stream.read(HEADER_BYTES)
    except (OSError, EOFError, zlib.error) as error:
        raise FileError.unreadable(file.name, "gzip", f"{error}.") from None
