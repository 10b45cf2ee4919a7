"""Report folders: `mercalli report` writes one again from its result alone, `mercalli view` opens its page."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console import calls, options
from mercalli.console.progress import progress_bar

NEW_VERDICT = "The verdict in the file is not the one that its numbers give. The report has the latter."


@calls.with_records
def report(
    result: Annotated[str, typer.Argument(metavar="RESULT", help="A sealed result, as in result.json.")],
    *,
    titled: options.Titled,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where to write the report folder.")],
    overwrite: options.Overwrite = False,
    latex: options.Latex = False,
    show_personal: options.ShowPersonal = False,
) -> None:
    """Write a report again from its sealed result; the files are the same, byte for byte.

    A title, author or date that is given here goes into its result. Predictions are not part of a result; those in an
    existing folder of the same result are kept.
    """
    from mercalli.io.folders import kept_predictions, write_folder
    from mercalli.io.manifests import RESULT
    from mercalli.io.paths import is_same
    from mercalli.plan.results import fitting, read_result
    from mercalli.results.heading import under
    from mercalli.results.personal import shown
    from mercalli.results.seal import to_json
    from mercalli.telling.kinds import files_of
    from mercalli.text.words import visible

    again = is_same(result, f"{out}/{RESULT}")  # what is read is written again
    inputs = [] if again else [result]
    calls.claim_out(out, inputs, overwrite=overwrite)
    read = read_result(result)
    calls.claim_out(out, inputs, overwrite=overwrite, kind=read.sealed_as)
    with progress_bar() as progress:
        progress("drawing and writing the report", 0, 1)
        with fitting(repr(result)):
            seen = shown(under(read, titled.heading), show_personal=show_personal)
            files = files_of(seen, latex=latex)
        kept = kept_predictions(out, (to_json(read, show_personal=show_personal), files[RESULT]))
        write_folder(out, {**files, **kept}, overwrite=overwrite)
    if read.unfounded:
        typer.echo(NEW_VERDICT, err=True)
    typer.echo(visible(f"report: {out}"))


def view(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A report folder.")],
    print_only: Annotated[
        bool, typer.Option("--print-only", help="Print the path of the page, and do not open it.")
    ] = False,
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
