"""`mercalli wildfire case`."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.output import Output
from mercalli.console.progress import progress_bar
from mercalli.tasks.wildfire import options as fire_options


@options.with_records
def case(
    file: Annotated[str, typer.Argument(metavar="CASE", help="A .toml file of fires, groups and weights.")],
    model: Annotated[
        list[str], typer.Argument(metavar="MODEL...", help="Folders with the files that the case names, or HDF5 files.")
    ],
    *,
    resampling: options.Resampling,
    like: fire_options.Like = None,
    output: Output,
) -> None:
    """Score cards of models on one or more fires, by fire and pooled, from 0 to 100."""
    from mercalli.tasks.wildfire.case.evaluate import fire_case

    with progress_bar() as progress:
        result = fire_case(file, model, **resampling.settings, like=like, progress=progress)
    output.tell(result)
