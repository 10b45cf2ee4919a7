"""The files of a report folder: the sealed result, the article twice, its pictures, and tables for a spreadsheet.

Every table of measures, of differences, of rankings and of gates has the same columns, whatever the result is of. A
task names its tables once, in `tables(result)`; they become CSV files here and data frames in `Result.to_frame`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from mercalli.io.sheets import Kind, Sheet, sheet
from mercalli.results.difference import Pair, Ranking
from mercalli.results.gates import GateReport
from mercalli.results.measure import Measure
from mercalli.results.parts import ClassReport, SliceReport
from mercalli.telling.article import PAGE, Article
from mercalli.telling.markdown import article_markdown
from mercalli.telling.page.article import article_page

PLACE: Mapping[str, Kind] = {"system": str, "slice": str, "class": str}
MEASURE: Mapping[str, Kind] = {
    "metric": str,
    "value": float,
    "low": float,
    "high": float,
    "method": str,
    "n": int,
    "baseline": str,
    "baseline_value": float,
    "skill": float,
    "band": str,
    "undefined": str,
}
DIFFERENCE: Mapping[str, Kind] = {
    "first": str,
    "second": str,
    "metric": str,
    "first_value": float,
    "second_value": float,
    "difference": float,
    "low": float,
    "high": float,
    "method": str,
    "p": float,
    "p_adjusted": float,
    "better": str,
    "undefined": str,
}
GATE: Mapping[str, Kind] = {
    "gate": str,
    "system": str,
    "place": str,
    "value": float,
    "passed": bool,
    "undefined": str,
    "unread_wrong": float,
    "unread_right": float,
    "unread_left_out": float,
    "whole_answers": float,
}
ALIKE = ("like_for_like", "like_for_like_low", "like_for_like_high", "mix_coverage")
METRICS, CLASSES, SLICES, CONFUSIONS, COMPARISON, RANKINGS, GATES = (
    *("metrics", "classes", "slices", "confusions", "comparison", "rankings", "gates"),
)


@dataclass(frozen=True)
class MeasureRow:
    """A measure and what it is of: a system, in it perhaps a slice or a class; `more` is what one task adds."""

    system: str
    measure: Measure
    slice: str = ""
    label: str = ""
    more: tuple[object, ...] = ()


def article_files(article: Article, pictures: Mapping[str, bytes]) -> dict[str, str | bytes]:
    """The same article for a browser and as text, and the pictures that it shows."""
    page = article.on(PAGE)
    return {"index.html": article_page(page, pictures), "report.md": article_markdown(page), **pictures}


def measures_csv(
    rows: Iterable[MeasureRow], more: Sequence[str] = (), name: str = METRICS, keys: Sequence[str] = ()
) -> Sheet:
    """Measures, a row for each; `more` names the columns that one task adds, `keys` those that tell rows apart."""
    whole = sheet(name, (*PLACE, *MEASURE, *more), map(_measure_cells, rows), {**PLACE, **MEASURE})
    return replace(whole, keys=(*PLACE, *keys))


def _measure_cells(row: MeasureRow) -> tuple[object, ...]:
    each = row.measure
    baseline, trivial = next(iter(each.baselines.items()), (None, None))
    return (
        *(row.system, row.slice, row.label),
        *(each.metric, each.value, each.low, each.high, each.method, each.n),
        *(baseline, trivial, each.skill, each.band, each.undefined),
        *row.more,
    )


def classes_csv(classes: Iterable[tuple[str, Sequence[ClassReport]]]) -> Sheet:
    """Measures of the classes of every system."""
    rows = (
        MeasureRow(system, each, label=report.name, more=(report.support, report.predicted, report.few))
        for system, reports in classes
        for report in reports
        for each in report.measures
    )
    return measures_csv(rows, ("support", "predicted", "few"), CLASSES)


def slices_csv(slices: Iterable[tuple[str, Sequence[SliceReport]]]) -> Sheet:
    """Measures of the slices of every system."""
    rows = (
        MeasureRow(system, each, slice=part.name, more=(part.few, *_alike(part, each.metric)))
        for system, parts in slices
        for part in parts
        for each in part.measures
    )
    return measures_csv(rows, ("few", *ALIKE), SLICES)


def _alike(part: SliceReport, metric: str) -> tuple[object, ...]:
    """The value like for like, its interval, and how much of the mix it rests on."""
    measure = next((each for each in part.alike if each.metric == metric), None)
    return (None,) * len(ALIKE) if measure is None else (measure.value, measure.low, measure.high, part.coverage)


def differences_csv(pairs: Iterable[Pair]) -> Sheet:
    """First minus second on every metric of every pair."""
    rows = (
        (
            *(pair.first, pair.second, each.metric, each.first, each.second, each.difference),
            *(each.low, each.high, each.method, each.p, each.p_adjusted, each.better, each.undefined),
        )
        for pair in pairs
        for each in pair.differences
    )
    return sheet(COMPARISON, DIFFERENCE, rows, DIFFERENCE)


def ahead_sheets(pairs: Iterable[Pair], rankings: Iterable[Ranking]) -> dict[str, Sheet]:
    """How far systems are apart and who is ahead, by the names of their files."""
    return {"differences.csv": differences_csv(pairs), "rankings.csv": rankings_csv(rankings)}


def rankings_csv(rankings: Iterable[Ranking]) -> Sheet:
    """The place of every system on every metric; systems that cannot be told apart share one."""
    rows = (
        (ranking.metric, 1 + sum(map(len, ranking.groups[:at])), system)
        for ranking in rankings
        for at, group in enumerate(ranking.groups)
        for system in group
    )
    return sheet(RANKINGS, ("metric", "place", "system"), rows)


def gates_csv(gates: Iterable[GateReport]) -> Sheet:
    """Every gate on every system, and whether it was passed."""
    rows = (
        (
            *(each.gate, each.system, each.place, each.value, each.passed, each.undefined),
            *((None,) * 4 if each.bounds is None else each.bounds.ways),
        )
        for each in gates
    )
    return sheet(GATES, GATE, rows, GATE)
