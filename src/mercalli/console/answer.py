"""How a command answers: a report folder if one is wanted, then the screen or the sealed result."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import typer

from mercalli.console.streams import answers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

    from mercalli.results.seal import Result

_Result = TypeVar("_Result", bound="Result")


def answer(
    result: _Result,
    show: Callable[[Console, _Result, Sequence[str]], None],
    said: Sequence[str] = (),
    *,
    out: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Write the folder, and print the result by its screen `show` with what was guessed, or as JSON."""
    if out is not None:
        from mercalli.io.folders import write_folder
        from mercalli.telling.told import folder_files

        write_folder(out, folder_files(result), overwrite=overwrite)
    if as_json:
        answer_sealed(result)
    else:
        show(answers(), result, [*said, *([f"report: {out}"] if out else [])])


def answer_sealed(result: Result) -> None:
    """The result itself, as `mercalli report` reads it."""
    from mercalli.results.seal import to_json

    typer.echo(to_json(result), nl=False)
