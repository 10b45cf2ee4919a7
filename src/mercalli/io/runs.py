"""Runs and keys as files: read piece by piece, since strangers write them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mercalli.errors import FileError
from mercalli.io.paths import absent, check_regular
from mercalli.io.whole_files import file_text

BLOCK = 1 << 16


def blocks_of_file(path: str | Path) -> Iterator[bytes]:
    """The bytes of a file, piece by piece."""
    check_regular(path)
    file = Path(path)
    try:
        with file.open("rb") as stream:
            while block := stream.read(BLOCK):
                yield block
    except FileNotFoundError:
        raise absent(path) from None
    except IsADirectoryError:
        raise FileError.folder(str(path), "a run") from None
    except OSError as error:
        raise FileError.unopened(file.name, "a run", error) from None


def read_key_of(place: str | Path) -> str:
    """The text of a key file; of the folder of a challenge, that of its last revision."""
    file = Path(place)
    if file.is_dir():
        keys = sorted(file.glob("store/public/r*/key.json"), key=lambda key: int(key.parent.name[1:]))
        if not keys:
            raise FileError.named(str(place), "holds no key of an open challenge. Give the key file.")
        file = keys[-1]
    return file_text(file, "JSON", "a key file")
