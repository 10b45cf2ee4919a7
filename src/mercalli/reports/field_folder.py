"""The files of a report folder on fields."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from mercalli.errors import counted
from mercalli.io.cells import csv_text
from mercalli.reports.article import Article, Notes, Picture, Section, Sentence, table
from mercalli.reports.article_files import article_files
from mercalli.reports.score_figures import COLOURS, MOST_SYSTEMS, drawable, one_look
from mercalli.results.field_text import (
    field_title,
    left_out,
    quantity_cells,
    quantity_header,
    table_cells,
    undefined_lines,
)
from mercalli.results.seal import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.reports.article import Block
    from mercalli.results.field import FieldReport, FireField

HEADER = ("system", "name", "value", "low", "high", "unit", "undefined")


def field_files(result: FireField) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page, the numbers, and windows as a table and a picture."""
    pictures = {"windows.png": _picture(result)} if result.kind == "fss" else {}
    return {
        "result.json": to_json(result),
        **article_files(field_article(result, pictures), pictures),
        "metrics.csv": csv_text(HEADER, _rows(result)),
        **_windows(result),
    }


def _windows(result: FireField) -> dict[str, str]:
    """What was counted in each window, or at each level, where there is such a table."""
    first = result.systems[0].table
    if first is None:
        return {}
    rows = [(system.name, *row) for system in result.systems if system.table for row in system.table.rows]
    return {"windows.csv": csv_text(("system", *first.header), rows)}


def _rows(result: FireField) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for each in system.quantities:
            yield system.name, each.name, each.value, each.low, each.high, each.unit, each.undefined


def field_article(result: FireField, pictures: Mapping[str, bytes]) -> Article:
    """Each model by itself, then the picture of all."""
    shown = tuple(Picture(name, "Fractions skill score by window") for name in pictures)
    return Article(
        title=result.provenance.title,
        asks=result.kind,
        summary=f"{counted(len(result.systems), 'model')} against {result.observed}",
        sections=(
            *(Section(system.name, tuple(_blocks(result, system))) for system in result.systems),
            *([Section("Windows", shown)] if shown else []),
        ),
        metrics=(),
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _blocks(result: FireField, system: FieldReport) -> Iterator[Block]:
    yield Sentence(f"{field_title(system)}.")
    yield Notes((*undefined_lines(system), *left_out(system), *system.notes))
    _, *columns = quantity_header(result)
    yield table("Every number", ["what", *columns], map(quantity_cells, system.quantities))
    if system.table is not None:
        yield table(system.table.title, system.table.header, table_cells(system.table))


def _picture(result: FireField) -> bytes:
    """The score by window for every model, and from where on it is of use."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - half a second to import

    with one_look():
        figure = Figure(figsize=(7.0, 4.4), dpi=150, layout="constrained")
        axes = figure.add_subplot()
        for colour, system in zip(COLOURS, result.systems[:MOST_SYSTEMS], strict=False):
            rows = [] if system.table is None else [row for row in system.table.rows if row[1] is not None]
            across, up = [row[0] for row in rows], [row[1] for row in rows]
            axes.plot(across, up, "o-", color=colour, label=drawable(system.name))  # type: ignore[arg-type]
        useful = result.systems[0].quantity("useful").value or 0.0
        axes.axhline(useful, color="#888888", linestyle="--", linewidth=1, label="useful from here on")
        axes.set(xscale="log", ylim=(0, 1.02), xlabel="cells on a side of the window", ylabel="fractions skill score")
        windows = [row[0] for row in (result.systems[0].table.rows if result.systems[0].table else ())]
        axes.set_xticks([each for each in windows if each], [f"{each:.0f}" for each in windows if each])
        axes.minorticks_off()
        axes.grid(color="#e4e4e4", linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
        written = BytesIO()
        figure.savefig(written, format="png", metadata={"Software": None})
        return written.getvalue()
