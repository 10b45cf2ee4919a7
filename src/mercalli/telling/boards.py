"""All systems side by side with the bars of their intervals, and then one system at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from mercalli.results.measure import Measure, MetricCard, Provenance
from mercalli.telling.article import LONG, PAGE, PROMPT, SHORT, Article, Block, Cell, Fold, On, Section, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.svg.strip import NARROW, Scale, Strip
from mercalli.text.numbers import DIGITS

_System = TypeVar("_System")
_Listed = TypeVar("_Listed", bound="Digested")
MOST_SYSTEMS = 12


@dataclass(frozen=True)
class Row:
    """A system on a board: its name, what stands before its measures, these, and what stands behind the first."""

    name: str | Cell
    more: tuple[str | Cell, ...]
    measures: tuple[Measure, ...]
    beside: tuple[str | Cell, ...] = ()


def board(
    caption: str,
    rows: Sequence[Row],
    titles: Mapping[str, str],
    cards: Sequence[MetricCard],
    *,
    more: Sequence[str] = (),
    beside: Sequence[str] = (),
    baseline: str = "",
    line: str = "",
    foot: Sequence[Sequence[str | Cell]] = (),
    each: str = "system",
    digits: int = DIGITS,
) -> Table:
    """Systems, the best first, each measure with its interval drawn; a terminal shows that of the first one alone.

    Args:
        caption: What decides their order.
        rows: The systems.
        titles: The names of their columns, by the texts of the metrics.
        cards: What is known about the metrics.
        more: Names of columns that stand before the measures.
        beside: Names of columns that stand behind the first measure, which decides.
        baseline: The baseline that is drawn as a tall line ...
        line: ... and what that is, in words.
        foot: Rows to compare with.
        each: What a row is of.
        digits: How many decimals values have.
    """
    known = {card.metric: card for card in cards}
    every = [[row.measures[at] for row in rows] for at in range(len(titles))]
    scales = [Scale.of(known[metric], column, NARROW) for metric, column in zip(titles, every, strict=True)]

    def cell(measure: Measure, scale: Scale) -> Cell:
        strip = Strip(measure, scale, line=measure.baselines.get(baseline))
        return measure_cell(measure, strip, mark=measure.band or "", digits=digits)

    def cells(row: Row) -> tuple[str | Cell, ...]:
        first, *others = map(cell, row.measures, scales)
        return (row.name, *row.more, first, *row.beside, *others)

    decisive, *others = titles.values()
    measured = (decisive, *beside, *others)
    return side_by_side(caption, (each, *more), measured, map(cells, rows), line=line, foot=foot)


def side_by_side(
    caption: str,
    first: Sequence[str],
    measured: Sequence[str],
    rows: Iterable[Sequence[str | Cell]],
    *,
    line: str = "",
    foot: Iterable[Sequence[str | Cell]] = (),
    on: On = LONG,
    has_intervals: bool = True,
) -> Table:
    """A board of any cells: `first` names the columns before those of measures, beginning with what a row is of."""
    found = table(caption, (*first, *measured), rows, each=first[0], most=MOST_SYSTEMS, on=on, look="board")
    bar = ", the bar is its interval" if has_intervals else ""
    tall = f", and the tall line is {line}" if line else ""
    legend = f"The dot is the value{bar}{tall}."
    return replace(found, foot=tuple(map(tuple, foot)), brief=tuple(measured[1:]), legend=legend)


def keys(names: Sequence[str]) -> dict[str, str]:
    """Keys and names of several systems, of which the reader of a page chooses one; nothing for a single one."""
    return {f"s{at}": name for at, name in enumerate(names)} if len(names) > 1 else {}


def folds(sections: Sequence[Section]) -> tuple[Fold, ...]:
    """What a reader of a page chooses from, the first one open."""
    known = zip(keys([each.title for each in sections]), sections, strict=True)
    return tuple(
        Fold(each.title, each.blocks, key, is_open=not at, about=each.about) for at, (key, each) in enumerate(known)
    )


def one_at_a_time(
    ordered: Sequence[_System], section: Callable[[_System], Section], title: str = "One system at a time"
) -> Iterator[Section]:
    """The details of each system: on a page in folds, the best one open; a terminal shows the best alone."""
    sections = [section(system) for system in ordered]
    if len(sections) == 1:
        yield sections[0]
        return
    yield Section(title, folds(sections), on=PAGE, anchor="systems")
    for at, each in enumerate(sections):
        yield replace(each, on=PROMPT if at else SHORT)


class Digested(Protocol):
    """A system, and the digest of what it was counted from."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def digest(self) -> str:
        """Of the labels."""
        ...


class SystemResult(Protocol):
    """A result on several systems."""

    @property
    def metrics(self) -> tuple[MetricCard, ...]:
        """What its metrics mean."""
        ...

    @property
    def provenance(self) -> Provenance:
        """How it comes about."""
        ...


def system_article(
    result: SystemResult,
    ordered: Sequence[_Listed],
    overview: Iterable[Block],
    blocks: Callable[[_Listed], Iterable[Block]],
    *more: Section,
    asks: str,
    summary: str,
) -> Article:
    """An overview below the verdict, one system at a time, and what else there is."""
    return Article(
        title=result.provenance.title,
        asks=asks,
        summary=summary,
        sections=(
            Section("Verdict", tuple(overview), on=LONG, anchor="verdict"),
            *one_at_a_time(ordered, lambda system: Section(system.name, tuple(blocks(system)))),
            *more,
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in ordered},
        parts=keys([system.name for system in ordered]),
    )
