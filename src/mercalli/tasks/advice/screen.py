"""Advice on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.results.findings import HIGH, MEDIUM
from mercalli.telling.findings import NEXT, NOTHING_FOUND
from mercalli.telling.terminal import BAD, DIM, MARK, WARN, PlainTable, Words, note_table, plain_table
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.findings import Evidence, Finding
    from mercalli.tasks.advice.result import Advice

COLOURS = {HIGH: BAD, MEDIUM: WARN}
INDENT, TEXT = "   ", "text"
MOST_ROWS = 12


def show_advice(console: Console, result: Advice, said: Sequence[str]) -> None:
    """Print the whole screen."""
    for part in _parts(*visible_record((result, tuple(said)))):
        console.print(part)


def _parts(result: Advice, said: Sequence[str]) -> Iterator[RenderableType]:
    yield Words(f"{result.provenance.title}: {result.about}", style=MARK)
    yield from (Words(f"  {line}", style=DIM) for line in said)
    yield from findings_parts(result.findings)
    if result.unsaid:
        yield Words("\nWhat could not be said")
        yield from (Words(f"  ? {each.kind}: {each.why}") for each in result.reasons)
    if result.fine:
        yield Words("\nIn order")
        yield from (Words(f"  {each.kind}: {each.says}", style=DIM) for each in result.fine)
    if result.notes:
        yield Words("\nBefore you rely on it")
        yield note_table(result.notes)


def findings_parts(findings: Sequence[Finding]) -> Iterator[RenderableType]:
    """What to do next, for any screen; the record must have been made visible."""
    yield Words(f"\n{NEXT}", style=MARK)
    if not findings:
        yield Words(NOTHING_FOUND)
    for at, finding in enumerate(findings, 1):
        yield Words(f"\n{at}. [{finding.severity}] {finding.finding}", style=COLOURS.get(finding.severity, ""))
        yield _indented(Words(f"{finding.evidence}.", style=DIM))
        yield _indented(Words(f"-> {finding.action}"))
        for each in finding.tables:
            yield _indented(Words(f"{each.caption}:", style=DIM))
            yield from _examples(each) if TEXT in each.header else [_table(each)]


def _indented(part: RenderableType) -> RenderableType:
    made = PlainTable.grid()
    made.add_row(INDENT, part)
    return made


def _examples(evidence: Evidence) -> Iterator[RenderableType]:
    """What is said of each example in a line, its text below."""
    at = evidence.header.index(TEXT)
    for row in evidence.rows[:MOST_ROWS]:
        yield _indented(Words(" | ".join([*row[:at], *row[at + 1 :]]), style=DIM))
        yield _indented(_indented(Words(row[at])))


def _table(evidence: Evidence) -> RenderableType:
    """Names and words to the left, numbers to the right."""
    sides = ["left" if not at or name in evidence.words else "right" for at, name in enumerate(evidence.header)]
    made = plain_table(*zip(evidence.header, sides, strict=True))
    for row in evidence.rows[:MOST_ROWS]:
        made.add_row(*(Words(cell) if side == "left" else cell for cell, side in zip(row, sides, strict=True)))
    if len(evidence.rows) > MOST_ROWS:
        made.add_row(Words(f"and {len(evidence.rows) - MOST_ROWS} more"), *[""] * (len(sides) - 1))
    return _indented(made)
