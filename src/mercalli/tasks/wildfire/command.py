"""`mercalli wildfire`: a command for each part."""

from __future__ import annotations

import typer

from mercalli.console.help import Command, Group
from mercalli.tasks.wildfire.case.command import case
from mercalli.tasks.wildfire.field.command import field
from mercalli.tasks.wildfire.perimeter.command import perimeter
from mercalli.tasks.wildfire.severity.command import severity
from mercalli.tasks.wildfire.structures.command import structures

app = typer.Typer(
    help="Compare fire models with what was observed: severity, structures, perimeters.",
    no_args_is_help=True,
    cls=Group,
)
for part in (severity, structures, perimeter, field, case):
    app.command(cls=Command)(part)
