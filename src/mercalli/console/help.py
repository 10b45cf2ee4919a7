"""How commands name their arguments in help, and what they say about options and values that they cannot take."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from typer import BadParameter
from typer.core import TyperArgument, TyperCommand, TyperGroup
from typer.exceptions import TyperException

WANTED = {"float_parsing": "a number", "int_parsing": "a whole number", "int_from_float": "a whole number"}
CHOICES = re.compile(r"'([^']*)'")


class _PlainParameters:
    """Arguments go by their metavar alone, and flags have no type."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - as typer has it
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            _name(param)
        return params


class Command(_PlainParameters, TyperCommand):
    """A command; a value that an option cannot take is refused in our words."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - as typer has it
        """The arguments, as typer reads them."""
        try:
            return super().parse_args(ctx, args)
        except BadParameter as error:
            error.message = _plain(error)
            raise
        except TyperException as error:
            _hint(error, [name for param in self.get_params(ctx) for name in param.opts])
            raise


def _hint(error: Any, known: list[str]) -> None:  # noqa: ANN401 - typer's own class of this error is private
    """Say what an option of other programs is called here."""
    from mercalli.console.hints import called_here

    here = called_here(getattr(error, "option_name", ""), known)
    if here is not None:
        error.message, error.possibilities = f"{error.message}. Here it is called {here}.", None


class Group(_PlainParameters, TyperGroup):
    """A command that has commands."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - as typer has it
        """The command that is called; one of other programs is answered with what it is called here."""
        try:
            return super().resolve_command(ctx, args)
        except TyperException as error:
            _hint_command(error, args[0], self.list_commands(ctx))
            raise


def _hint_command(error: Any, name: str, known: Collection[str]) -> None:  # noqa: ANN401 - as above
    """Say what a command of other programs is called here."""
    from mercalli.console.hints import command_here

    here = command_here(name, known)
    if here is not None:
        error.message = f"No such command {name!r}. Here it is called {here!r}."


def _name(param: Any) -> None:  # noqa: ANN401 - an argument or an option
    if isinstance(param, TyperArgument):
        param.display_type_rich = lambda ctx: None  # type: ignore[method-assign] # noqa: ARG005 - as typer calls it
        param.get_usage_pieces = lambda ctx: [param.display_name_raw]  # type: ignore[method-assign] # noqa: ARG005
    elif param.is_flag:
        param.metavar = ""


def _plain(error: BadParameter) -> str:
    """What was wanted and what was found, instead of what the validator says; what is missing, with its help."""
    from mercalli.text.words import suggestion

    cause: Any = error.__cause__
    if cause is None or not hasattr(cause, "errors"):
        return error.message or str(getattr(error.param, "help", None) or "")
    first = cause.errors()[0]
    if first["type"] in WANTED:
        return f"{first['input']!r} is not {WANTED[first['type']]}."
    if first["type"] == "greater_than_equal":
        return f"{first['input']!r} is less than {first['ctx']['ge']}."
    text = str(first["msg"]).removeprefix("Value error, ")
    choices = CHOICES.findall(text.partition(" is not one of ")[2])
    return f"{text}{suggestion(str(first['input']), choices)}" if choices else f"{text}; found {first['input']!r}."
