"""Results to files and back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from mercalli.errors import FileError
from mercalli.results.seal import from_json, to_json

if TYPE_CHECKING:
    from mercalli.results.records import Comparison, Evaluation


def write_result(result: Evaluation | Comparison, path: str | Path) -> None:
    """Write a result whole or not at all: under another name first, then renamed."""
    target = Path(path)
    aside = target.with_name(f".{target.name}.{uuid4().hex}")
    try:
        aside.write_text(to_json(result), encoding="utf-8")
        os.replace(aside, target)  # noqa: PTH105 - replaces an existing file on every system
    except OSError as error:
        raise FileError.unwritable(str(path), str(error.strerror)) from None
    finally:
        aside.unlink(missing_ok=True)


def read_result(path: str | Path) -> Evaluation | Comparison:
    """A result from its file; an error if it is broken or was changed."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileError.absent(str(path)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise FileError.unreadable(file.name, "a result", f"{error}.") from None
    return from_json(text, file.name)
