"""How groups are told, the same for languages, parts of time and places: their gaps, cells and files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from mercalli.io.sheets import Sheet
from mercalli.results.gaps import Gap
from mercalli.results.gates import GateReport, missed_gates
from mercalli.results.groups import GroupReport
from mercalli.results.measure import Measure
from mercalli.telling.article import Cell, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.files import MeasureRow, gates_csv, measures_csv
from mercalli.telling.words import measure_of, missed_text
from mercalli.text.names import plain
from mercalli.text.numbers import value_text
from mercalli.text.words import listed, short_name


class GroupedReport(Protocol):
    """One system with gaps between its groups."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Between the groups of each column, by metric."""
        ...


def gap_table(
    caption: str, systems: Sequence[GroupedReport], by: str, metrics: Collection[str], *, several: bool = True
) -> Table:
    """The gap and the spread on some metrics; `by` heads the columns of groups, where there are several."""
    named = len(systems) > 1
    names = (*(["system"] if named else []), *([by] if several else []), "metric")
    rows = [
        (
            *([short_name(system.name)] if named else []),
            *([gap.column] if several else []),
            gap.metric,
            measure_cell(gap.gap),
            "" if gap.alike is None else measure_cell(gap.alike),
            measure_cell(gap.spread),
            short_name(gap.worst or ""),
            short_name(gap.best or ""),
        )
        for system in systems
        for gap in system.gaps
        if gap.metric in metrics
    ]
    header = (*names, "gap", "like for like", "spread", "lowest", "highest")
    words = (*names[named:], *header[-2:])
    return table(caption, header, rows, words=words)


def alike_cell(group: GroupReport, metric: str) -> str | Cell:
    """A value like for like, if there is one."""
    found = measure_of(group.alike, metric)
    return "" if found is None else measure_cell(found)


def group_cell(group: GroupReport, few: str, unknown: str) -> Cell:
    """The name of a group, tagged where it is too small or no group at all."""
    return Cell(short_name(group.values[0]), tag=unknown if not group.known else few if group.few else "")


def group_files(
    gates: Sequence[GateReport], systems: Sequence[GroupedReport], called: str = "part"
) -> Mapping[str, Sheet]:
    """The files of gaps and gates; `called` is what a group is."""
    columns = (f"lowest_{called}", f"highest_{called}", "like_for_like")
    gaps = {"gaps.csv": measures_csv(_gap_rows(systems), columns, "gaps")} if any(each.gaps for each in systems) else {}
    return {**gaps, **({"gates.csv": gates_csv(gates)} if gates else {})}


def _gap_rows(systems: Sequence[GroupedReport]) -> Iterator[MeasureRow]:
    for system in systems:
        for gap in system.gaps:
            for measure, alike in ((gap.gap, gap.alike), (gap.spread, gap.alike_spread)):
                more = (gap.worst, gap.best, None if alike is None else alike.value)
                yield MeasureRow(system.name, measure, slice=gap.column, more=more)


def gates_missed(gates: Sequence[GateReport], system: str) -> Iterator[str]:
    """A sentence on the gates that a system misses."""
    missed = missed_gates(gate for gate in gates if gate.system == system)
    if missed:
        told = listed([missed_text(text, every) for text, every in missed.items()])
        yield f"{plain(system)} misses {'its gate' if len(missed) == 1 else 'gates'} {told}."


def said(measure: Measure) -> str:
    """A value and its interval in a sentence, in as many digits as it needs."""
    value = value_text(measure.value or 0.0)
    return value if measure.low is None else f"{value} [{value_text(measure.low)} to {value_text(measure.high or 0.0)}]"
