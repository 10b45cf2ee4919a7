"""`mercalli report`: the report folder again, from its result alone."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import options
from mercalli.console.progress import progress_bar


def report(
    result: Annotated[str, typer.Argument(metavar="RESULT", help="A sealed result, as in result.json.")],
    out: Annotated[str, typer.Option(metavar="DIR", help="Where to write the report folder.")],
    overwrite: options.Overwrite = False,
    latex: options.Latex = False,
) -> None:
    """Write a report again from its sealed result alone: the same files, to the byte.

    Only the predictions are not in a result; those in a folder of the same result are kept.
    """
    from mercalli.io.folders import check_free, kept_predictions, write_folder
    from mercalli.plan.results import read_result
    from mercalli.telling.kinds import files_of
    from mercalli.text.words import visible

    check_free(out, overwrite=overwrite)
    found = read_result(result)
    with progress_bar() as progress:
        progress("drawing and writing the report", 0, 1)
        files = files_of(found, latex=latex)
        write_folder(out, {**files, **kept_predictions(out, files)}, overwrite=overwrite)
    typer.echo(visible(f"report: {out}"))
