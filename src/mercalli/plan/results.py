"""Sealed results of any kind, from text and from files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mercalli.io.results import result_text
from mercalli.registry import record_of
from mercalli.results.seal import unsealed

if TYPE_CHECKING:
    from mercalli.results.seal import Result


def from_json(text: str, origin: str = "the result") -> Result:
    """A result from its JSON; an error if it is broken or was changed."""
    result: Result = unsealed(text, origin, record_of)
    return result


def read_result(path: str | Path) -> Result:
    """A result from its file; an error if it is broken or was changed."""
    return from_json(result_text(path), repr(Path(path).name))
