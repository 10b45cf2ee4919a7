"""Outputs of language models in tables: how they were read, and what scores would be otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.inputs.answers.answer import OUTCOMES, READ
from mercalli.results.measure import Provenance
from mercalli.results.outputs import OutputReport, UnreadPart
from mercalli.telling.article import LONG, PAGE, Cell, Table, table
from mercalli.telling.output_notes import percent
from mercalli.telling.words import interval_header
from mercalli.text.numbers import DIGITS, number, share_interval
from mercalli.text.words import counted, short_name

MOST_PARTS = 100


def share_table(read: Sequence[tuple[str, OutputReport]]) -> Table:
    """A row for each system."""
    others = [outcome for outcome in OUTCOMES if outcome != READ]
    rows = (
        (
            name,
            *(percent(count, each) for count in (each.count(READ), each.whole, each.count(READ) - each.whole)),
            *(percent(each.count(outcome), each) for outcome in others),
            f"{each.distinct:,}",
        )
        for name, each in read
    )
    header = ("system", READ, "whole", "found in text", *others, "different outputs")
    return table("How outputs were read, in % of items", header, rows, most=len(read), on=LONG)


def bounds_table(name: str, outputs: OutputReport) -> Table:
    """The headline metrics of a system, with unread answers counted in other ways."""
    header = ("metric", "unread is wrong", "left out", "all right", "only whole answers")
    rows = (
        (each.metric, *(number(value, DIGITS) for value in (each.wrong, each.left_out, each.right, each.strict)))
        for each in outputs.bounds
    )
    caption = f"{short_name(name)}: {counted(outputs.unread, 'unread answer')}, counted in other ways"
    return table(caption, header, rows, most=len(outputs.bounds), on=LONG)


def ways_table(outputs: OutputReport, provenance: Provenance) -> Table:
    """Every outcome and way of reading with its share."""
    ways = (
        (each.outcome, each.how, percent(each.count, outputs), share_interval(each.low, each.high), f"{each.count:,}")
        for each in outputs.counts
    )
    header = ("outcome", "how", "share", interval_header(provenance), "items")
    return table("By outcome and how", header, ways, words=("how",), most=len(outputs.counts), on=PAGE)


def examples_table(outputs: OutputReport) -> Table:
    """The most frequent outputs of every outcome and how."""
    rows = (
        (each.outcome, each.how or each.reason, each.label or "", f"{each.count:,}", each.output or "(empty)")
        for each in outputs.examples
    )
    header = ("outcome", "how", "label", "items", "text")
    words = ("how", "label", "text")
    return table("Examples: the most frequent of each kind", header, rows, words=words, most=MOST_PARTS, on=PAGE)


def unread_table(caption: str, each: str, parts: Sequence[UnreadPart]) -> Table:
    """Unread answers by class or slice."""
    others = [outcome for outcome in OUTCOMES if outcome != READ]
    rows: Iterator[tuple[str | Cell, ...]] = (
        (
            short_name(part.name),
            f"{part.n:,}",
            Cell(f"{part.unread / part.n:.1%}", share_interval(part.low, part.high)),
            *(f"{part.outcomes.get(outcome, 0):,}" for outcome in others),
        )
        for part in parts[:MOST_PARTS]
    )
    return table(caption, (each, "items", "unread", *others), rows, most=MOST_PARTS, each=each, on=PAGE)
