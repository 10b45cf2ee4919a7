"""Commands that are imported when they are called, so that the help of all of them is quick."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar

import typer

from mercalli.console.help import Command, Group


class LazyCommand(Command):
    """The name of a command and its line in the help of all; the file of that name has the rest.

    That file has either a function of that name, or an `app` of several commands.
    """

    def __init__(self, name: str, line: str) -> None:
        super().__init__(name=name, help=line)

    @cached_property
    def loaded(self) -> Any:  # noqa: ANN401 - typer's own class of commands is private
        """The command itself."""
        module = import_module(f"mercalli.cli.{self.name}")
        if hasattr(module, "app"):
            return typer.main.get_group(module.app)
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command(self.name, cls=Command)(getattr(module, str(self.name)))
        return typer.main.get_command(alone)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:  # noqa: ANN401
        """What typer does first with a command that is called."""
        return self.loaded.make_context(info_name, args, parent=parent, **extra)


class LazyGroup(Group):
    """A command whose commands are in files of their own."""

    lines: ClassVar[dict[str, str]]

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - as typer has them
        super().__init__(**settings)
        self.commands = {name: LazyCommand(name, line) for name, line in self.lines.items()}
