"""Advice as an article: what to do next, the evidence, what is in order and what could not be said."""

from __future__ import annotations

from mercalli.io.sheets import Sheet, sheet
from mercalli.tasks.advice.result import Advice
from mercalli.telling.article import LONG, PROMPT, Article, Notes, Section, Sentence, table
from mercalli.telling.blocks import evidence_section, next_section
from mercalli.telling.files import folder
from mercalli.text.words import counted

SEEN = ("looked for", "found")
FINDING = ("kind", "severity", "finding", "evidence", "action")


def article(result: Advice) -> Article:
    """The whole of it."""
    unsaid = tuple(Sentence(f"{each.kind}: {each.why}.") for each in result.reasons)
    fine = table("Checked, and in order", SEEN, ((each.kind, each.says) for each in result.fine), words=SEEN)
    return Article(
        title=result.provenance.title,
        asks="advice",
        summary=f"{result.about}: {counted(len(result.findings), 'finding')}",
        sections=(
            Section(result.about, (Sentence(counted(len(result.findings), "finding")),), on=PROMPT),
            next_section(result.findings, Notes(result.notes)),
            evidence_section(result.findings),
            Section("What could not be said", unsaid),
            Section("What is in order", (fine,), on=LONG),
        ),
        metrics=(),
        provenance=result.provenance,
        digests={"what was looked at": result.digest},
    )


def files(result: Advice) -> dict[str, str | bytes]:
    """The report folder: the findings for a spreadsheet."""
    return folder(result, article(result), tables(result))


def tables(result: Advice) -> dict[str, Sheet]:
    """The findings."""
    rows = ((each.kind, each.severity, each.finding, each.evidence, each.action) for each in result.findings)
    return {"findings.csv": sheet("findings", FINDING, rows)}
