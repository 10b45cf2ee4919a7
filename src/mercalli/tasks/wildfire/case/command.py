"""`mercalli wildfire case`."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.answer import answer
from mercalli.console.options import check_out
from mercalli.console.progress import progress_bar
from mercalli.tasks.wildfire import options as fire_options


def case(
    file: Annotated[str, typer.Argument(metavar="CASE", help="A .toml file of fires, groups and weights.")],
    model: Annotated[
        list[str], typer.Argument(metavar="MODEL...", help="Folders with the files that the case names, or HDF5 files.")
    ],
    level: options.Level = 0.95,
    replicates: options.Replicates = 1000,
    seed: options.Seed = 0,
    like: fire_options.Like = None,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    as_json: options.Sealed = False,
) -> None:
    """Score cards of models on one or more fires, by fire and pooled, from 0 to 100."""
    from mercalli.tasks.wildfire.case.evaluate import fire_case

    check_out(out, overwrite=overwrite)
    with progress_bar() as progress:
        result = fire_case(file, model, level=level, replicates=replicates, seed=seed, like=like, progress=progress)
    answer(result, out=out, overwrite=overwrite, as_json=as_json)
