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
from typing import TYPE_CHECKING, Any

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


@dataclass(frozen=True)
class Table:
    """A table that DuckDB reads when asked, and what to call it."""

    relation: duckdb.DuckDBPyRelation
    origin: str


def open_table(paths: str | Path | Sequence[str | Path]) -> Table:
    """One file, a glob, or several of either, all of one kind."""
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    files = [file for each in given for file in _matching(str(each))]
    kinds = {_kind(file) for file in files}
    if len(kinds) > 1:
        raise FileError.kind(", ".join(file.name for file in files[:3]), ["one kind at a time", *KINDS])
    for file in files:
        if not file.stat().st_size:
            raise EmptyError.no_rows(repr(file.name))
    origin = files[0].name if len(files) == 1 else f"{files[0].name} and {len(files) - 1} more files"
    return Table(_relation(files, kinds.pop(), origin), origin)


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


def _relation(files: Sequence[Path], kind: str, origin: str) -> duckdb.DuckDBPyRelation:
    import duckdb  # noqa: PLC0415 - 100 ms, only when a file is read

    names = [str(file) for file in files]
    database = duckdb.connect(config={"temp_directory": str(Path(tempfile.gettempdir()) / "mercalli")})
    try:
        if kind == "Parquet":
            return database.read_parquet(names, union_by_name=len(names) > 1)
        if kind == "JSON lines":
            return database.read_json(names, format="auto", union_by_name=len(names) > 1)  # type: ignore[arg-type]
        return _delimited(database, files)
    except duckdb.Error as error:
        reason = str(error).strip().split("\n", maxsplit=1)[0]
        raise FileError.unreadable(origin, kind, reason if reason.endswith(".") else f"{reason}.") from None


def _delimited(database: duckdb.DuckDBPyConnection, files: Sequence[Path]) -> duckdb.DuckDBPyRelation:
    """Text columns throughout: labels and ids are read as they are written."""
    delimiter, names = _header(files[0])
    for file in files[1:]:
        if _header(file) != (delimiter, names):
            raise FileError.no_header(file.name, f"they must be those of {files[0].name!r}: {', '.join(names)}.")
    settings: dict[str, Any] = {
        "quote": '"',
        "escape": '"',
        "delim": delimiter,
        "header": True,
        "auto_detect": False,
    }
    named = ", ".join(f"{name} = ${name}" for name in settings)
    query = f"select * from read_csv($files, columns = $columns, {named})"  # noqa: S608 - parameters only
    columns = dict.fromkeys(names, "VARCHAR")
    return database.sql(query, params={"files": [str(file) for file in files], "columns": columns, **settings})


def _header(file: Path) -> tuple[str, list[str]]:
    """The delimiter and the column names that the first line shows."""
    line = _first_line(file)
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


def _first_line(file: Path) -> str:
    opened = gzip.open if file.suffix == ".gz" else open
    try:
        with opened(file, "rb") as stream:
            head = stream.read(HEADER_BYTES)
        text = head.decode("utf-8-sig", "strict" if len(head) < HEADER_BYTES else "ignore")
    except (OSError, EOFError, zlib.error) as error:
        raise FileError.unreadable(file.name, "gzip", f"{error}.") from None
    except UnicodeDecodeError as error:
        raise FileError.unreadable(file.name, "UTF-8 text", f"byte {error.start} is not text.") from None
    if "\0" in text:
        raise FileError.unreadable(file.name, "text", "it holds binary data.")
    end = next(
        (at for at, letter in enumerate(text) if letter in "\r\n" and text[:at].count('"') % 2 == 0),
        len(text),
    )
    return text[:end]
