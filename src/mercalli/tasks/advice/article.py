"""Advice as an article: what to do next, the evidence, what is in order and what could not be said."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.article import Article, Notes, Section, table
from mercalli.telling.findings import NOTHING_FOUND, SEEN, evidence, next_section
from mercalli.text.visible import visible_record
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.advice.result import Advice

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


def advice_text(result: Advice) -> str:
    """Every finding with its numbers and its action, then what could not be said."""
    told = visible_record(result)
    findings = [
        f"{at}. [{each.severity}] {each.finding} ({each.evidence}). {each.action}"
        for at, each in enumerate(told.findings, 1)
    ]
    unsaid = [f"? {each.kind}: {each.why}" for each in told.reasons]
    return "\n".join([told.about, *(findings or [NOTHING_FOUND]), *unsaid, *(f"! {note}" for note in told.notes)])


def advice_html(result: Advice) -> str:
    """The same for a notebook."""
    findings = (
        f"<li><b>{escape(each.finding)}</b> ({escape(each.evidence)}). {escape(each.action)}</li>"
        for each in result.findings
    )
    return f"<h4>{escape(result.about)}</h4><ol>{''.join(findings)}</ol>"
