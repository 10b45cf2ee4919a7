"""What a command puts out: a report folder if one is wanted, then the screen or the sealed result."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import typer

from mercalli.console import calls, options
from mercalli.console.streams import screen
from mercalli.results.heading import AnyResult, Heading, under
from mercalli.results.personal import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.results.seal import Result
    from mercalli.telling.article import Section


@dataclass(frozen=True)
class Output(options.Titled):
    """Where the result goes; a folder that cannot be written is refused when this is made, before any work."""

    out: options.Out = None
    xlsx: options.Xlsx = None
    overwrite: options.Overwrite = False
    as_json: options.Sealed = False

    def __post_init__(self) -> None:
        super().__post_init__()
        calls.check_out(self.out, overwrite=self.overwrite, no_pictures=self._no_pictures)

    @property
    def _no_pictures(self) -> bool | None:
        """Whether to do without picture files; None where there are none."""
        return None

    @property
    def keeps_personal(self) -> bool:
        """Whether texts of people leave as they are."""
        return False

    def tell(
        self, result: Result, said: Sequence[str] = (), more: Sequence[Section] = (), *, latex: bool = False
    ) -> None:
        """Write the folder, and print the result as JSON, or with what was guessed and with sections for it alone."""
        titled = shown(noted(result, self.heading), show_personal=self.keeps_personal)
        if self.out is not None:
            from mercalli.io.folders import write_folder
            from mercalli.telling.kinds import files_of

            write_folder(
                self.out, files_of(titled, latex=latex, pictures=not self._no_pictures), overwrite=self.overwrite
            )
        if self.xlsx is not None:
            from mercalli.telling.kinds import workbook_of

            calls.own_book(self.xlsx, overwrite=self.overwrite).write(workbook_of(titled))
        if self.as_json:
            print_sealed(titled)
            return
        from mercalli.telling.kinds import article_of
        from mercalli.telling.terminal import show

        article = article_of(titled)
        written = {"report": self.out, "workbook": self.xlsx}
        lines = [*said, *(f"{what}: {where}" for what, where in written.items() if where)]
        show(screen(), replace(article, sections=(*article.sections, *more)), lines)


@dataclass(frozen=True)
class TextOutput(Output):
    """The same for results that show texts of people."""

    show_personal: options.ShowPersonal = False

    @property
    def keeps_personal(self) -> bool:
        """Whether texts of people leave as they are."""
        return self.show_personal


@dataclass(frozen=True)
class PicturedOutput(Output):
    """The same for results of which there are pictures."""

    no_pictures: options.NoPictures = False

    @property
    def _no_pictures(self) -> bool | None:
        return self.no_pictures


@dataclass(frozen=True)
class PicturedTextOutput(TextOutput, PicturedOutput):
    """The same for results with both."""


class ResultTaken(BaseException):
    """A command was run again for its result alone, which it carries; nothing is drawn, written or shown."""

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result


taking: ContextVar[bool] = ContextVar("taking", default=False)


def noted(result: AnyResult, heading: Heading) -> AnyResult:
    """A result under its heading, with the call that made it; every command passes here before it puts out anything."""
    record: Any = under(result, heading)
    if record.provenance.call is None:
        record = replace(record, provenance=replace(record.provenance, call=calls.noted_call()))
    if taking.get():
        raise ResultTaken(record)
    found: AnyResult = record
    return found


def print_sealed(result: Result) -> None:
    """The result itself, as `mercalli report` reads it."""
    from mercalli.results.seal import to_json

    typer.echo(to_json(result), nl=False)
