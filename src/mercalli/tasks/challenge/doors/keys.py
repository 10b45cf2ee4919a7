"""Key files of the store, which never change."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from mercalli.io.whole_files import file_text
from mercalli.tasks.challenge.key import Key


@lru_cache(maxsize=8)
def read_key(file: Path) -> Key:
    """A key file, read once."""
    return Key.of(file_text(file, "JSON", "a key file"), file.name)
