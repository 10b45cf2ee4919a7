"""Advice as an article: what to do next, the evidence, what is in order and what could not be said."""

from __future__ import annotations

from dataclasses import replace

from mercalli.io.sheets import Sheet, sheet
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.advice.result import Advice
from mercalli.tasks.advice.verdict import grounds
from mercalli.telling.article import (
    LONG,
    PAGE,
    PROMPT,
    SCREEN,
    Article,
    Block,
    Findings,
    Fold,
    Notes,
    Section,
    Sentence,
    table,
)
from mercalli.telling.blocks import evidence_section, next_section
from mercalli.text.words import capital, counted

SEEN = ("looked for", "found")
FIRST = 5
TITLE = "Findings, the most pressing first"
FINDING = ("kind", "severity", "finding", "evidence", "action")


def article(result: Advice) -> Article:
    """All of it, the most pressing findings first and the others where they are asked for."""
    unsaid = tuple(Sentence(f"{capital(each.kind)}: {each.why}.") for each in result.reasons)
    fine = table("Checked, and in order", SEEN, ((each.kind, each.says) for each in result.fine), words=SEEN)
    return Article(
        title=result.provenance.title,
        asks="advice",
        summary=f"{result.about}: {counted(len(result.findings), 'finding')}",
        sections=(
            replace(next_section(result.findings[:FIRST], *_others(result), *_notes(result)), title=TITLE),
            _evidence(result),
            Section("What could not be checked", unsaid),
            Section("What is in order", (fine,), on=LONG),
        ),
        metrics=(),
        provenance=result.provenance,
        digests={"what was checked": result.digest},
    )


def _notes(result: Advice) -> tuple[Block, ...]:
    """What a verdict has no room for."""
    return (Notes(grounds(result).cautions[MOST_CAUTIONS:]),)


def _others(result: Advice) -> tuple[Block, ...]:
    """The less pressing findings: folded on a page, counted at a prompt."""
    others = result.findings[FIRST:]
    if not others:
        return ()
    told = Sentence(f"{counted(len(others), 'more finding')}: see `findings` of the result.", on=PROMPT)
    return Fold(counted(len(others), "more finding"), (Findings(others, FIRST + 1),)), told


def _evidence(result: Advice) -> Section:
    """The tables behind all findings, folded as these are."""
    first, others = (result.findings[part] for part in (slice(FIRST), slice(FIRST, None)))
    behind = evidence_section(others, FIRST + 1).blocks
    fold = (Fold("Evidence for the other findings", behind),) if behind else ()
    return Section("Evidence", (*evidence_section(first).blocks, *fold), on=PAGE)


def other_findings(result: Advice, *, wanted: bool) -> tuple[Section, ...]:
    """The less pressing findings for a terminal, or how to see them."""
    others = result.findings[FIRST:]
    if not others:
        return ()
    if wanted:
        return (Section("Less pressing", (Findings(others, FIRST + 1),), on=SCREEN),)
    hint = f"The {FIRST} most pressing of {counted(len(result.findings), 'finding')} are shown; --all shows the rest."
    return (Section("More findings", (Sentence(hint),), on=SCREEN),)


def tables(result: Advice) -> dict[str, Sheet]:
    """The findings."""
    rows = ((each.kind, each.severity, each.finding, each.evidence, each.action) for each in result.findings)
    return {"findings.csv": sheet("findings", FINDING, rows)}
