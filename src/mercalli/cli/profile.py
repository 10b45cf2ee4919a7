"""`mercalli profile`: print, check and start profiles."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.cli import options

app = typer.Typer(help="Print, check and start profiles.", no_args_is_help=True)


@app.command()
def show(
    name: Annotated[str | None, typer.Argument(help="A profile's name; the names if not given.")] = None,
) -> None:
    """Print a profile as TOML, ready to be changed."""
    from mercalli.io.profiles import profile_names, profile_text

    typer.echo("\n".join(profile_names()) if name is None else profile_text(name), nl=name is None)


@app.command()
def check(path: Annotated[str, typer.Argument(help="A .toml file.")]) -> None:
    """Check a profile; a mistake is told with its line."""
    from mercalli.io.profiles import read_profile
    from mercalli.metrics.catalogue import parse
    from mercalli.metrics.profiled import metrics_of

    profile = read_profile(path)
    known = metrics_of(profile, profile.classes or ("0", "1"))
    for text in profile.headline:
        parse(text, known)
    typer.echo(f"{profile.name}: {len(profile.classes)} classes, {len(profile.metrics)} metrics of its own, in order.")


@app.command()
def new(
    file: Annotated[str, typer.Argument(help="A data file whose classes are taken.")],
    truth: options.Truth = None,
    name: Annotated[str, typer.Option(help="The profile's name.")] = "mine",
    encoding: options.Encoding = "utf-8",
) -> None:
    """Print the start of a profile for a data file: its classes, each with weight 1."""
    from mercalli.engines.frames import FrameSource
    from mercalli.errors import ColumnError
    from mercalli.evaluation.guess import TRUTH, guess_column, labels_in
    from mercalli.inputs.classes import ClassList
    from mercalli.io.tables import open_table
    from mercalli.profiles.scaffold import scaffold

    table = open_table(file, encoding=encoding)
    source = FrameSource.check(table.relation, table.origin)
    column = truth or guess_column("truth", TRUTH, source)
    if column not in source.columns:
        raise ColumnError.unknown(column, source.columns, source.origin)
    typer.echo(scaffold(name, ClassList.inferred(labels_in(source, [column])).names), nl=False)
