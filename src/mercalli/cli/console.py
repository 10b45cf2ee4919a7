"""Consoles and progress: answers to standard output, everything else to standard error."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

    from rich.console import Console

    from mercalli.evaluation.progress import Progress


def answers() -> Console:
    """Where answers go: colour where a terminal has it, plain otherwise."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def fail(text: str) -> None:
    """A message on standard error."""
    sys.stderr.write(f"{text}\n")


def as_options(text: str) -> str:
    """A message of the library with its arguments written as options.

    >>> as_options('`replicates` must be 0. Or pass missing="drop".')
    '--replicates must be 0. Or pass --missing drop.'
    """
    named = re.sub(r'\b(missing|invalid|unknown)="(\w+)"', r"--\1 \2", text)
    return re.sub(r"`(\w+)`", lambda found: "--" + found[1].replace("_", "-"), named)


@contextmanager
def progress_bar() -> Generator[Progress]:
    """A bar on standard error while something is done, gone afterwards; nothing where there is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Bars(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        tasks: dict[str, int] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)  # type: ignore[arg-type]

        yield tell
