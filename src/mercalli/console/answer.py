"""How a command answers: a report folder if one is wanted, then the screen or the sealed result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import typer

from mercalli.console import options
from mercalli.console.streams import answers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

    from mercalli.results.seal import Result

_Result = TypeVar("_Result", bound="Result")


@dataclass(frozen=True)
class Output:
    """Where the result goes; a folder that cannot be written is refused when this is made, before any work."""

    out: options.Out = None
    overwrite: options.Overwrite = False
    as_json: options.Sealed = False

    def __post_init__(self) -> None:
        options.check_out(self.out, overwrite=self.overwrite)

    def tell(self, result: Result, said: Sequence[str] = ()) -> None:
        """Write the folder, and print the result with what was guessed, or as JSON."""
        answer(result, said, **vars(self))


def answer(
    result: _Result,
    said: Sequence[str] = (),
    *,
    out: str | None,
    overwrite: bool,
    as_json: bool,
    show: Callable[[Console, _Result, Sequence[str]], None] | None = None,
) -> None:
    """Write the folder, and print the result with what was guessed, or as JSON.

    `show` is the screen of a result that has no article yet.
    """
    if out is not None:
        from mercalli.io.folders import write_folder
        from mercalli.telling.told import files_of

        write_folder(out, files_of(result), overwrite=overwrite)
    if as_json:
        answer_sealed(result)
    else:
        (show or _show)(answers(), result, [*said, *([f"report: {out}"] if out else [])])


def _show(console: Console, result: Result, said: Sequence[str]) -> None:
    """Any result that has an article, on a terminal."""
    from mercalli.telling.terminal import show
    from mercalli.telling.told import article_of

    show(console, article_of(result), said)


def answer_sealed(result: Result) -> None:
    """The result itself, as `mercalli report` reads it."""
    from mercalli.results.seal import to_json

    typer.echo(to_json(result), nl=False)
