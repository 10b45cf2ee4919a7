"""The files of a report folder on uplift."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.uplift.article import CURVES, uplift_article
from mercalli.tasks.uplift.figures import uplift_figure
from mercalli.telling.files import article_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.measure import Measure
    from mercalli.tasks.uplift.result import UpliftResult

MEASURE = ("metric", "value", "low", "high", "method", "n", "random", "undefined")
TARGET = ("k_asked", "k_used", "treated", "controls", "tied", "taken", "gained_per_1000_treated", "low", "high")
CURVE = (
    "share",
    "uplift",
    "uplift_low",
    "uplift_high",
    "uplift_random",
    "qini",
    "qini_low",
    "qini_high",
    "qini_random",
)


def uplift_files(result: UpliftResult) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, tables for a spreadsheet, a picture."""
    return {
        "result.json": to_json(result),
        "metrics.csv": csv_text(("system", "slice", *MEASURE), _measure_rows(result)),
        "targets.csv": csv_text(("system", *TARGET), _target_rows(result)),
        "uplift_curve.csv": csv_text(("system", *CURVE), _curve_rows(result)),
        **article_files(uplift_article(result), {CURVES: uplift_figure(result)}),
    }


def _measure_rows(result: UpliftResult) -> Iterator[Sequence[object]]:
    for system in result.systems:
        whole = [*system.measures, *(target.uplift for target in system.targets)]
        yield from ((system.name, "", *_measure(measure)) for measure in whole)
        for part in system.slices:
            yield from ((system.name, part.name, *_measure(measure)) for measure in part.measures)


def _measure(measure: Measure) -> tuple[object, ...]:
    return (
        *(measure.metric, measure.value, measure.low, measure.high, measure.method, measure.n),
        *(measure.baselines.get("random"), measure.undefined),
    )


def _target_rows(result: UpliftResult) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for each in system.targets:
            used = "+".join(f"{k:g}" for k in each.k)
            yield system.name, each.asked, used, each.treated, each.control, each.tied, each.taken, *each.per_1000


def _curve_rows(result: UpliftResult) -> Iterator[Sequence[object]]:
    """Gains per person at every share of the people."""
    for system in result.systems:
        curve = system.curve
        uplift, qini = curve.random
        columns = (
            *(curve.share, curve.uplift, curve.uplift_low, curve.uplift_high, uplift),
            *(curve.qini, curve.qini_low, curve.qini_high, qini),
        )
        yield from ((system.name, *row) for row in zip(*columns, strict=True))
