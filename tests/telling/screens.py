"""What a terminal shows of a result."""

from rich.console import Console

from mercalli.telling.kinds import article_of
from mercalli.telling.terminal import show


def screen(result, width=200):
    """The lines of the one telling, without colours."""
    console = Console(width=width)
    with console.capture() as captured:
        show(console, article_of(result))
    return captured.get()
