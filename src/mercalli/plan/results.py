"""Sealed results of any kind, from text and from files."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from mercalli.errors import ResultError
from mercalli.io.whole_files import file_text, write_whole
from mercalli.registry import record_of
from mercalli.results.seal import Result, to_json, unsealed

MOST_BYTES = 1 << 30


def from_json(text: str, origin: str = "the result") -> Result:
    """A result from its JSON; an error if it is broken or was changed."""
    result: Result = unsealed(text, origin, record_of)
    return result


def read_result(path: str | Path) -> Result:
    """A result from its file; an error if it is broken or was changed."""
    text = file_text(path, "a result", "the file of a result, as in result.json", "utf-8-sig", MOST_BYTES)
    return from_json(text, repr(Path(path).name))


def write_result(result: Result, path: str | Path, *, show_personal: bool = False) -> None:
    """Write a result whole or not at all, under another name first; personal data in texts is masked unless shown."""
    write_whole(path, to_json(result, show_personal=show_personal))


@contextmanager
def fitting(origin: str) -> Generator[None]:
    """Tell a result that was read as broken where its parts do not fit together: a seal is no signature."""
    try:
        yield
    except (LookupError, StopIteration, ArithmeticError, RecursionError, ValueError, TypeError) as error:
        raise ResultError.broken(origin, f"its parts do not fit together ({type(error).__name__})") from None
