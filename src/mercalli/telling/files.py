"""The files of a report folder: the sealed result, the article twice, its pictures, and tables for a spreadsheet.

Every table of measures, of differences and of rankings has the same columns, whatever the result is of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mercalli.io.cells import csv_text
from mercalli.results.difference import Pair, Ranking
from mercalli.results.measure import Measure
from mercalli.results.parts import ClassReport, SliceReport
from mercalli.results.seal import Result, to_json
from mercalli.telling.article import PAGE, Article, headed
from mercalli.telling.markdown import article_markdown
from mercalli.telling.page.article import article_page

MEASURE = ("metric", "value", "low", "high", "method", "n", "baseline", "baseline_value", "skill", "band", "undefined")
DIFFERENCE = (
    *("first", "second", "metric", "first_value", "second_value", "difference"),
    *("low", "high", "method", "p", "p_adjusted", "better", "undefined"),
)


@dataclass(frozen=True)
class MeasureRow:
    """A measure and what it is of: a system, in it perhaps a slice or a class; `more` is what one task adds."""

    system: str
    measure: Measure
    slice: str = ""
    label: str = ""
    more: tuple[object, ...] = ()


def folder(
    result: Result,
    article: Article,
    tables: Mapping[str, str],
    pictures: Mapping[str, bytes] | None = None,
) -> dict[str, str | bytes]:
    """File names and contents."""
    told = headed(article, result.verdict)
    return {"result.json": to_json(result), **article_files(told, pictures or {}), **tables}


def article_files(article: Article, pictures: Mapping[str, bytes]) -> dict[str, str | bytes]:
    """The same article for a browser and as text, and the pictures that it shows."""
    page = article.on(PAGE)
    return {"index.html": article_page(page, pictures), "report.md": article_markdown(page), **pictures}


def measures_csv(rows: Iterable[MeasureRow], more: Sequence[str] = ()) -> str:
    """Measures, a row for each; `more` names the columns that one task adds."""
    return csv_text(("system", "slice", "class", *MEASURE, *more), map(_measure_cells, rows))


def _measure_cells(row: MeasureRow) -> tuple[object, ...]:
    each = row.measure
    baseline, trivial = next(iter(each.baselines.items()), (None, None))
    return (
        *(row.system, row.slice, row.label),
        *(each.metric, each.value, each.low, each.high, each.method, each.n),
        *(baseline, trivial, each.skill, each.band, each.undefined),
        *row.more,
    )


def classes_csv(classes: Iterable[tuple[str, Sequence[ClassReport]]]) -> str:
    """Measures of the classes of every system."""
    rows = (
        MeasureRow(system, each, label=report.name, more=(report.support, report.predicted, report.few))
        for system, reports in classes
        for report in reports
        for each in report.measures
    )
    return measures_csv(rows, ("support", "predicted", "few"))


def slices_csv(slices: Iterable[tuple[str, Sequence[SliceReport]]]) -> str:
    """Measures of the slices of every system."""
    rows = (
        MeasureRow(system, each, slice=part.name, more=(part.few,))
        for system, parts in slices
        for part in parts
        for each in part.measures
    )
    return measures_csv(rows, ("few",))


def differences_csv(pairs: Iterable[Pair]) -> str:
    """First minus second on every metric of every pair."""
    rows = (
        (
            *(pair.first, pair.second, each.metric, each.first, each.second, each.difference),
            *(each.low, each.high, each.method, each.p, each.p_adjusted, each.better, each.undefined),
        )
        for pair in pairs
        for each in pair.differences
    )
    return csv_text(DIFFERENCE, rows)


def rankings_csv(rankings: Iterable[Ranking]) -> str:
    """The place of every system on every metric; systems that cannot be told apart share one."""
    rows = (
        (ranking.metric, 1 + sum(map(len, ranking.groups[:at])), system)
        for ranking in rankings
        for at, group in enumerate(ranking.groups)
        for system in group
    )
    return csv_text(("metric", "place", "system"), rows)
