"""What a terminal shows of a result."""

from rich.console import Console

from mercalli.telling.terminal import show
from mercalli.telling.told import article_of


def screen(result, width=200):
    """The lines of the one telling, without colours."""
    console = Console(width=width)
    with console.capture() as captured:
        show(console, article_of(result))
    return captured.get()
