"""A text added to the end of a file that others may have written to: as a whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mercalli.errors import FileError
from mercalli.io.paths import check_regular, is_among, meant
from mercalli.io.whole_files import writing


def check_room(path: str, needed: int, most: int, inputs: Iterable[str]) -> None:
    """Refuse early a file that cannot be added to, is read, or has no room left below `most` bytes."""
    check_regular(path)
    with writing(path):
        target = Path(path)
        if target.is_dir():
            raise FileError.unwritable(path, "it is a folder")
        if not target.parent.is_dir():
            raise FileError.unwritable(path, "its folder does not exist")
        if is_among(path, [file for each in inputs for file in meant(each)]):
            raise FileError.named(path, "is a file that is read, so nothing is added to it. Give another name.")
        held = target.stat().st_size if target.exists() else 0
    if held + needed > most:
        raise FileError.named(
            path,
            f"holds {held:,} bytes already, and a summary of up to {needed:,} would make more than the {most:,} that "
            f"are shown. Give another file.",
        )


def append(path: str, text: str) -> None:
    """Add a text; where that fails half-way, the file is as it was."""
    with writing(path), Path(path).open("ab") as stream:
        start = stream.tell()
        try:
            stream.write(text.encode())
            stream.flush()
        except OSError:
            stream.truncate(start)
            raise
