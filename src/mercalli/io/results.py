"""Results to files and back."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from mercalli.errors import FileError
from mercalli.io.paths import absent
from mercalli.results.seal import from_json, to_json

if TYPE_CHECKING:
    from mercalli.results.records import Result


def write_result(result: Result, path: str | Path) -> None:
    """Write a result whole or not at all: under another name first, then renamed."""
    text, target = to_json(result), Path(path)
    aside = target.parent / f".{uuid4().hex}"
    try:
        if target.is_dir():
            raise FileError.unwritable(str(path), "it is a folder")
        aside.write_text(text, encoding="utf-8")
        os.replace(aside, target)  # noqa: PTH105 - replaces an existing file on every system
    except (OSError, ValueError) as error:
        raise FileError.unwritable(str(path), error) from None
    finally:
        with suppress(OSError, ValueError):
            aside.unlink()


def read_result(path: str | Path) -> Result:
    """A result from its file; an error if it is broken or was changed."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise absent(path) from None
    except IsADirectoryError:
        raise FileError.folder(str(path), "the file of a result, as in result.json") from None
    except (OSError, ValueError) as error:
        raise FileError.unopened(file.name, "a result", error) from None
    return from_json(text, repr(file.name))
