"""Files that are whole or absent, read or written at once."""

from __future__ import annotations

import io
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from mercalli.errors import FileError
from mercalli.io.paths import absent, check_regular

MOST_BYTES = 1 << 28


def file_text(path: str | Path, kind: str, instead: str, encoding: str = "utf-8", most: int = MOST_BYTES) -> str:
    """The text of a file; an error says what `kind` of file it should be, or what to give `instead` of a folder."""
    try:
        return io.TextIOWrapper(io.BytesIO(file_bytes(path, kind, instead, most)), encoding=encoding).read()
    except ValueError as error:
        raise FileError.unopened(Path(path).name, kind, error) from None


def file_bytes(path: str | Path, kind: str, instead: str, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file, in the same way."""
    check_regular(path)
    try:
        if Path(path).stat().st_size > most:
            raise FileError.too_large(Path(path).name, most)
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise absent(path) from None
    except IsADirectoryError:
        raise FileError.folder(str(path), instead) from None
    except (OSError, ValueError) as error:
        raise FileError.unopened(Path(path).name, kind, error) from None


@contextmanager
def writing(path: str | Path) -> Generator[None]:
    """What the system says while something is written is told in our words."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise FileError.unwritable(str(path), error) from None


def check_new(path: str | Path) -> None:
    """Refuse early what stands there already."""
    if os.path.lexists(path):
        raise FileError.named(str(path), "exists already and is not replaced. Give another name, or remove it first.")


def write_whole(path: str | Path, text: str, told: str | Path | None = None) -> None:
    """Write a text whole or not at all; an error names the file, or what is `told` instead."""
    target = Path(path)
    aside = target.parent / f".{uuid4().hex}"
    try:
        with writing(path if told is None else told):
            if target.is_dir():
                raise FileError.unwritable(str(path), "it is a folder")
            with aside.open("x", encoding="utf-8", newline="") as stream:
                stream.write(text)
            os.replace(aside, target)  # noqa: PTH105 - replaces an existing file on every system
    finally:
        with suppress(OSError, ValueError):
            aside.unlink()
