"""How a result of any kind is told, as its task says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.registry import adapted, kind, load

if TYPE_CHECKING:
    from mercalli.registry import Kind
    from mercalli.results.seal import Result


def folder_files(result: Result, *, latex: bool = False) -> dict[str, str | bytes]:
    """The files of a report folder, with tables for a paper if they are wanted and there are any."""
    told = _kind(result)
    tables = load(told.latex)(result) if latex and told.latex else {}
    return {**load(told.files)(result), **adapted_files(result.sealed_as, result), **tables}


def adapted_files(name: str, result: object) -> dict[str, str | bytes]:
    """The files of a kind of result in the shapes of other programs."""
    return {file: content for files in adapted("files", name) for file, content in files(result).items()}


def _kind(result: Result) -> Kind:
    found = kind(result.sealed_as)
    assert found is not None, result.sealed_as  # noqa: S101 - a record without a kind is a fault of its task
    return found
