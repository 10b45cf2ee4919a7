"""Findings of any result, told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.article import PAGE, Findings, Section, Sentence, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.results.findings import Finding
    from mercalli.telling.article import Block

NOTHING_FOUND = "Nothing stands out."


def next_section(findings: Sequence[Finding], *more: Block) -> Section:
    """What to do next; a terminal shows the tables behind each finding below it."""
    return Section("What to do next", (Findings(tuple(findings)) if findings else Sentence(NOTHING_FOUND), *more))


def evidence_section(findings: Sequence[Finding]) -> Section:
    """The tables behind findings for a page, under the numbers that these have in `next_section`."""
    tables = (
        table(f"{at}. {finding.finding}. {each.caption}", each.header, each.rows, words=each.words)
        for at, finding in enumerate(findings, 1)
        for each in finding.tables
    )
    return Section("Evidence", tuple(tables), on=PAGE)


SEEN = ("looked for", "found")
