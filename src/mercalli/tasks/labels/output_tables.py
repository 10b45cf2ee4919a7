"""Outputs of language models in tables: how they were read, and where they could not be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.inputs.answers.answer import OUTCOMES, READ
from mercalli.results.outputs import OutputReport, UnreadPart
from mercalli.tasks.labels.outputs import percent
from mercalli.tasks.labels.result import Evaluation
from mercalli.tasks.labels.standing import best_first
from mercalli.telling.article import LONG, PAGE, Block, Cell, Fold, Section, Sentence, Table, table
from mercalli.telling.words import interval_header
from mercalli.text.numbers import DIGITS, interval, number
from mercalli.text.words import counted, short_name

MOST_PARTS = 100
ABOUT = (
    "The predictions are outputs of language models, from which labels were read. A whole answer holds nothing else; "
    "others were found in a text. An output that names several classes is ambiguous; what is empty, or the text of a "
    "failed call, is missing; what names no class is unreadable. All of these count as wrong unless you say otherwise. "
    "An answer that a person gives instead is no miss: below is how many that would be."
)


def output_section(result: Evaluation) -> Section:
    """How the outputs of every system were read, and what the scores would be otherwise; nothing for plain labels."""
    read = [(system, system.outputs) for system in best_first(result) if system.outputs is not None]
    if not read:
        return Section("Answers", ())
    return Section(
        "Answers",
        (
            Sentence(ABOUT, on=PAGE),
            _share_table([(system.name, outputs) for system, outputs in read]),
            _work_table(result, [(system.name, outputs) for system, outputs in read]),
            *(_bounds_table(system.name, outputs) for system, outputs in read if outputs.unread),
            *(block for system, outputs in read for block in _details(result, system.name, outputs)),
        ),
        on=LONG,
        anchor="answers",
    )


def _share_table(read: Sequence[tuple[str, OutputReport]]) -> Table:
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


def _work_table(result: Evaluation, read: Sequence[tuple[str, OutputReport]]) -> Table:
    """How many items people would have to look at, and how many of these are of critical classes."""
    critical = {note.name for note in result.classes if note.floor is not None}
    rows = (
        (
            name,
            f"{1000 * each.unread / each.n:.1f}",
            f"{each.unread:,}",
            f"{sum(part.unread for part in each.classes if part.name in critical):,}" if critical else "",
        )
        for name, each in read
        if each.unread
    )
    header = ("system", "unread per 1,000 items", "unread items", "of critical classes")
    return table(
        "Work for people: items whose answer somebody would have to give", header, rows, most=len(read), on=LONG
    )


def _bounds_table(name: str, outputs: OutputReport) -> Table:
    header = ("metric", "unread is wrong", "left out", "all right", "only whole answers")
    rows = (
        (each.metric, *(number(value, DIGITS) for value in (each.wrong, each.left_out, each.right, each.strict)))
        for each in outputs.bounds
    )
    caption = f"{short_name(name)}: {counted(outputs.unread, 'unread answer')}, counted in other ways"
    return table(caption, header, rows, most=len(outputs.bounds), on=LONG)


def _details(result: Evaluation, name: str, outputs: OutputReport) -> Iterator[Block]:
    """How answers were found, and where they could not be: for a page."""
    ways = (
        (each.outcome, each.how, percent(each.count, outputs), interval(each.low, each.high), f"{each.count:,}")
        for each in outputs.counts
    )
    shares = ("share", interval_header(result.provenance), "items")
    blocks = [
        table(
            "By outcome and how", ("outcome", "how", *shares), ways, words=("how",), most=len(outputs.counts), on=PAGE
        )
    ]
    if outputs.unread:
        urgent = {note.name for note in result.classes if note.floor is not None}
        classes = sorted(outputs.classes, key=lambda part: (part.name not in urgent, -part.unread / part.n))
        blocks.append(_unread_table("Unread by true class, critical classes first", "class", classes))
        if outputs.slices:
            worst = sorted(outputs.slices, key=lambda part: -part.unread / part.n)
            blocks.append(_unread_table("Unread by slice, most first", "slice", worst))
    blocks.append(_examples(outputs))
    yield Fold(f"How the outputs of {short_name(name)} were read", tuple(blocks))


def _examples(outputs: OutputReport) -> Table:
    """The most frequent outputs of every outcome and how."""
    rows = (
        (each.outcome, each.how or each.reason, each.label or "", f"{each.count:,}", each.output or "(empty)")
        for each in outputs.examples
    )
    header = ("outcome", "how", "label", "items", "text")
    words = ("how", "label", "text")
    return table("Examples: the most frequent of each kind", header, rows, words=words, most=MOST_PARTS, on=PAGE)


def _unread_table(caption: str, each: str, parts: Sequence[UnreadPart]) -> Table:
    others = [outcome for outcome in OUTCOMES if outcome != READ]
    rows: Iterator[tuple[str | Cell, ...]] = (
        (
            short_name(part.name),
            f"{part.n:,}",
            Cell(f"{part.unread / part.n:.1%}", interval(part.low, part.high)),
            *(f"{part.outcomes.get(outcome, 0):,}" for outcome in others),
        )
        for part in parts[:MOST_PARTS]
    )
    return table(caption, (each, "items", "unread", *others), rows, most=MOST_PARTS, each=each, on=PAGE)
