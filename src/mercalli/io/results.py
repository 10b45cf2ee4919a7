"""Results to files, and the texts of results from files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mercalli.errors import FileError
from mercalli.io.paths import absent
from mercalli.io.whole_files import write_whole
from mercalli.results.seal import to_json

if TYPE_CHECKING:
    from mercalli.results.seal import Result


def write_result(result: Result, path: str | Path) -> None:
    """Write a result whole or not at all: under another name first, then renamed."""
    write_whole(path, to_json(result))


def result_text(path: str | Path) -> str:
    """The text of a file that should hold a result."""
    file = Path(path)
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise absent(path) from None
    except IsADirectoryError:
        raise FileError.folder(str(path), "the file of a result, as in result.json") from None
    except (OSError, ValueError) as error:
        raise FileError.unopened(file.name, "a result", error) from None
