"""The files of a report folder, all made from the result alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.labels.compare.article import comparison_article
from mercalli.tasks.labels.confusions import confusions
from mercalli.tasks.labels.evaluation import evaluation_page
from mercalli.tasks.labels.figures import figures
from mercalli.tasks.labels.page.html import evaluation_html_page
from mercalli.telling.files import article_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.measure import Measure
    from mercalli.tasks.labels.compare.result import Comparison
    from mercalli.tasks.labels.result import Evaluation

MEASURE = ("metric", "value", "low", "high", "method", "n", "majority", "band", "undefined")
PAIR = ("first", "second", "metric")
DIFFERENCE = ("value_first", "value_second", "difference", "low", "high", "p", "p_adjusted")


def evaluation_files(result: Evaluation) -> dict[str, str | bytes]:
    """What is written of an evaluation in any case."""
    return {
        "result.json": to_json(result),
        "index.html": evaluation_html_page(result),
        "comprehensive_evaluation_report.md": evaluation_page(result),
        "metrics.csv": csv_text(("system", *MEASURE), _metric_rows(result)),
        "classes.csv": csv_text(("system", "class", "support", "predicted", *MEASURE), _class_rows(result)),
        "slices.csv": csv_text(("system", "slice", "rows", "few", *MEASURE), _slice_rows(result)),
        "confusions.csv": csv_text(("system", "truth", "pred", "count", "share", "harm"), _confusion_rows(result)),
        **figures(result),
    }


def comparison_files(result: Comparison) -> dict[str, str | bytes]:
    """What is written of a comparison in any case."""
    return {
        "result.json": to_json(result),
        **article_files(comparison_article(result), {}),
        "differences.csv": csv_text((*PAIR, *DIFFERENCE), _difference_rows(result)),
    }


def _difference_rows(result: Comparison) -> Iterator[Sequence[object]]:
    for pair in result.pairs:
        for each in pair.differences:
            values = (each.first, each.second, each.difference, each.low, each.high, each.p, each.p_adjusted)
            yield (pair.first, pair.second, each.metric, *values)


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
        every = confusions(system.table)
        yield from ((system.name, each.truth, each.pred, each.count, each.share, each.harm) for each in every)


def _measure(measure: Measure) -> tuple[object, ...]:
    majority = measure.baselines.get("majority")
    return (
        *(measure.metric, measure.value, measure.low, measure.high, measure.method),
        *(measure.n, majority, measure.band, measure.undefined),
    )
