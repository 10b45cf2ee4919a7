"""Outputs of language models: reading them once each, and counting a million of them beside bare labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import CLASSES, output_file, outputs
from bench.measure import agree, around, measured
from bench.peers import our_values
from bench.table import Row, faster, under

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure import Values

ROWS = 1_000_000
DISTINCT, LONG = 5_000, 100_000
SECONDS = 60
BAR = 1 / 3
REPEATS = 3


def answers(rows: int = ROWS) -> list[Row]:
    """100,000 different outputs of 200 characters; and rows with 5,000 different ones against the same labels, bare."""
    output_file(rows, DISTINCT)
    different = LONG * rows // ROWS
    reading = measured(reader, rows=different)
    bare, written = around(
        lambda: measured(evaluated, REPEATS, rows=rows, pred="bare"),
        lambda: measured(evaluated, REPEATS, rows=rows, pred="written"),
    )
    again = measured(evaluated, REPEATS, rows=rows, pred="written", forget=False)
    agree(bare, written)
    agree(bare, again)
    what = f"{rows:,} rows, {DISTINCT:,} different outputs, from Parquet, all metrics, 1,000 replicates"
    return [
        under(f"{different:,} different outputs of 200 characters, read", reading, SECONDS * rows / ROWS),
        faster(what, "Mercalli on the bare labels", bare, written, BAR),
        faster(f"{what}, again in the same process", "Mercalli on the bare labels", bare, again, BAR),
    ]


def reader(rows: int) -> Callable[[], Values]:
    """Every output is read; what was read is compared with what was written."""
    from mercalli.inputs.answers.reader import Reader
    from mercalli.inputs.classes import ClassList
    from mercalli.io.answers import read_answer_tables

    written = outputs(rows, 200)
    found = Reader.of(ClassList(CLASSES), read_answer_tables())
    found.answer("the first one compiles the patterns")
    return lambda: {"right": sum(found.answer(text).label == label for label, text in written) / len(written)}


def evaluated(rows: int, pred: str, *, forget: bool = True) -> Callable[[], Values]:
    """From the file, of which one column holds labels and one the same labels as a model would write them."""
    from mercalli import evaluate
    from mercalli.plan.read_before import READ_BEFORE

    file = output_file(rows, DISTINCT)

    def work() -> Values:
        if forget:
            READ_BEFORE.forget()
        return our_values(evaluate(file, truth="truth", pred=pred, replicates=1000))

    return work
