"""`mercalli metrics`: the catalogue, and everything about one metric."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.streams import print_json, screen


def metrics(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A metric, as in dua or 'f_beta(beta=2)', or a KPI of a benchmark."),
    ] = None,
    profile: Annotated[str, typer.Option(metavar="NAME", help="Also include the metrics of this profile.")] = "humaid",
    as_json: options.Json = False,
) -> None:
    """List the metrics, or explain one: meaning, formula, weights, bands, when it misleads, an example."""
    from mercalli.cli.metrics.lessons import chapters, lesson, show_chapters, show_lesson

    if name is not None:
        explained = lesson(name, profile)
        print_json(asdict(explained)) if as_json else show_lesson(screen(), explained)
        return
    every = chapters(profile)
    print_json([asdict(each) for each in every]) if as_json else show_chapters(screen(), every)
