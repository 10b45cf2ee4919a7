"""Where texts go: results to standard output, everything else to standard error."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST = 40
# What data says stands in quotes, and is left as it is.
QUOTED_OR_ARGUMENT = re.compile(r"""(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)"[^"\n]*"(?!\w)|`(\w+)`""")


def screen() -> Console:
    """Where results are shown: colour where a terminal has it, plain otherwise."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    console.width = max(console.width, NARROWEST)
    return console


def print_json(content: object) -> None:
    """Strict JSON, for what is no sealed result."""
    import json

    typer.echo(json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False))


def print_text(text: str) -> None:
    """A text for a file; on a terminal its control codes are written out."""
    from mercalli.text.words import visible

    lines = (visible(line) for line in text.split("\n"))
    typer.echo("\n".join(lines) if sys.stdout.isatty() else text, nl=False)


def fail(text: str) -> None:
    """A message on standard error, one line whatever the data holds; nowhere if that is closed."""
    if sys.stderr is not None:
        from mercalli.text.words import visible

        sys.stderr.write(f"{visible(text)}\n")


def as_options(text: str) -> str:
    """A message of the library with its arguments written as options.

    >>> as_options('`replicates` must be 0. Or pass missing="drop".')
    '--replicates must be 0. Or pass --missing drop.'
    >>> as_options("'a `label` of data' is unknown to `test`.")
    "'a `label` of data' is unknown to --test."
    """
    named = re.sub(r'\b(missing|invalid|unknown)="(\w+)"', r"--\1 \2", text)
    return QUOTED_OR_ARGUMENT.sub(lambda part: f"--{part[1].replace('_', '-')}" if part[1] else part[0], named)
