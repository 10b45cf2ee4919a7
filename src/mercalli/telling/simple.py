"""Rich blocks as simple ones, for tellings that have no look of their own for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mercalli.results.gates import GateReport
from mercalli.telling.article import (
    Block,
    Choice,
    CrossPlot,
    Explorer,
    Fold,
    Gates,
    Matrix,
    Picture,
    Plots,
    Rankings,
    Sentence,
    Table,
    table,
)
from mercalli.telling.blocks import ranking_table
from mercalli.telling.drawn import with_bars
from mercalli.telling.words import gate_range, gate_value, gates_caption
from mercalli.text.numbers import count


def simple(blocks: Iterable[Block], *, drawn: bool = False) -> Iterator[Block]:
    """Tables of texts and sentences instead of ladders and folds; those of values keep their drawings if `drawn`."""
    for block in blocks:
        match block:
            case Fold():
                yield Sentence(f"{block.heading}:")
                yield from simple(block.blocks, drawn=drawn)
            case Choice() | Explorer() | Plots(file="") | CrossPlot(file=""):
                pass
            case Table() if drawn:
                yield with_bars(block)
            case _:
                yield _one(block)


def _one(block: Block) -> Block:
    match block:
        case Table():
            return block.plain
        case Rankings(rankings):
            return ranking_table(rankings)
        case Gates(reports):
            return _gates(reports)
        case Matrix():
            return _matrix(block)
        case CrossPlot() | Plots():
            return _picture(block)
        case _:
            return block


def _picture(block: CrossPlot | Plots) -> Picture:
    """The file that shows the same."""
    shows = f"{block.plot.title}. {block.about}" if isinstance(block, CrossPlot) else f"Curves of {block.of}"
    return Picture(block.file, shows)


def _gates(reports: tuple[GateReport, ...]) -> Table:
    """What was missed first."""
    several = len({gate.system for gate in reports}) > 1
    rows = (
        (
            gate.gate,
            gate.system if several else "",
            gate.place or "",
            gate_value(gate),
            gate_range(gate),
            "passed" if gate.passed else "missed",
        )
        for gate in sorted(reports, key=lambda gate: gate.passed)
    )
    header = ("gate", "system", "in", "value", "unread otherwise", "result")
    return table(gates_caption(reports), header, rows, words=("system", "in", "result"), most=6, each="value").plain


def _matrix(matrix: Matrix) -> Table:
    rows = ((line.name, *(count(each.count) for each in line.cells)) for line in matrix.grid.lines)
    return table(matrix.caption, ("true class", *matrix.grid.columns), rows)
