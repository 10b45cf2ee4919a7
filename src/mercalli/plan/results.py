"""Sealed results of any kind, from text and from files."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from mercalli.errors import FileError, MercalliError, ResultError
from mercalli.io.targets import FileKind, Target
from mercalli.io.whole_files import file_bytes, write_whole
from mercalli.registry import record_of
from mercalli.results.seal import FORMAT, Result, to_json, unsealed

MOST_BYTES = 1 << 30
SEALED = FileKind("a sealed result", re.compile(r"\s*\{\s*mercalli:"))
SCHEMA = f"result-{FORMAT}.schema.json"  # made by scripts/result_schema.py


def schema_text() -> str:
    """The JSON Schema of results of this version, as it comes with the package."""
    return (files("mercalli.results") / SCHEMA).read_text(encoding="utf-8")


def from_json(text: str, origin: str = "the result") -> Result:
    """A result from its JSON; an error if it is broken or was changed."""
    result: Result = unsealed(text, origin, record_of)
    return result


def read_result(path: str | Path) -> Result:
    """A result from its file; an error if it is broken or was changed."""
    return read_sealed(path)[1]


def read_sealed(path: str | Path) -> tuple[bytes, Result]:
    """The bytes of a file, which somebody may have signed, and the result that they are."""
    content = file_bytes(path, "a result", "the file of a result, as in result.json", MOST_BYTES)
    try:
        return content, from_json(content.decode("utf-8-sig"), repr(Path(path).name))
    except UnicodeDecodeError as error:
        raise FileError.unopened(Path(path).name, "a result", error) from None


def write_result(result: Result, path: str | Path, *, show_personal: bool = False) -> None:
    """Write a result whole or not at all, under another name first; personal data in texts is masked unless shown.

    An older result of that name is replaced; any other file is an error and stays as it is.
    """
    Target(path, SEALED, overwrite=True).check()
    write_whole(path, to_json(result, show_personal=show_personal))


@contextmanager
def fitting(origin: str) -> Generator[None]:
    """The last line: a result that was read, fits its schema and still cannot be told is broken, whatever goes wrong.

    A seal is no signature, so anybody may have made it.
    """
    try:
        yield
    except (OSError, ResultError):
        raise
    except Exception as error:  # noqa: BLE001 - see above
        found = str(error.args[0]) if isinstance(error, MercalliError) else type(error).__name__
        raise ResultError.broken(origin, f"its parts do not fit together ({found})") from None
