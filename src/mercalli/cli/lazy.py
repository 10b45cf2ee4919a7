"""Commands that are imported when they are called, so that the help of all of them is quick."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import typer

from mercalli.console.help import Command, Group
from mercalli.registry import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.registry import Command as Registered


class LazyCommand(Command):
    """A command known by its line in the help of all; its function, or its group of commands, is loaded when called."""

    def __init__(self, name: str, command: Registered) -> None:
        super().__init__(name=name, help=command.line)
        self.run = command.run

    @cached_property
    def loaded(self) -> Any:  # noqa: ANN401 - typer's own class of commands is private
        """The command itself."""
        run = load(self.run)
        if isinstance(run, typer.Typer):
            return typer.main.get_group(run)
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command(self.name, cls=Command)(run)
        return typer.main.get_command(alone)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:  # noqa: ANN401
        """What typer does first with a command that is called."""
        return self.loaded.make_context(info_name, args, parent=parent, **extra)


class LazyGroup(Group):
    """A command whose commands are in files of their own; `others` are looked up for help and unknown names alone."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - as typer has them
        super().__init__(**settings)
        self.commands = _lazy(self.own())

    def own(self) -> Mapping[str, Registered]:
        """The commands that are known at once."""
        return {}

    def others(self) -> Mapping[str, Registered]:
        """All commands, also those of other packages."""
        return self.own()

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - as typer calls it
        """Every command, in the order of the help."""
        self.commands = {**_lazy(self.others()), **self.commands}
        return list(self.others())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - as above
        """A command by its name."""
        if cmd_name not in self.commands:
            self.list_commands(ctx)
        return super().get_command(ctx, cmd_name)


def _lazy(commands: Mapping[str, Registered]) -> dict[str, Any]:
    return {name: LazyCommand(name, command) for name, command in commands.items()}
