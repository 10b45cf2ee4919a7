"""Files of statistics, and the keys by which their parts and units are named."""

from __future__ import annotations

import gzip
import os
import re
import stat
from pathlib import Path

from mercalli.errors import FileError, SettingError
from mercalli.io.paths import COUNTED, PACKED, blocks, check_file, ending, is_packed
from mercalli.io.targets import FileKind
from mercalli.io.whole_files import file_bytes
from mercalli.stats.statistic import Statistic
from mercalli.stats.statistic_text import statistic_of

INSTEAD = f"the file of a statistic, as in a{COUNTED}"
MOST_BYTES = 1 << 30
SHORTEST_KEY, LONGEST_KEY = 32, 4096
STATISTIC = FileKind("a statistic", re.compile(r"\{mercalli: statistic,"))
PACKED_STATISTIC = FileKind("a packed statistic", re.compile("\x1f\ufffd"))  # as the head of gzip is decoded


def is_statistic(path: object) -> bool:
    """Whether a path names a statistic, by its ending.

    >>> is_statistic("a.stat"), is_statistic("a.STAT.gz"), is_statistic("a.csv")
    (True, True, False)
    """
    return isinstance(path, str | Path) and ending(Path(path)) == COUNTED


def read_text(path: str | Path) -> Statistic:
    """The statistic in a file, packed or not, of any task."""
    origin = repr(Path(path).name)
    content = statistic_bytes(path)
    try:
        return statistic_of(content.decode("utf-8"), origin)
    except UnicodeDecodeError as error:
        raise FileError.unopened(Path(path).name, "a statistic", error) from None


def statistic_bytes(path: str | Path) -> bytes:
    """The bytes of a file, unpacked, of which there may be only so many."""
    check_file(path, INSTEAD)
    if not is_packed(Path(path)):
        return file_bytes(path, "a statistic", INSTEAD, MOST_BYTES)
    content = bytearray()
    for block in blocks(Path(path)):
        content += block
        if len(content) > MOST_BYTES:
            raise FileError.too_large(Path(path).name, MOST_BYTES)
    return bytes(content)


def kind_for(path: str | Path) -> FileKind:
    """What kind of file a path may name."""
    if not is_statistic(path):
        raise FileError.named(str(path), f"must end in {COUNTED} or {COUNTED}{PACKED}. Give it such a name.")
    return PACKED_STATISTIC if is_packed(Path(path)) else STATISTIC


def content_for(path: str | Path, statistic: Statistic) -> bytes:
    """The bytes of its file; packed ones have no time in them, so that the same counts are the same bytes."""
    content = statistic.text.encode()
    return gzip.compress(content, mtime=0) if is_packed(Path(path)) else content


def read_key(path: str | Path) -> bytes:
    """A key that only its owner may read: a text of at least 32 characters, without the blanks around it."""
    check_file(path, "the file of a key")
    if os.name == "posix" and Path(path).stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise FileError.named(
            str(path),
            "can be read by others, so it is no secret. Run chmod 600 on it; make a new key if others may know it.",
        )
    return checked_key(file_bytes(path, "a key", "the file of a key", LONGEST_KEY).strip())


def checked_key(key: bytes) -> bytes:
    """The same, if it is long enough to be a secret."""
    if len(key) < SHORTEST_KEY:
        raise SettingError.named(
            "key", f"must be at least {SHORTEST_KEY} characters; found {len(key)}. Make one with: openssl rand -hex 32"
        )
    return key
