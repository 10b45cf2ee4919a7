"""The files of a report folder on decisions."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.scores.threshold.figures import score_figures
from mercalli.tasks.scores.threshold.html import decisions_html_page
from mercalli.tasks.scores.threshold.markdown import decisions_page
from mercalli.tasks.scores.threshold.operating import Operating
from mercalli.tasks.scores.threshold.words import MEAN
from mercalli.telling.files import MeasureRow, measures_csv

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.inputs.arrays import Floats
    from mercalli.tasks.scores.threshold.result import Decisions

POINT = (
    *("system", "threshold", "tp", "fp", "fn", "tn", "alerts_per_1000", "fpr"),
    *("recall", "recall_low", "recall_high", "precision", "precision_low", "precision_high"),
    *("net_benefit", "worth_per_1000", "worth_low", "worth_high"),
)


def decisions_files(result: Decisions) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, tables for a spreadsheet, a picture."""
    return {
        "result.json": to_json(result),
        "index.html": decisions_html_page(result),
        "report.md": decisions_page(result),
        "scores.csv": measures_csv(_measure_rows(result)),
        "operating_points.csv": csv_text(POINT, _point_rows(result)),
        **score_figures(result),
    }


def _measure_rows(result: Decisions) -> Iterator[MeasureRow]:
    yield from (MeasureRow(MEAN, measure) for measure in result.macro)
    for system in result.systems:
        yield from (MeasureRow(system.name, measure) for measure in system.measures)
        for part in system.slices:
            yield from (MeasureRow(system.name, measure, slice=part.name) for measure in part.measures)


def _point_rows(result: Decisions) -> Iterator[Sequence[object]]:
    """Every point; thresholds are empty where nothing is acted on."""
    for system in result.systems:
        points = Operating.of(result, system)
        counts, size = points.counts, len(points.threshold)
        columns = [
            *(counts.tp, counts.fp, counts.fn, counts.tn, 1000 * points.alerts, points.fpr),
            *(points.recall, *_both(points.recall_ends)),
            *(points.precision, *_both(points.precision_ends)),
            *(points.net_benefit, points.worth, *_both(points.worth_ends)),
        ]
        cells = zip(*(_numbers(column, size) for column in columns), strict=True)
        for threshold, numbers in zip(points.threshold, cells, strict=True):
            yield system.name, threshold, *numbers


def _both(ends: Floats | None) -> tuple[Floats | None, Floats | None]:
    return (None, None) if ends is None else (ends[0], ends[1])


def _numbers(values: Floats | float | None, size: int) -> list[float | None]:
    """Numbers as they are written; nothing where there is none."""
    if values is None:
        return [None] * size
    return [float(each) if isfinite(each) else None for each in np.broadcast_to(values, size).tolist()]
