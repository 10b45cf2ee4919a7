"""Outputs of language models in tables: how they were read, and where they could not be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.results.outputs import OutputReport
from mercalli.tasks.labels.result import Evaluation
from mercalli.tasks.labels.standing import best_first
from mercalli.telling.article import LONG, PAGE, Block, Fold, Section, Sentence, Table, table
from mercalli.telling.output_tables import bounds_table, examples_table, share_table, unread_table, ways_table
from mercalli.text.words import short_name

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
            share_table([(system.name, outputs) for system, outputs in read]),
            _work_table(result, [(system.name, outputs) for system, outputs in read]),
            *(bounds_table(system.name, outputs) for system, outputs in read if outputs.unread),
            *(block for system, outputs in read for block in _details(result, system.name, outputs)),
        ),
        on=LONG,
        anchor="answers",
    )


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


def _details(result: Evaluation, name: str, outputs: OutputReport) -> Iterator[Block]:
    """How answers were found, and where they could not be: for a page."""
    blocks = [ways_table(outputs, result.provenance)]
    if outputs.unread:
        urgent = {note.name for note in result.classes if note.floor is not None}
        classes = sorted(outputs.classes, key=lambda part: (part.name not in urgent, -part.unread / part.n))
        blocks.append(unread_table("Unread by true class, critical classes first", "class", classes))
        if outputs.slices:
            worst = sorted(outputs.slices, key=lambda part: -part.unread / part.n)
            blocks.append(unread_table("Unread by slice, most first", "slice", worst))
    blocks.append(examples_table(outputs))
    yield Fold(f"How the outputs of {short_name(name)} were read", tuple(blocks))
