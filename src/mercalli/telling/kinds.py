"""How a result of any kind is told, as the record of its task says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mercalli.errors import FigureError, SettingError, SystemNameError, TableError
from mercalli.io.books import OWN_BOOK
from mercalli.io.folders import claimed_folder, write_folder
from mercalli.io.frames import frame
from mercalli.io.manifests import PAGE, RESULT, SUMMARY
from mercalli.io.sheets import Sheet
from mercalli.io.targets import Target
from mercalli.registry import Kind, adapted, kind, load
from mercalli.results.heading import Heading, under
from mercalli.results.personal import shown
from mercalli.results.scalars import SYSTEM, Scalars, metrics_json
from mercalli.results.seal import Result, seal_of, to_json
from mercalli.results.verdict import Verdict, verdict
from mercalli.telling.article import Article, headed
from mercalli.telling.figures.library import check_drawable
from mercalli.telling.files import METRICS, article_files
from mercalli.telling.framed import Shown
from mercalli.telling.notebook import article_html
from mercalli.telling.page.summary import summary_page
from mercalli.telling.pdf.summary import summary_pdf
from mercalli.telling.prompt import article_text, first_lines
from mercalli.telling.summary import summary_of
from mercalli.telling.workbook import workbook

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PNG = ".png"


def article_of(result: Result) -> Article:
    """The article on any result; personal data in texts is masked, unless somebody asked for it to be shown."""
    seen = shown(result)
    article: Article = load(_kind(seen).article)(seen)
    return headed(article, seen.verdict)


def verdict_of(result: Result) -> Verdict | None:
    """The verdict on any result, as far as its task says what it is made from."""
    registered = kind(result.sealed_as)
    grounds = "" if registered is None else registered.grounds
    return verdict(load(grounds)(result)) if grounds else None


def files_of(result: Result, *, latex: bool = False, pictures: bool = True) -> dict[str, str | bytes]:
    """The files of the report folder on any result: names and contents, with tables for a paper where there are any."""
    registered, seen = _kind(result), shown(result)
    sheets = _sheets(seen)
    texts = {name: each.csv for name, each in sheets.items()}
    article, sealed = article_of(seen), to_json(seen)
    told = article_files(article, _pictures(seen)) if pictures else article_files(article.unpictured, {})
    tables = load(registered.latex)(seen) if latex and registered.latex else {}
    values = {SUMMARY: summary_page(summary_of(article, seal_of(sealed))), **_values(sheets.values())}
    return {RESULT: sealed, **told, **texts, **values, **adapted_files(seen.sealed_as, seen), **tables}


def _pictures(result: Result) -> dict[str, Any]:
    """The pictures of any result by the names of their files."""
    pictures = _kind(result).pictures
    if not pictures:
        return {}
    check_drawable()
    drawn: dict[str, Any] = load(pictures)(result)
    return drawn


def _values(sheets: Iterable[Sheet]) -> dict[str, str]:
    """The main measures of every system for programs that follow metrics, where there are any."""
    sheet = next((each for each in sheets if each.name == METRICS and each.keys), None)
    if sheet is None:
        return {}
    return {"metrics.json": metrics_json({each: _scalars(sheet, "/", each) for each in _systems(sheet)})}


def adapted_files(name: str, result: object) -> dict[str, str | bytes]:
    """The files of a kind of result in the shapes of other programs."""
    return {file: content for files in adapted("files", name) for file, content in files(result).items()}


def text_of(result: Result) -> str:
    """Any result in a few lines, for a prompt."""
    return article_text(article_of(result))


def brief_text_of(result: Result) -> str:
    """The first lines of that, for whoever shows a result among other things."""
    if kind(result.sealed_as) is None:
        return f"<{type(result).__name__}>"
    return first_lines(text_of(result))


def html_of(result: Result) -> str:
    """Any result as small tables, for a notebook."""
    return article_html(article_of(result))


def write_report(
    result: Result,
    folder: str | Path,
    *,
    overwrite: bool = False,
    title: str | None = None,
    author: str | None = None,
    date: str | dt.date | None = None,
    show_personal: bool = False,
    pictures: bool = True,
) -> Path:
    """Write the report folder of any result, the same one that `--out` writes, and say where it is.

    Args:
        result: What to report on.
        folder: Where it goes; all of its files are written, or none.
        overwrite: Whether an older report there may be replaced; anything else there is never replaced.
        title: What stands above the report; by default the name of the data.
        author: Who made it.
        date: When; by default no date is written, so that the same result gives the same bytes.
        show_personal: Whether phone numbers, mail addresses, user names and exact coordinates in texts are kept; by
            default they are masked.
        pictures: Whether picture files are drawn, for which matplotlib is needed; the page draws its plots without it.

    >>> import mercalli, tempfile
    >>> truth = ["fire", "flood"] * 10
    >>> result = mercalli.compare(truth=truth, pred={"svm": truth, "rules": ["fire"] * 20}, replicates=100)
    >>> with tempfile.TemporaryDirectory() as place:
    ...     report = mercalli.write_report(result, f"{place}/report")
    ...     sorted(file.name for file in report.iterdir())
    ['differences.csv', 'index.html', 'manifest.json', 'rankings.csv', 'report.md', 'result.json', 'summary.html']
    """
    if not isinstance(result, Result):  # pyright: ignore[reportUnnecessaryIsInstance] - whatever was passed
        raise SettingError.outside("result", type(result).__name__, "a result, as mercalli.evaluate returns it")
    titled = shown(under(result, Heading.check(title, author, date)), show_personal=show_personal)
    with claimed_folder(folder, overwrite=overwrite, kind=titled.sealed_as):
        write_folder(folder, files_of(titled, pictures=pictures), overwrite=overwrite)
    return Path(folder)


def summary_pdf_of(result: Result) -> bytes:
    """A result on one page, as PDF."""
    seen = shown(result)
    return summary_pdf(summary_of(article_of(seen), seal_of(to_json(seen))))


def workbook_of(result: Result) -> bytes:
    """All tables of a result as one workbook."""
    seen = shown(result)
    return workbook(article_of(seen), _sheets(seen).values())


def write_workbook(result: Result, path: str | Path, *, overwrite: bool = False, show_personal: bool = False) -> Path:
    """Write all tables of a result as one workbook (.xlsx), the same one that `--xlsx` writes, and say where it is.

    Args:
        result: What to write.
        path: The file, written whole or not at all.
        overwrite: Whether an older workbook of ours may be replaced; anything else there is never replaced.
        show_personal: Whether phone numbers, mail addresses, user names and exact coordinates in texts are kept; by
            default they are masked.

    >>> import mercalli, tempfile
    >>> truth = ["fire", "flood"] * 10
    >>> result = mercalli.evaluate(truth=truth, pred=truth, replicates=0)
    >>> with tempfile.TemporaryDirectory() as place:
    ...     mercalli.write_workbook(result, f"{place}/tables.xlsx").name
    'tables.xlsx'
    """
    if not isinstance(result, Result):  # pyright: ignore[reportUnnecessaryIsInstance] - whatever was passed
        raise SettingError.outside("result", type(result).__name__, "a result, as mercalli.evaluate returns it")
    Target(path, OWN_BOOK, overwrite).write(workbook_of(shown(result, show_personal=show_personal)))
    return Path(path)


def tables_of(result: Result) -> dict[str, Sheet]:
    """The tables of any result by their names; one without rows is kept, because its columns are known."""
    return {sheet.name: sheet for sheet in _sheets(result).values()}


def frame_of(result: Result, table: str | None, backend: str | None) -> Any:  # noqa: ANN401 - a frame of any library
    """A table of a result as a data frame; the first if none is named."""
    return frame(_table(result, next(iter(tables_of(result)), "metrics") if table is None else table), backend)


def scalars_of(result: Result, sep: str, table: str, system: str | None) -> Scalars:
    """The measures of a table, or those of one system in it, as one flat dictionary."""
    sheet = _table(result, table)
    if not sheet.keys:
        raise TableError.without_measures(table, [each.name for each in tables_of(result).values() if each.keys])
    systems = _systems(sheet)
    if system is not None and system not in systems:
        raise SystemNameError.unknown(system, systems)
    return _scalars(sheet, sep, system)


def _systems(sheet: Sheet) -> list[str]:
    at = sheet.header.index(SYSTEM)
    return list(dict.fromkeys(str(row[at]) for row in sheet.rows))


def _scalars(sheet: Sheet, sep: str, system: str | None) -> Scalars:
    rows = (dict(zip(sheet.header, row, strict=True)) for row in sheet.rows)
    return Scalars.of([row for row in rows if system in (None, row[SYSTEM])], sheet.keys, sep)


def figure_of(result: Result, name: str | None) -> Figure:
    """A picture of a result by the name of its file without the ending; the first if none is named."""
    found = _figures(shown(result))
    chosen = next(iter(found), None) if name is None else name
    if chosen not in found:
        raise FigureError.unknown(result.sealed_as, chosen, list(found))
    return found[chosen]


def _figures(result: Result) -> dict[str, Figure]:
    if not _kind(result).pictures:
        return {}
    check_drawable()
    from mercalli.telling.figures.drawing import left_open  # noqa: PLC0415 - matplotlib takes half a second

    with left_open():
        drawn = _pictures(result).items()
        return {name[: -len(PNG)]: each.figure for name, each in drawn if name.endswith(PNG)}  # a map is no figure


def page_of(result: Result, height: int) -> Shown:
    """The page of a result, to be shown in a notebook."""
    return Shown(str(files_of(result)[PAGE]), height)


def _sheets(result: Result) -> dict[str, Sheet]:
    """The tables of any result by the names of their files."""
    tables = _kind(result).tables
    return load(tables)(result) if tables else {}


def _table(result: Result, name: str) -> Sheet:
    tables = tables_of(result)
    if name not in tables:
        raise TableError.unknown(result.sealed_as, name, list(tables))
    return tables[name]


def _kind(result: Result) -> Kind:
    registered = kind(result.sealed_as)
    assert registered is not None, result.sealed_as  # noqa: S101 - a record without a kind is a fault of its task
    return registered
