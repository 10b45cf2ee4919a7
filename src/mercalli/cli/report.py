"""Report folders: `mercalli report` writes one again from its result alone, `mercalli view` opens its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mercalli.console import calls, options
from mercalli.console.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mercalli.io.targets import Target
    from mercalli.results.seal import Result

NEW_VERDICT = "The verdict in the file is not the one that its numbers give. The report has the latter."


@calls.with_records
def report(
    result: Annotated[str, typer.Argument(metavar="RESULT", help="A sealed result, as in result.json.")],
    *,
    titled: options.Titled,
    out: Annotated[str | None, typer.Option(metavar="DIR", help="Where to write the report folder.")] = None,
    xlsx: options.Xlsx = None,
    pdf: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a summary on one page of A4, as in summary.pdf.")
    ] = None,
    overwrite: options.Overwrite = False,
    no_pictures: options.NoPictures = False,
    latex: options.Latex = False,
    show_personal: options.ShowPersonal = False,
) -> None:
    """Write a report again from its sealed result; the files are the same, byte for byte.

    A title, author or date that is given here goes into its result. Predictions are not part of a result; those in an
    existing folder of the same result are kept.
    """
    from mercalli.plan.results import fitting, read_result
    from mercalli.results.heading import under
    from mercalli.results.personal import shown
    from mercalli.telling.kinds import files_of
    from mercalli.text.words import visible

    _check_places(out, xlsx, pdf, no_pictures=no_pictures)
    again = _claim(result, out, xlsx, pdf, overwrite=overwrite)
    read = read_result(result)
    if out is not None:
        calls.claim_out(out, [] if again else [result], overwrite=overwrite, kind=read.sealed_as)
    with progress_bar() as progress, fitting(repr(result)):
        progress("drawing and writing the report", 0, 1)
        seen = shown(under(read, titled.heading), show_personal=show_personal)
        single = list(_single_files(seen, xlsx, pdf, overwrite=overwrite))  # made before anything is written
        if out is not None:
            files = files_of(seen, latex=latex, pictures=not no_pictures)
            _write(read, files, out, overwrite=overwrite, show_personal=show_personal)
        for target, content in single:
            target.write(content)
    if read.unfounded:
        typer.echo(NEW_VERDICT, err=True)
    for what, where in {"report": out, "workbook": xlsx, "summary": pdf}.items():
        if where is not None:
            typer.echo(visible(f"{what}: {where}"))


def _claim(result: str, out: str | None, xlsx: str | None, pdf: str | None, *, overwrite: bool) -> bool:
    """Refuse early what cannot be written, and say whether the result that is read is written again."""
    from mercalli.io.manifests import RESULT
    from mercalli.io.paths import is_same

    again = out is not None and is_same(result, f"{out}/{RESULT}")
    calls.check_book(xlsx, out, overwrite=overwrite)
    calls.check_pdf(pdf, out, overwrite=overwrite)
    if out is not None:
        calls.claim_out(out, [] if again else [result], overwrite=overwrite)
    return again


def _check_places(out: str | None, xlsx: str | None, pdf: str | None, *, no_pictures: bool) -> None:
    """Refuse to write nothing, and an option of a folder without one."""
    from mercalli.errors import SettingError

    if out is None and xlsx is None and pdf is None:
        raise SettingError.nowhere("out", "xlsx", "pdf")
    if out is None and no_pictures:
        raise SettingError.folder_only("no_pictures")


def _single_files(
    seen: Result, xlsx: str | None, pdf: str | None, *, overwrite: bool
) -> Iterator[tuple[Target, bytes]]:
    """What is written beside the folder, with its content."""
    from mercalli.telling.kinds import summary_pdf_of, workbook_of

    if xlsx is not None:
        yield calls.own_book(xlsx, overwrite=overwrite), workbook_of(seen)
    if pdf is not None:
        yield calls.own_pdf(pdf, overwrite=overwrite), summary_pdf_of(seen)


def _write(read: Result, files: Mapping[str, str | bytes], out: str, *, overwrite: bool, show_personal: bool) -> None:
    """The folder; predictions in an older one of the same result stay."""
    from mercalli.io.folders import kept_predictions, write_folder
    from mercalli.io.manifests import RESULT
    from mercalli.results.seal import to_json

    kept = kept_predictions(out, (to_json(read, show_personal=show_personal), files[RESULT]))
    write_folder(out, {**files, **kept}, overwrite=overwrite)


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
