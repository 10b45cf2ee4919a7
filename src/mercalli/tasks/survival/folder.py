"""The files of a report folder on survival."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.survival.article import survival_article
from mercalli.tasks.survival.figures import survival_figures
from mercalli.telling.files import article_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.measure import Measure
    from mercalli.tasks.survival.result import SurvivalReport, SurvivalResult

MEASURE = ("metric", "value", "low", "high", "standard_error", "method", "n", "alike", "band", "undefined")
CURVE = ("time", "c", "low", "high", "events")
DIFFERENCE = ("metric", "first_value", "second_value", "difference", "low", "high", "p", "p_adjusted", "better")


def survival_files(result: SurvivalResult) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page of words, tables for a spreadsheet, pictures."""
    pairs = {"differences.csv": csv_text(("first", "second", *DIFFERENCE), _pair_rows(result))} if result.pairs else {}
    figures = survival_figures(result)
    return {
        "result.json": to_json(result),
        **article_files(survival_article(result, figures), figures),
        "metrics.csv": csv_text(("system", "slice", *MEASURE), _measure_rows(result)),
        "concordance_curve.csv": csv_text(("system", *CURVE), _curve_rows(result)),
        "incidence.csv": csv_text(("system", "group", "n", "time", "incidence"), _incidence_rows(result)),
        **pairs,
    }


def _measure_rows(result: SurvivalResult) -> Iterator[Sequence[object]]:
    for report in result.systems:
        yield from ((report.name, "", *_measure(report, measure)) for measure in report.measures)
        for part in report.slices:
            yield from ((report.name, part.name, *_measure(None, measure)) for measure in part.measures)


def _measure(report: SurvivalReport | None, measure: Measure) -> tuple[object, ...]:
    error = None if report is None else report.standard_errors.get(measure.metric)
    return (
        *(measure.metric, measure.value, measure.low, measure.high, error, measure.method, measure.n),
        *(measure.baselines.get("alike"), measure.band, measure.undefined),
    )


def _curve_rows(result: SurvivalResult) -> Iterator[Sequence[object]]:
    for report in result.systems:
        curve = report.curve
        rows = zip(curve.time, curve.value, curve.low, curve.high, curve.events, strict=True)
        yield from ((report.name, *row) for row in rows)


def _incidence_rows(result: SurvivalResult) -> Iterator[Sequence[object]]:
    for report in result.systems:
        for group in report.groups:
            points = zip(group.time, group.incidence, strict=True)
            yield from ((report.name, group.name, group.n, time, chance) for time, chance in points)


def _pair_rows(result: SurvivalResult) -> Iterator[Sequence[object]]:
    for pair in result.pairs:
        for each in pair.differences:
            yield (
                *(pair.first, pair.second, each.metric, each.first, each.second, each.difference),
                *(each.low, each.high, each.p, each.p_adjusted, each.better),
            )
