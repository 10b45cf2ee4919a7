"""Files to tables: CSV, TSV, Parquet and JSON lines, also gzipped, also many at once, through DuckDB."""

from __future__ import annotations

import codecs
import csv
import glob
import gzip
import json
import os.path
import re
import tempfile
import zlib
from dataclasses import dataclass
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING

from mercalli.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

PARQUET, JSON = "Parquet", "JSON lines"
KINDS = {".csv": "CSV", ".tsv": "TSV", ".parquet": PARQUET, ".jsonl": JSON, ".ndjson": JSON, ".json": JSON}
PACKED = ".gz"
DELIMITERS = ",;\t|"
BLOCK_BYTES = 1 << 20
LINE_BYTES = 1 << 24
UTF8 = "utf-8"
HEADER = re.compile(r'(?:[^"\r\n]|"[^"]*")*+')


@dataclass(frozen=True)
class Table:
    """A table that DuckDB reads when asked, and what to call it; files are called by their names in quotes."""

    relation: duckdb.DuckDBPyRelation
    origin: str


def open_table(
    paths: str | Path | Sequence[str | Path],
    *,
    encoding: str = UTF8,
    database: duckdb.DuckDBPyConnection | None = None,
) -> Table:
    """One file, a glob, or several of either, all of one kind; `encoding` is that of text files."""
    import duckdb  # noqa: PLC0415 - 100 ms, only when a file is read

    files, kind, origin = files_of(paths)
    try:
        relation = _relation(database or open_database(), files, kind, _usual_name(encoding))
        if not relation.columns:
            raise FileError.damaged(files[0].name, "it has no columns")
    except UnicodeDecodeError:
        raise FileError.damaged(files[0].name, "the name of a column is not text") from None
    except duckdb.Error as error:
        if kind == JSON:
            _check_lines(files)
        raise FileError.engine(origin, kind, str(error)) from None
    return Table(relation, origin)


def files_of(paths: str | Path | Sequence[str | Path]) -> tuple[list[Path], str, str]:
    """The files that paths and globs mean, packed ones whole, their kind, and what to call them."""
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    files = [file for each in given for file in _matching(str(each))]
    kinds = {_kind(file): _ending(file) for file in files}
    if len(kinds) > 1:
        raise FileError.kinds(kinds.values())
    for file in files:
        if _is_packed(file):
            _check_whole(file)
    more = len(files) - 1
    rest = f" and {more} more file{'s' if more > 1 else ''}" if more else ""
    return files, next(iter(kinds)), f"{files[0].name!r}{rest}"


def _usual_name(encoding: str) -> str:
    """An encoding under the name that DuckDB knows it by."""
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        raise FileError.encoding(encoding) from None
    return {"utf-8-sig": UTF8, "iso8859-1": "latin-1"}.get(name, name)


def open_database() -> duckdb.DuckDBPyConnection:
    """A database in memory that spills to the system's own folder for temporary files."""
    import duckdb  # noqa: PLC0415 - 100 ms, only when a file is read

    return duckdb.connect(config={"temp_directory": str(Path(tempfile.gettempdir()) / "mercalli")})


def _matching(path: str) -> list[Path]:
    """The file of that very name, or else those that the path means as a glob; os.path never raises."""
    if os.path.isdir(path):  # noqa: PTH112 - see above
        raise FileError.folder(path, f"a file or a glob such as {os.path.join(path, '*.csv')!r}")  # noqa: PTH118 - keeps ./
    found = [path] if os.path.isfile(path) else sorted(glob.glob(path, recursive=True))  # noqa: PTH113, PTH207 - see above
    files = [Path(each) for each in found if Path(each).is_file()]
    if not files:
        raise FileError.absent(path)
    return files


def _is_packed(file: Path) -> bool:
    return file.name.lower().endswith(PACKED)


def _ending(file: Path) -> str:
    """What the name ends in, in small letters and without .gz."""
    return Path(file.name.lower().removesuffix(PACKED)).suffix


def _kind(file: Path) -> str:
    kind = KINDS.get(_ending(file))
    if kind is None or (kind == PARQUET and _is_packed(file)):
        raise FileError.kind(file.name, [*KINDS, f"and each of the text kinds with {PACKED}"])
    return kind


def _opened(file: Path) -> IO[bytes]:
    return gzip.open(file, "rb") if _is_packed(file) else file.open("rb")  # type: ignore[return-value]


def _check_whole(file: Path) -> None:
    """Read a packed file to its end: DuckDB says nothing if that is missing."""
    try:
        with _opened(file) as stream:
            while stream.read(BLOCK_BYTES):
                pass
    except EOFError:
        raise FileError.damaged(file.name, "it ends too early") from None
    except (gzip.BadGzipFile, zlib.error):
        raise FileError.damaged(file.name, "it is not gzip throughout") from None
    except OSError as error:
        raise FileError.unopened(file.name, "gzip", error) from None


def _relation(
    database: duckdb.DuckDBPyConnection, files: Sequence[Path], kind: str, encoding: str
) -> duckdb.DuckDBPyRelation:
    if kind == PARQUET:
        return database.sql(_scan("read_parquet", files, f"union_by_name = {len(files) > 1}"))
    return _objects(database, files) if kind == JSON else _delimited(database, files, encoding)


def _scan(reader: str, files: Sequence[Path], options: str) -> str:
    """SQL that reads files by their very names, in order."""
    listed = ", ".join(_quoted(glob.escape(str(file))) for file in files)
    return f"from {reader}([{listed}], {options})"


def _text_scan(reader: str, files: Sequence[Path], options: str) -> str:
    """The same where some may be packed, which DuckDB sees only if the name ends in small letters."""
    packing = {True: "gzip", False: "uncompressed"}
    return " union all ".join(
        _scan(reader, list(some), f"{options}, compression = '{packing[packed]}'")
        for packed, some in groupby(files, _is_packed)
    )


def _objects(database: duckdb.DuckDBPyConnection, files: Sequence[Path]) -> duckdb.DuckDBPyRelation:
    """A column for every key that any object has, as text: nothing is taken for a date, nothing is rounded."""
    every = database.sql(_text_scan("read_json_objects", files, "format = 'auto'"))
    keys = every.project("json_keys(json) as keys").distinct()
    placed = keys.project("unnest(keys) as name, generate_subscripts(keys, 1) as place").filter("name <> ''")
    found = placed.aggregate("name, min(place) as place").order("place, name").fetchall()
    names = [str(name) for name, _ in found]
    if not names:
        raise FileError.no_objects(files[0].name)
    _check_alike(files[0], names)
    return database.sql(_text_scan("read_json", files, f"{_columns(names)}, format = 'auto', records = true"))


def _check_lines(files: Sequence[Path]) -> None:
    """Find the line that DuckDB stumbled over; it numbers lines in its own way."""
    for file in files:
        with _opened(file) as stream:
            for number, line in enumerate(iter(lambda: stream.readline(LINE_BYTES), b""), 1):
                try:
                    json.loads(line.strip() or b"null")
                except UnicodeDecodeError:
                    raise FileError.not_text(file.name, UTF8, number) from None
                except ValueError:
                    raise FileError.not_json(file.name, number) from None


def _delimited(database: duckdb.DuckDBPyConnection, files: Sequence[Path], encoding: str) -> duckdb.DuckDBPyRelation:
    """Text columns throughout: labels and ids are read as they are written."""
    delimiter, names = header_of(files[0], encoding)
    for file in files[1:]:
        if header_of(file, encoding) != (delimiter, names):
            raise FileError.no_header(file.name, f"they must be those of {files[0].name!r}: {', '.join(names)}.")
    options = f"delim = {_quoted(delimiter)}, quote = '\"', escape = '\"', header = true, auto_detect = false"
    if encoding != UTF8:
        options += f", encoding = {_quoted(encoding)}"
    return database.sql(_text_scan("read_csv", files, f"{_columns(names)}, {options}"))


def _columns(names: Sequence[str]) -> str:
    """Columns of text as SQL declares them."""
    return "columns = {" + ", ".join(f"{_quoted(name)}: 'VARCHAR'" for name in names) + "}"


def _quoted(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def header_of(file: Path, encoding: str) -> tuple[str, list[str]]:
    """The delimiter and the column names that the first line shows."""
    line = _first_line(file, encoding)
    delimiter = "\t" if _ending(file) == ".tsv" else max(DELIMITERS, key=_unquoted(line).count)
    try:
        names = [name.strip() for name in next(csv.reader(StringIO(line), delimiter=delimiter))]
    except csv.Error as error:
        raise FileError.no_header(file.name, f"{error}.") from None
    if "" in names:
        raise FileError.no_header(file.name, f"column {names.index('') + 1} has no name.")
    _check_alike(file, names)
    return delimiter, names


def _check_alike(file: Path, names: Sequence[str]) -> None:
    """DuckDB does not tell names apart that differ only in case."""
    seen: dict[str, str] = {}
    for name in names:
        if name.lower() in seen:
            raise FileError.alike(file.name, seen[name.lower()], name)
        seen[name.lower()] = name


def _unquoted(line: str) -> str:
    return "".join(line.split('"')[::2])


def _first_line(file: Path, encoding: str) -> str:
    """The header, which may go over several lines inside quotes."""
    text = _head(file, encoding)
    found = HEADER.match(text)
    line = found[0] if found else ""
    if text[len(line) :].startswith('"'):
        raise FileError.open_quote(file.name, 1)
    if not line.strip():
        raise FileError.no_header_line(file.name)
    return line


def _head(file: Path, encoding: str) -> str:
    """The first block as text; only where the file goes on may its end be the middle of a letter."""
    try:
        with _opened(file) as stream:
            head = stream.read(BLOCK_BYTES)
    except OSError as error:
        raise FileError.unopened(file.name, "text", error) from None
    if encoding == UTF8 and b"\0" in head:
        raise FileError.unreadable(file.name, "text", "it holds binary data.")
    try:
        whole = "strict" if len(head) < BLOCK_BYTES else "ignore"
        return head.decode("utf-8-sig" if encoding == UTF8 else encoding, whole)
    except UnicodeDecodeError as error:
        raise FileError.not_text(file.name, encoding, head[: error.start].count(b"\n") + 1) from None
    except LookupError:
        raise FileError.encoding(encoding) from None
