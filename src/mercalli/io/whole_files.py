"""Files that are whole or absent: written under another name, then renamed."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from mercalli.errors import FileError


def check_new(path: str | Path) -> None:
    """Refuse early what stands there already."""
    if os.path.lexists(path):
        raise FileError.named(str(path), "exists already and is not replaced. Give another name, or remove it first.")


def write_whole(path: str | Path, text: str) -> None:
    """Write a text whole or not at all."""
    target = Path(path)
    aside = target.parent / f".{uuid4().hex}"
    try:
        if target.is_dir():
            raise FileError.unwritable(str(path), "it is a folder")
        aside.write_text(text, encoding="utf-8", newline="")
        os.replace(aside, target)  # noqa: PTH105 - replaces an existing file on every system
    except (OSError, ValueError) as error:
        raise FileError.unwritable(str(path), error) from None
    finally:
        with suppress(OSError, ValueError):
            aside.unlink()
