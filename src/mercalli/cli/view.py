"""`mercalli view`: the page of a report in a browser."""

from __future__ import annotations

from typing import Annotated

import typer


def view(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A report folder.")],
    print_only: Annotated[bool, typer.Option("--print-only", help="Say where the page is, and open nothing.")] = False,
) -> None:
    """Open the page of a report in the default browser."""
    import webbrowser

    from mercalli.io.folders import page_of
    from mercalli.text.words import visible

    page = page_of(folder)
    if print_only:
        typer.echo(visible(str(page)))
    elif not webbrowser.open(page.as_uri()):
        typer.echo(visible(f"No browser could be started. Open {page} in one."))
