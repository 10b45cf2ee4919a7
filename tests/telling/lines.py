"""What stands on a terminal, line by line."""

from rich.console import Console


def lines(part, width):
    """The lines of a part of a screen, without colour."""
    console = Console(width=width, no_color=True, highlight=False)
    with console.capture() as captured:
        console.print(part)
    return captured.get().splitlines()
