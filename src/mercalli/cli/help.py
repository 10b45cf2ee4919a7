"""How commands name their arguments in help, and show in refusals what was typed."""

from __future__ import annotations

from typing import Any

from typer import TyperException
from typer.core import TyperArgument, TyperCommand, TyperGroup

from mercalli.errors import visible


class _Plain:
    """Arguments go by their metavar alone, flags have no type, and what was typed gives a terminal no orders."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - as typer has it
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            _name(param)
        return params

    def make_context(self, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - as typer has it
        return _visibly(super().make_context, *given, **named)  # type: ignore[misc]


class Command(_Plain, TyperCommand):
    """A command."""


class Group(_Plain, TyperGroup):
    """A command that has commands."""

    def resolve_command(self, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - as typer has it
        """The command that was named."""
        return _visibly(super().resolve_command, *given, **named)


def _name(param: Any) -> None:  # noqa: ANN401 - an argument or an option
    if isinstance(param, TyperArgument):
        param.display_type_rich = lambda ctx: None  # type: ignore[method-assign] # noqa: ARG005 - as typer calls it
        param.get_usage_pieces = lambda ctx: [param.display_name_raw]  # type: ignore[method-assign] # noqa: ARG005
    elif param.is_flag:
        param.metavar = ""


def _visibly(read: Any, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - as typer has it
    """What was typed, read; a refusal shows its codes written out."""
    try:
        return read(*given, **named)
    except TyperException as error:
        error.message = visible(error.message)
        raise
