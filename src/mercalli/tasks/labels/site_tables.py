"""Each site, all rows together, the mean of sites and the next site, drawn one below the other."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.results.measure import Measure
from mercalli.results.sites import SiteSummary
from mercalli.tasks.labels.result import Evaluation, SystemReport
from mercalli.tasks.labels.standing import best_first
from mercalli.telling.article import LONG, PAGE, Block, Cell, Section, Sentence, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.svg.strip import Scale, Strip
from mercalli.telling.words import sure
from mercalli.text.numbers import DIGITS, number
from mercalli.text.words import counted, short_name

ABOUT = (
    "All rows together say how good a system is on these rows; the interval of one more site says what to expect where "
    "it has not been tried, if that site is like these. Random effects on the scale of log-odds (Paule and Mandel; "
    "Hartung and Knapp)."
)
TOGETHER, MEAN, NEXT = "all rows together", "mean of sites", "one more site"


def site_section(result: Evaluation) -> Section:
    """A forest of each metric for each system."""
    blocks = [block for system in best_first(result) for each in system.sites for block in _forest(system, each)]
    return Section("Sites", (Sentence(ABOUT, on=PAGE), *blocks) if blocks else (), on=LONG, anchor="sites")


def _forest(system: SystemReport, summary: SiteSummary) -> Iterator[Block]:
    """The values, and what they say."""
    metric, rows = summary.mean.metric, list(_rows(system, summary))
    scale = Scale.around([measure for _, measure in rows])
    overall = system.measure(metric).value
    caption = f"{metric} of {short_name(system.name)} by {short_name(summary.column)}"
    cells = (_cells(name, measure, Strip(measure, scale, line=overall)) for name, measure in rows)
    yield _drawn(caption, summary.column, metric, cells)
    yield Sentence(_said(system, summary), on=LONG)


def _drawn(caption: str, column: str, metric: str, cells: Iterator[tuple[str | Cell, ...]]) -> Table:
    header = (column, "rows", metric, f"{metric} drawn")
    return table(caption, header, cells, on=PAGE, look="compact")


def _rows(system: SystemReport, summary: SiteSummary) -> Iterator[tuple[str, Measure]]:
    """What is drawn, with its name."""
    metric = summary.mean.metric
    for part in system.slices:
        if part.columns == (summary.column,):
            yield short_name(part.values[0]), next(each for each in part.measures if each.metric == metric)
    yield TOGETHER, system.measure(metric)
    if summary.mean.value is not None:
        yield MEAN, summary.mean
        yield NEXT, summary.next_site


def _cells(name: str, measure: Measure, strip: Strip) -> tuple[str | Cell, ...]:
    rows = "" if name in (MEAN, NEXT) else f"{measure.n:,}"
    return name, rows, measure_cell(measure), Cell("", strip=strip)


def _said(system: SystemReport, summary: SiteSummary) -> str:
    """The values in a sentence."""
    metric, ends = summary.mean.metric, (number(each, DIGITS) for each in (summary.lowest, summary.highest))
    sites = f"{short_name(system.name)}, {metric}: {counted(summary.sites, 'site')} from {' to '.join(ends)}"
    if summary.mean.value is None:
        return f"{sites}; {summary.mean.undefined}."
    low, high = (number(each, DIGITS) for each in (summary.next_site.low, summary.next_site.high))
    differ = "" if summary.share is None else f" {summary.share:.0%} of their differences are no chance."
    return f"{sites}, mean {sure(summary.mean)}. One more site is expected from {low} to {high}.{differ}"
