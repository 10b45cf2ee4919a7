"""Paths to files: which files a path or a glob means, of which kind they are, and how their bytes are read."""

from __future__ import annotations

import glob
import gzip
import os
import os.path
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO

from mercalli.errors import FileError, StatisticError
from mercalli.io.book_names import WORKBOOKS, book_and_sheet, book_of
from mercalli.io.ledger import note
from mercalli.text.words import counted

CSV, TSV, PARQUET, JSON, EVAL, BOOK = "CSV", "TSV", "Parquet", "JSON lines", "Inspect log", "a workbook"
KINDS = {
    ".csv": CSV,
    ".tsv": TSV,
    ".parquet": PARQUET,
    ".jsonl": JSON,
    ".ndjson": JSON,
    ".json": JSON,
    ".eval": EVAL,
    **dict.fromkeys(WORKBOOKS, BOOK),
}
BINARY = (PARQUET, EVAL, BOOK)
PACKED = ".gz"
COUNTED = ".stat"  # counts, and no rows
STANDARD_INPUT = "-"
BLOCK_BYTES = 1 << 20
MOST_BESIDE = 10_000


def files_of(paths: str | Path | Sequence[str | Path]) -> tuple[list[Path], str, str]:
    """The files that paths and globs mean, their kind, and what to call them."""
    listed = [paths] if isinstance(paths, str | Path) else list(paths)
    files = [file for path in listed for file in _matching(str(path))]
    kinds = {kind_of(file): ending(file) for file in files}
    if len(kinds) > 1:
        raise FileError.about(
            "the files", f"are of several kinds ({', '.join(kinds.values())}). Give one kind at a time."
        )
    rest = f" and {counted(len(files) - 1, 'more file')}" if len(files) > 1 else ""
    return files, next(iter(kinds)), f"{files[0].name!r}{rest}"


def _matching(path: str) -> list[Path]:
    """The file of that very name, or else those that the path means as a glob, each with the sheet that it names."""
    path, sheet = book_and_sheet(path)
    return _found(path) if sheet is None else [Path(f"{file}:{sheet}") for file in _found(path)]


def _found(path: str) -> list[Path]:
    """Files alone; os.path never raises."""
    check_name(path)
    if os.path.isdir(path):  # noqa: PTH112 - see above
        raise FileError.folder(path, f"a file or a glob such as {os.path.join(path, '*.csv')!r}")  # noqa: PTH118 - keeps ./
    if path == STANDARD_INPUT or (os.path.exists(path) and not os.path.isfile(path)):  # noqa: PTH110, PTH113 - see above
        raise FileError.named(
            path,
            "is not a regular file, and data is read more than once. "
            "Save its content in a file whose ending shows its type, as in rows.csv, and give that file.",
        )
    names = [path] if os.path.isfile(path) else sorted(glob.glob(path, recursive=True))  # noqa: PTH113, PTH207 - see above
    files = [Path(name) for name in names if Path(name).is_file()]
    for file in files:
        check_name(file)
        note(file)
    if not files:
        raise absent(path)
    return files


def is_there(path: str | Path) -> bool:
    """Whether anything stands there; os.path never raises, also where a name is too long or no name at all."""
    return os.path.exists(path)  # noqa: PTH110 - see above


def is_folder(path: str | Path) -> bool:
    """Whether a folder stands there."""
    return os.path.isdir(path)  # noqa: PTH112 - see above


def in_folder(path: str | Path, name: str) -> Path:
    """The file of that name in a folder, or the path itself where that is no folder."""
    return Path(path) / name if is_folder(path) else Path(path)


def folder_of(path: str | Path) -> Path:
    """A folder itself, or the one in which a file stands."""
    return Path(path) if is_folder(path) else Path(path).parent


def last_name(path: str | Path) -> str:
    """What a path ends in, also where it says so by dots alone."""
    name = Path(path).name
    return name if name not in ("", "..") else Path(os.path.realpath(path)).name


def matches(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder that a pattern means; none where it cannot be looked into."""
    with suppress(OSError, ValueError):
        return sorted(folder.glob(pattern))
    return []


def is_same(path: str | Path, other: str | Path) -> bool:
    """Whether two paths lead to one file."""
    return is_there(path) and is_there(other) and Path(path).samefile(other)


def is_among(path: str | Path, files: Sequence[Path]) -> bool:
    """Whether a path leads to one of these files, by whatever name."""
    return any(is_same(path, file) for file in files)


def is_inside(path: str, folder: Path) -> bool:
    """Whether a path, or a file that it means as a glob, leads into a folder."""
    return any(Path(os.path.realpath(each)).is_relative_to(folder) for each in meant(path))


def meant(path: str) -> list[Path]:
    """What a path leads to: itself, or what it means as a glob; nothing where nothing is there."""
    if "\0" in path:
        return []
    path = book_of(path)
    return [Path(each) for each in ([path] if is_there(path) else glob.glob(path, recursive=True))]  # noqa: PTH207 - never raises


def states(files: Sequence[Path]) -> list[tuple[str, int, int]]:
    """Where files are, how long they are and when they were changed: other numbers mean other content."""
    facts = [(file.resolve(), file.stat()) for file in (Path(book_of(each)) for each in files)]
    return [(str(place), stat.st_size, stat.st_mtime_ns) for place, stat in facts]


def check_file(path: str | Path, instead: str) -> None:
    """Refuse what is not there, a folder, and what is no regular file; `instead` is what to give."""
    check_name(path)
    if is_folder(path):
        raise FileError.folder(str(path), instead)
    if not is_there(path):
        raise absent(path)
    check_regular(path)


def check_name(path: str | Path) -> None:
    """Refuse a name that is no text: engines are told names as text."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise FileError.named(str(path), "has a name that is not UTF-8 text. Rename the file or its folder.") from None


def check_regular(path: str | Path) -> None:
    """Refuse a pipe or a device, which may never end."""
    note(path)
    if is_there(path) and not is_folder(path) and not os.path.isfile(path):  # noqa: PTH113 - never raises
        raise FileError.irregular(str(path))


def absent(path: str | Path) -> FileError:
    """The error about a file that is not there, with one in the same folder that may have been meant."""
    return FileError.absent(str(path), _beside(str(path)))


def _beside(path: str) -> list[str]:
    """The files in the folder of a path, written as the path is; os.path never raises."""
    folder = os.path.dirname(path)  # noqa: PTH120 - keeps ./
    with suppress(OSError, ValueError), os.scandir(folder or ".") as entries:
        paths = [os.path.join(folder, entry.name) for entry in islice(entries, MOST_BESIDE)]  # noqa: PTH118 - keeps ./
        return [file for file in paths if os.path.isfile(file)]  # noqa: PTH113 - see above
    return []


def is_file_name(word: str) -> bool:
    """Whether a word that somebody typed means a file: it is there, has a folder in it, or ends as a table does.

    >>> is_file_name("rows.csv.gz"), is_file_name("runs/a"), is_file_name("evaluate")
    (True, True, False)
    """
    return ending(Path(word)) in {*KINDS, COUNTED} or os.sep in word or os.path.isfile(word)  # noqa: PTH113 - never raises


def is_packed(file: Path) -> bool:
    """Whether a file is gzipped, by its name."""
    return file.name.lower().endswith(PACKED)


def ending(file: Path) -> str:
    """What the name ends in, in small letters and without .gz."""
    return Path(book_of(file.name.lower()).removesuffix(PACKED)).suffix


def bare_name(path: str | Path) -> str:
    """A file's name without the ending that tells its kind.

    >>> bare_name("runs/model.v1.CSV.gz"), bare_name("runs/part_*.parquet")
    ('model.v1', 'part_*')
    >>> bare_name("runs/may.xlsx"), bare_name("runs/may.xlsx:svm")
    ('may', 'may:svm')
    """
    book, sheet = book_and_sheet(path)
    if sheet is not None:
        return f"{bare_name(book)}:{sheet}"
    file = Path(path)
    unpacked = file.name[: -len(PACKED)] if is_packed(file) else file.name
    return unpacked[: -len(ending(file))] if ending(file) in KINDS else unpacked


def kind_of(file: Path) -> str:
    """The kind of a file, by its ending."""
    kind = KINDS.get(ending(file))
    if ending(file) == COUNTED:
        raise StatisticError.no_rows(repr(file.name))
    if kind is None or (kind in BINARY and is_packed(file)):
        raise FileError.kind(file.name, [*KINDS, f"and each of the text kinds with {PACKED}"])
    return kind


def opened(file: Path, mode: str = "rb") -> IO[bytes]:
    """The bytes of a file, unpacked; for writing, packed lightly."""
    return gzip.open(file, mode, compresslevel=1) if is_packed(file) else file.open(mode)  # type: ignore[return-value]


def blocks(file: Path) -> Iterator[bytes]:
    """All bytes of a file, in blocks; where it is packed, an error tells if it is not whole."""
    try:
        with opened(file) as stream:
            while block := stream.read(BLOCK_BYTES):
                yield block
    except EOFError:
        raise FileError.damaged(file.name, "it ends too early") from None
    except (gzip.BadGzipFile, zlib.error):
        raise FileError.damaged(file.name, "it is not gzip from start to end") from None
    except OSError as error:
        raise FileError.unopened(file.name, "gzip" if is_packed(file) else "text", error) from None


def check_whole(file: Path) -> None:
    """Read a packed file to its end: DuckDB says nothing if that is missing."""
    for _ in blocks(file) if is_packed(file) else ():
        pass
