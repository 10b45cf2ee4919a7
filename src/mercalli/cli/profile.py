"""`mercalli profile`: print, check and start profiles."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.help import Command, Group
from mercalli.console.streams import print_json, print_text

app = typer.Typer(help="Print, check and create profiles.", no_args_is_help=True, cls=Group)


@app.command(cls=Command)
def show(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="Name or .toml file of a profile; lists all profiles if not given."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Print a profile as TOML, ready to be changed."""
    from mercalli.io.profiles import profile_names, read_profile

    if name is None:
        print_json(profile_names()) if as_json else typer.echo("\n".join(profile_names()))
        return
    toml = read_profile(name).toml
    print_json(toml.content()) if as_json else print_text(toml.text)


@app.command(cls=Command)
def check(
    name: Annotated[str, typer.Argument(metavar="FILE", help="A .toml file.")], as_json: options.Json = False
) -> None:
    """Check a profile; a mistake is reported with its line."""
    from mercalli.io.profiles import read_profile
    from mercalli.metrics.profiled import checked
    from mercalli.text.words import counted, visible

    profile = checked(read_profile(name))
    if as_json:
        own = {"classes": profile.classes, "metrics": list(profile.metrics), "headline": profile.headline}
        print_json({"name": profile.name, **own, "digest": profile.digest})
        return
    classes, metrics = counted(len(profile.classes), "class"), counted(len(profile.metrics), "metric")
    typer.echo(f"{visible(profile.name)}: {classes}, {metrics} of its own, in order.")


@app.command(cls=Command)
def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A data file; the profile gets its classes.")],
    truth: options.Truth = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="The profile's name.")] = "mine",
    encoding: options.Encoding = "utf-8",
) -> None:
    """Print a first draft of a profile for a data file: its classes, each with weight 1."""
    from mercalli.cli.profiles import new_profile

    print_text(new_profile(file, name, truth, encoding))
