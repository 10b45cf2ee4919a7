"""Findings of any result, told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.article import Findings, Section, Sentence, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.findings import Finding
    from mercalli.telling.article import Block

NEXT = "What to do next"
SEEN = ("looked for", "found")


def next_section(findings: Sequence[Finding]) -> Section:
    """What to do next, for any report."""
    return Section(NEXT, (Findings(tuple(findings)) if findings else Sentence(NOTHING_FOUND),))


def evidence(findings: Sequence[Finding]) -> Iterator[Block]:
    """The tables behind findings, under the numbers that these have in `next_section`."""
    for at, finding in enumerate(findings, 1):
        for each in finding.tables:
            yield table(f"{at}. {finding.finding}. {each.caption}", each.header, each.rows, words=each.words)


NOTHING_FOUND = "Nothing stands out."
