"""Advice in a few lines of text or HTML, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.results.visible import visible_record

if TYPE_CHECKING:
    from mercalli.results.advice import Advice

NOTHING_FOUND = "Nothing stands out."


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
