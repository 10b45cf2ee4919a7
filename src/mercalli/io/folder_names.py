"""Columns from names of folders, as in year=2024/event=flood/rows.csv: only where they are asked for by name."""

from __future__ import annotations

import glob
import os
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

from mercalli.errors import FileError, SettingError
from mercalli.text.words import counted


@dataclass
class FolderColumns:
    """The columns that came from names of folders so far."""

    found: dict[str, None] = field(default_factory=dict[str, None])

    def __str__(self) -> str:
        """What a reader should know of them.

        >>> print(FolderColumns({"year": None, "event": None}))
        2 columns come from folder names: year, event
        """
        verb = "comes" if len(self.found) == 1 else "come"
        return f"{counted(len(self.found), 'column')} {verb} from folder names: {', '.join(self.found)}"


_asked: ContextVar[FolderColumns | None] = ContextVar("folder columns", default=None)


@contextmanager
def folder_columns(texts: Iterable[str]) -> Generator[FolderColumns]:
    """From here on folders name columns; refused where none of the files that texts may mean is in such a folder."""
    if not any(_parts(Path(file)) for text in texts for file in _meant(text)):
        raise SettingError.named(
            "hive",
            "takes columns from folder names such as year=2024, and no file that you named is in such a folder. "
            "Write the folders too, as in 'data/year=*/rows.csv', or leave `hive` out.",
        )
    token = _asked.set(FolderColumns())
    try:
        yield _asked.get() or FolderColumns()
    finally:
        _asked.reset(token)


def folders_of(file: Path) -> list[str]:
    """The folders above a file that name columns, where that is asked for."""
    return [] if _asked.get() is None else _parts(file)


def columns_of(files: Sequence[Path]) -> list[str]:
    """The columns that the folders of all files name, where that is asked for."""
    asked = _asked.get()
    names = [_names(file) for file in files]
    other = next((at for at, each in enumerate(names) if sorted(each) != sorted(names[0])), None)
    if other is not None:
        raise FileError.named(
            str(files[other]),
            f"is in folders that name {_listed(names[other])}; those of {str(files[0])!r} name {_listed(names[0])}. "
            "With `hive`, the folders of all files of a table must name the same columns.",
        )
    if asked is not None:
        asked.found.update(dict.fromkeys(names[0]))
    return names[0]


def check_apart(file: Path, own: Iterable[str], named: Iterable[str]) -> None:
    """Refuse a column that both a file and its folders have."""
    taken = {name.casefold() for name in own}
    for name in named:
        if name.casefold() in taken:
            raise FileError.named(
                str(file),
                f"has a column {name!r}, and so has the name of its folder. "
                "Rename one of them, or leave `hive` out to read what the file says.",
            )


def _names(file: Path) -> list[str]:
    names = [part.partition("=")[0] for part in folders_of(file)]
    if len({name.casefold() for name in names}) < len(names):
        raise FileError.named(str(file), "is in folders that name one column twice. Rename one, or leave `hive` out.")
    return names


def _parts(file: Path) -> list[str]:
    """Folders of one name and one value; DuckDB takes the same ones."""
    return [part for part in file.parts[:-1] if part.count("=") == 1 and not part.startswith("=")]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names)) or "no column"


def _meant(text: str) -> list[str]:
    """The file of that name, or those that it means as a glob, if it names folders at all."""
    if os.sep not in text:
        return []
    return [text] if os.path.isfile(text) else glob.glob(text, recursive=True)  # noqa: PTH113, PTH207 - never raise
