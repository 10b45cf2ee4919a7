"""The files of a report folder on scores of CHEERS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.results.seal import to_json
from mercalli.tasks.cheers.figures import cheers_figure
from mercalli.tasks.cheers.html import cheers_html_page
from mercalli.tasks.cheers.markdown import cheers_page
from mercalli.telling.files import MeasureRow, classes_csv, differences_csv, measures_csv, slices_csv

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.cheers.result import Cheers, RunReport

READING = ("reading", "rests_on", "left_out", "with_sector", "extracted")


def cheers_files(result: Cheers) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, pages to read, tables for a spreadsheet, and a picture."""
    return {
        "result.json": to_json(result),
        "index.html": cheers_html_page(result),
        "report.md": cheers_page(result),
        "scores.csv": measures_csv(_score_rows(result), READING),
        "sectors.csv": classes_csv((each.name, each.sectors) for each in result.systems),
        "slices.csv": slices_csv((each.name, each.slices) for each in result.systems),
        "differences.csv": differences_csv(result.pairs),
        "cheers.png": cheers_figure(result),
    }


def _score_rows(result: Cheers) -> Iterator[MeasureRow]:
    """The scores in the reading that was asked for, the ceiling, and the accuracy and HumImpact of every reading."""
    for run in result.systems:
        rests = _rests(run, result.reading)
        yield from (MeasureRow(run.name, each, more=rests) for each in (*run.measures, run.ceiling))
        for reading in run.readings:
            if reading.name != result.reading:
                rests = _rests(run, reading.name)
                yield from (MeasureRow(run.name, each, more=rests) for each in (reading.accuracy, reading.humimpact))


def _rests(run: RunReport, reading: str) -> tuple[object, ...]:
    found = next(each for each in run.readings if each.name == reading)
    return reading, found.scored, found.left_out, run.coverage.with_sector, run.coverage.extracted
