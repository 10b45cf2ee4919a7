"""Several systems on a terminal: a row for each, in as many tables as the width needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from mercalli.tasks.labels.rows import same_rows
from mercalli.tasks.labels.words import best_first, decisive
from mercalli.telling.terminal import DIM, LONGEST_NAME, MARK, Words, plain_table
from mercalli.text.numbers import interval, number, percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from mercalli.results.measure import Measure
    from mercalli.tasks.labels.result import Evaluation, SystemReport
    from mercalli.telling.terminal import PlainTable

MOST_SYSTEMS = 12
MAJORITY = "majority class"
GAP, DIGITS = 2, 2
SHORT = {"balanced_accuracy": "bal_acc", "accuracy": "acc", "cohen_kappa": "kappa"}


def standings(result: Evaluation, width: int) -> Iterator[RenderableType]:
    """Every headline metric with those that it must not be read without, the best value of each marked."""
    ranked = best_first(result)
    shown = ranked[:MOST_SYSTEMS]
    own = not same_rows(result)
    named = min(max(map(len, (MAJORITY, *(system.name for system in shown)))), LONGEST_NAME)
    taken = named + GAP + (len(f"{max(each.n for each in shown):,}") + GAP if own else 0)
    for at, columns in enumerate(_tables(result, width - taken)):
        yield from [""] if at else []
        yield _table(result, shown, columns, own=own)
    if len(ranked) > MOST_SYSTEMS:
        yield Words(f"{counted(len(ranked) - MOST_SYSTEMS, 'more system')}: see --json or --out.", style=DIM)


@dataclass(frozen=True)
class _Column:
    """What is said of a system's measure of one metric."""

    metric: str
    what: str = "value"

    def header(self, result: Evaluation) -> str:
        if self.what == "interval":
            return f"{percent(result.provenance.settings['level'])} interval"
        return "band" if self.what == "band" else SHORT.get(self.metric, self.metric.replace("weighted", "wtd"))

    def text(self, measure: Measure) -> str:
        if self.what == "interval":
            return interval(measure.low, measure.high, digits=DIGITS)
        return measure.band or "" if self.what == "band" else number(measure.value, DIGITS)

    def cell(self, measure: Measure, best: float | None) -> Text:
        marked = self.what == "value" and measure.value is not None and measure.value == best
        return Text(self.text(measure), style=MARK if marked else "")

    def baseline(self, measure: Measure) -> Text:
        return Text(number(measure.baselines.get("majority"), DIGITS) if self.what == "value" else "", style=DIM)

    def width(self, result: Evaluation) -> int:
        texts = (self.text(system.measure(self.metric)) for system in result.systems)
        return GAP + max(map(len, (self.header(result), *texts)))


def _tables(result: Evaluation, width: int) -> list[list[_Column]]:
    """Columns that stand side by side: what belongs together stays together, and nothing is left out."""
    tables: list[list[_Column]] = [[]]
    for metric in result.headline:
        group = _group(result, metric)
        if any(set(group) <= set(table) for table in tables):
            continue
        joined = list(dict.fromkeys([*tables[-1], *group]))
        if _fit(result, joined, width):
            tables[-1] = joined
        else:
            tables += _broken(result, group, width)
    return [table for table in tables if table]


def _fit(result: Evaluation, columns: Sequence[_Column], width: int) -> bool:
    return sum(column.width(result) for column in columns) <= width


def _broken(result: Evaluation, group: Sequence[_Column], width: int) -> list[list[_Column]]:
    """The columns of one metric; where even they are too many, in several tables that all begin with it."""
    first, *others = group
    tables = [[first]]
    for column in others:
        if _fit(result, [*tables[-1], column], width):
            tables[-1].append(column)
        else:
            tables.append([first, column])
    return tables


def _group(result: Evaluation, metric: str) -> list[_Column]:
    """A metric and those beside it; the one that decides comes with its interval and its band."""
    beside = next(card.beside for card in result.metrics if card.metric == metric)
    group = [_Column(metric), *_details(result, metric)]
    return [*group, *(_Column(name) for name in beside if name in result.measured)]


def _details(result: Evaluation, metric: str) -> Iterator[_Column]:
    if metric == decisive(result):
        measures = [system.measure(metric) for system in result.systems]
        if any(measure.low is not None for measure in measures):
            yield _Column(metric, "interval")
        if any(measure.band for measure in measures):
            yield _Column(metric, "band")


def _table(result: Evaluation, systems: Sequence[SystemReport], columns: Sequence[_Column], *, own: bool) -> PlainTable:
    """The systems, and always predicting the most frequent class of each one's rows, or of the rows they share."""
    rows = [("rows", "right")] if own else []
    sides = ("left" if column.what == "band" else "right" for column in columns)
    headers = ((column.header(result), side) for column, side in zip(columns, sides, strict=True))
    best = {column.metric: best_first(result, column.metric)[0].measure(column.metric).value for column in columns}
    made = plain_table(("system", "name"), *rows, *headers)
    for at, system in enumerate(systems):
        measures = [system.measure(column.metric) for column in columns]
        cells = [each.cell(measure, best[each.metric]) for each, measure in zip(columns, measures, strict=True)]
        name = Words(system.name, style="" if at else MARK)
        made.add_row(name, *([Text(f"{system.n:,}")] if own else []), *cells)
        if own or system is systems[-1]:
            baselines = [each.baseline(measure) for each, measure in zip(columns, measures, strict=True)]
            made.add_row(Text(MAJORITY, style=DIM), *([Text("")] if own else []), *baselines)
    return made
