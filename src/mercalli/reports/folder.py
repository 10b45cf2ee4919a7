"""The files of a report folder."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

from mercalli.reports.html import evaluation_html_page
from mercalli.reports.markdown import comparison_page, evaluation_page
from mercalli.results.seal import to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mercalli.results.records import Comparison, Evaluation, Measure

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
MEASURE = ("metric", "value", "low", "high", "method", "n", "majority", "band", "undefined")


def evaluation_files(result: Evaluation) -> dict[str, str]:
    """File names and contents: the sealed result, a page to read, tables for a spreadsheet."""
    return {
        "result.json": to_json(result),
        "index.html": evaluation_html_page(result),
        "report.md": evaluation_page(result),
        "metrics.csv": csv_text(("system", *MEASURE), _metric_rows(result)),
        "classes.csv": csv_text(("system", "class", "support", "predicted", *MEASURE), _class_rows(result)),
        "slices.csv": csv_text(("system", "slice", "rows", "few", *MEASURE), _slice_rows(result)),
        "confusions.csv": csv_text(("system", "truth", "pred", "count", "share", "harm"), _confusion_rows(result)),
    }


def comparison_files(result: Comparison) -> dict[str, str]:
    """File names and contents: the sealed result, a page to read, a table for a spreadsheet."""
    header = (
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
    rows = (
        (
            pair.first,
            pair.second,
            each.metric,
            each.first,
            each.second,
            each.difference,
            each.low,
            each.high,
            each.p,
            each.p_adjusted,
        )
        for pair in result.pairs
        for each in pair.differences
    )
    return {
        "result.json": to_json(result),
        "report.md": comparison_page(result),
        "differences.csv": csv_text(header, rows),
    }


def _metric_rows(result: Evaluation) -> Iterator[Sequence[object]]:
    for system in result.systems:
        yield from ((system.name, *_measure(measure)) for measure in system.measures)


def _class_rows(result: Evaluation) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for report in system.classes:
            lead = (system.name, report.name, report.support, report.predicted)
            yield from ((*lead, *_measure(measure)) for measure in report.measures)


def _slice_rows(result: Evaluation) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for part in system.slices:
            lead = (system.name, part.name, part.n, part.few)
            yield from ((*lead, *_measure(measure)) for measure in part.measures)


def _confusion_rows(result: Evaluation) -> Iterator[Sequence[object]]:
    for system in result.systems:
        yield from (
            (system.name, each.truth, each.pred, each.count, each.share, each.harm) for each in system.confusions
        )


def _measure(measure: Measure) -> tuple[object, ...]:
    majority = measure.baselines.get("majority")
    return (
        *(measure.metric, measure.value, measure.low, measure.high, measure.method),
        *(measure.n, majority, measure.band, measure.undefined),
    )


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Comma-separated text in which no cell of text is a formula to a spreadsheet."""
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return written.getvalue()


def _safe(cell: object) -> object:
    """Text that a spreadsheet would run gets an apostrophe in front.

    >>> _safe("=1+1"), _safe(-1.5), _safe("fire")
    ("'=1+1", -1.5, 'fire')
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell
