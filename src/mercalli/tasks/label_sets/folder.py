"""The files of a report folder on label sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.label_sets.article import multilabel_article
from mercalli.telling.files import article_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.measure import Measure
    from mercalli.tasks.label_sets.result import MultiLabel

MEASURE = ("metric", "value", "low", "high", "method", "n", "majority", "undefined")


def multilabel_files(result: MultiLabel) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, tables for a spreadsheet."""
    return {
        "result.json": to_json(result),
        **article_files(multilabel_article(result), {}),
        "metrics.csv": csv_text(("system", *MEASURE), _metric_rows(result)),
        "labels.csv": csv_text(("system", "label", "items", "predicted", *MEASURE), _label_rows(result)),
        "slices.csv": csv_text(("system", "slice", "items", "few", *MEASURE), _slice_rows(result)),
    }


def _metric_rows(result: MultiLabel) -> Iterator[Sequence[object]]:
    for system in result.systems:
        yield from ((system.name, *_measure(measure)) for measure in system.measures)


def _label_rows(result: MultiLabel) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for label in system.labels:
            lead = (system.name, label.name, label.support, label.predicted)
            yield from ((*lead, *_measure(measure)) for measure in label.measures)


def _slice_rows(result: MultiLabel) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for part in system.slices:
            yield from ((system.name, part.name, part.n, part.few, *_measure(measure)) for measure in part.measures)


def _measure(measure: Measure) -> tuple[object, ...]:
    ends = (measure.low, measure.high, measure.method)
    return (measure.metric, measure.value, *ends, measure.n, measure.baselines.get("majority"), measure.undefined)
