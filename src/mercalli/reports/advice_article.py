"""Advice as an article: what to do next, the evidence, what is in order and what could not be said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import counted
from mercalli.reports.article import Article, Findings, Notes, Section, Sentence, table
from mercalli.results.advice_text import NOTHING_FOUND

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.reports.article import Block
    from mercalli.results.advice import Advice, Finding

NEXT = "What to do next"
SEEN = ("looked for", "found")
UNSAID = ("looked for", "why it cannot be said")


def advice_article(result: Advice) -> Article:
    """The whole of it."""
    return Article(
        title=result.provenance.title,
        asks="advice",
        summary=f"{result.about}: {counted(len(result.findings), 'finding')}",
        sections=tuple(_sections(result)),
        metrics=(),
        provenance=result.provenance,
        digests={"what was looked at": result.digest},
    )


def next_section(findings: Sequence[Finding]) -> Section:
    """What to do next, for any report."""
    return Section(NEXT, (Findings(tuple(findings)) if findings else Sentence(NOTHING_FOUND),))


def evidence(findings: Sequence[Finding]) -> Iterator[Block]:
    """The tables behind findings, under the numbers that these have in `next_section`."""
    for at, finding in enumerate(findings, 1):
        for each in finding.tables:
            yield table(f"{at}. {finding.finding}. {each.caption}", each.header, each.rows, words=each.words)


def _sections(result: Advice) -> Iterator[Section]:
    first = next_section(result.findings)
    yield Section(first.title, (*first.blocks, Notes(result.notes)))
    shown = tuple(evidence(result.findings))
    if shown:
        yield Section("Evidence", shown)
    if result.unsaid:
        rows = ((each.kind, each.why) for each in result.reasons)
        yield Section("What could not be said", (table("Not said, and why", UNSAID, rows, words=UNSAID[1:]),))
    if result.fine:
        rows = ((each.kind, each.says) for each in result.fine)
        yield Section("What is in order", (table("Looked for and not found", SEEN, rows, words=SEEN[1:]),))
