"""Options of commands that read texts."""

from __future__ import annotations

from typing import Annotated

import typer

Text = Annotated[str | None, typer.Option(metavar="NAME", help="Column of texts, if it has no usual name.")]
Key = Annotated[str | None, typer.Option("--id", metavar="NAME", help="Column that names each text.")]
Header = Annotated[
    bool | None,
    typer.Option("--header/--no-header", help="Whether the first line names the columns; looked for if not said."),
]
