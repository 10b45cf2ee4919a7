"""The challenge that a command is about, and options that several commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mercalli.text.words import visible

if TYPE_CHECKING:
    from mercalli.tasks.challenge.doors.host import Host

ORGANISER = "organiser"
Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of the challenge.")]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", envvar="MERCALLI_DATABASE", show_envvar=False, help="PostgreSQL instead of a file in the folder."
    ),
]
PhaseName = Annotated[
    str | None, typer.Option("--phase", metavar="NAME", help="Which phase; the last with runs if not given.")
]
Team = Annotated[str, typer.Option(metavar="NAME", help="The team.")]
Why = Annotated[str, typer.Option(metavar="TEXT", help="Why, for the audit log.")]


def need(*more: str) -> None:
    """Refuse with what to install before anything is imported that is not there."""
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("sqlalchemy", "alembic", *more)):
        from mercalli.errors import ExtraError

        raise ExtraError.missing("the server of challenges" if more else "the database of challenges", "serve")


def challenge_host(folder: str, database: str | None) -> Host:
    """The challenge of a folder."""
    need()
    from mercalli.tasks.challenge.doors.host import Host

    return Host.of(folder, database)


def say(*lines: str) -> None:
    """Print lines of which some words came from strangers."""
    for line in lines:
        typer.echo(visible(line))
