"""The files of a report folder on scores of CHEERS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.cheers.figures import cheers_figure
from mercalli.tasks.cheers.html import cheers_html_page
from mercalli.tasks.cheers.markdown import cheers_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.measure import Measure
    from mercalli.tasks.cheers.result import Cheers, RunReport

MEASURE = ("metric", "value", "low", "high", "method", "n", "undefined")
SCORES = ("system", "reading", "rests_on", "left_out", "with_sector", "extracted", *MEASURE)
DIFFERENCE = (
    "first",
    "second",
    "metric",
    "value_first",
    "value_second",
    "difference",
    "low",
    "high",
    "p",
    "p_adjusted",
)


def cheers_files(result: Cheers) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, pages to read, tables for a spreadsheet, and a picture."""
    return {
        "result.json": to_json(result),
        "index.html": cheers_html_page(result),
        "report.md": cheers_page(result),
        "scores.csv": csv_text(SCORES, _score_rows(result)),
        "sectors.csv": csv_text(("system", "sector", "sentences", "predicted", *MEASURE), _sector_rows(result)),
        "slices.csv": csv_text(("system", "slice", "sentences", "few", *MEASURE), _slice_rows(result)),
        "differences.csv": csv_text(DIFFERENCE, _difference_rows(result)),
        "cheers.png": cheers_figure(result),
    }


def _score_rows(result: Cheers) -> Iterator[Sequence[object]]:
    """The scores in the reading that was asked for, the ceiling, and the accuracy and HumImpact of every reading."""
    for run in result.systems:
        rests = _rests(run, result.reading)
        yield from ((*rests, *_measure(each)) for each in (*run.measures, run.ceiling))
        for reading in run.readings:
            if reading.name != result.reading:
                rests = _rests(run, reading.name)
                yield from ((*rests, *_measure(each)) for each in (reading.accuracy, reading.humimpact))


def _rests(run: RunReport, reading: str) -> tuple[object, ...]:
    found = next(each for each in run.readings if each.name == reading)
    return run.name, reading, found.scored, found.left_out, run.coverage.with_sector, run.coverage.extracted


def _sector_rows(result: Cheers) -> Iterator[Sequence[object]]:
    for run in result.systems:
        for sector in run.sectors:
            lead = (run.name, sector.name, sector.support, sector.predicted)
            yield from ((*lead, *_measure(measure)) for measure in sector.measures)


def _slice_rows(result: Cheers) -> Iterator[Sequence[object]]:
    for run in result.systems:
        for part in run.slices:
            yield from ((run.name, part.name, part.n, part.few, *_measure(measure)) for measure in part.measures)


def _difference_rows(result: Cheers) -> Iterator[Sequence[object]]:
    for pair in result.pairs:
        for each in pair.differences:
            values = (each.first, each.second, each.difference, each.low, each.high, each.p, each.p_adjusted)
            yield (pair.first, pair.second, each.metric, *values)


def _measure(measure: Measure) -> tuple[object, ...]:
    ends = (measure.low, measure.high, measure.method)
    return (measure.metric, measure.value, *ends, measure.n, measure.undefined)
