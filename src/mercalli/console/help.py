"""How commands name their arguments in help."""

from __future__ import annotations

from typing import Any

from typer import BadParameter
from typer.core import TyperArgument, TyperCommand, TyperGroup


class _Named:
    """Arguments go by their metavar alone, and flags have no type."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - as typer has it
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            _name(param)
        return params


class Command(_Named, TyperCommand):
    """A command; a value that an option cannot take is refused in our words."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - as typer has it
        """The arguments, as typer reads them."""
        try:
            return super().parse_args(ctx, args)
        except BadParameter as error:
            from mercalli.console.values import said_plainly

            error.message = said_plainly(error)
            raise


class Group(_Named, TyperGroup):
    """A command that has commands."""


def _name(param: Any) -> None:  # noqa: ANN401 - an argument or an option
    if isinstance(param, TyperArgument):
        param.display_type_rich = lambda ctx: None  # type: ignore[method-assign] # noqa: ARG005 - as typer calls it
        param.get_usage_pieces = lambda ctx: [param.display_name_raw]  # type: ignore[method-assign] # noqa: ARG005
    elif param.is_flag:
        param.metavar = ""
