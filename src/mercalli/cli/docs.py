"""`mercalli docs`: the documentation, offline."""

from __future__ import annotations

from typing import Annotated

import typer


def docs(
    site: Annotated[
        str | None, typer.Option(metavar="FILE", help="A packed site; by default that of this package.")
    ] = None,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Port to serve at; 0 takes a free one.")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address, and open no browser.")] = False,
) -> None:
    """Read the documentation in a browser, with its search, offline.

    It is served to this machine alone, until you press Ctrl-C.
    """
    import webbrowser

    from mercalli.io.manual import manual_file, manual_server

    with manual_server(manual_file(site), port) as server:
        address = f"http://{server.server_address[0]!s}:{server.server_address[1]}/"
        typer.echo(f"The documentation is at {address} until you press Ctrl-C.")
        if not no_browser:
            webbrowser.open(address)
        server.serve_forever()
