"""How far a long job is: a bar on standard error, gone afterwards."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from mercalli.text.words import visible

if TYPE_CHECKING:
    from collections.abc import Generator

    from rich.console import Console

    from mercalli.estimates.progress import Progress

PATIENCE_SECONDS = 1.0


@contextmanager
def progress_bar(console: Console | None = None, after: float = PATIENCE_SECONDS) -> Generator[Progress]:
    """A bar from `after` seconds on, so that short jobs show none; nothing where there is no terminal."""
    from rich.console import Console

    from mercalli.estimates.progress import quiet

    shown_on = console or Console(stderr=True)
    if not shown_on.is_interactive:
        yield quiet
        return
    with _bar(shown_on, after) as tell:
        yield tell


@contextmanager
def _bar(console: Console, after: float) -> Generator[Progress]:
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    what, how_far = (TextColumn(f"{{task.{name}}}", markup=False) for name in ("description", "fields[how_far]"))
    bars = Bars(SpinnerColumn(), what, BarColumn(), how_far, TimeElapsedColumn(), console=console, transient=True)
    job = bars.add_task("", total=None, how_far="")

    def tell(what: str, done: int, total: int) -> None:
        """What is done in one go has no share that is done: its bar moves to and fro."""
        at_once = total == 1
        bars.tasks[0].total, bars.tasks[0].finished_time = None if at_once else total, None
        bars.update(job, description=visible(what), completed=done, how_far="" if at_once else f"{done:,} of {total:,}")

    start = Timer(after, bars.start)
    start.daemon = True
    start.start()
    try:
        yield tell
    finally:
        start.cancel()
        start.join()
        bars.stop()
