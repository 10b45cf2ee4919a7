"""What the verdict on advice rests on: the most pressing finding, how much it touches, and what to do first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.results.findings import HIGH, SEVERITIES, Finding
from mercalli.results.grounds import Grounds
from mercalli.tasks.advice.result import Advice
from mercalli.text.words import capital, counted, listed


def grounds(result: Advice) -> Grounds:
    """A pressing finding leads as a warning; the others are counted, and told in full below the verdict."""
    first = result.findings[:1]
    return Grounds(
        says=_answer(result),
        alarms=tuple(f"{_told(each)}." for each in first if each.severity == HIGH),
        speaks_for=f"This applies to what was looked at ({result.about}) and to more like it.",
        cautions=(*_unsaid(result), *result.notes),
        steps=tuple(f"{capital(each.finding)}: {each.action}" for each in _pressing(result.findings)),
    )


def _pressing(findings: Sequence[Finding]) -> Sequence[Finding]:
    """What to do first: about all findings of high severity, or else about the first one."""
    return [each for each in findings if each.severity == HIGH] or findings[:1]


def _answer(result: Advice) -> str:
    """How many findings there are, and the first one where no warning says it."""
    if not result.findings:
        fine = f": {counted(len(result.fine), 'check')} found nothing" if result.fine else ""
        return f"Nothing stands out{fine}."
    every = f"{counted(len(result.findings), 'finding')} ({_severities(result.findings)})"
    first = result.findings[0]
    return f"{every}." if first.severity == HIGH else f"{every}. The most pressing: {_told(first)}."


def _told(finding: Finding) -> str:
    """A finding with its numbers."""
    return f"{capital(finding.finding)} ({finding.evidence})"


def _severities(findings: Sequence[Finding]) -> str:
    """How many there are of each severity.

    >>> _severities([Finding("skew", "low", "", "", ""), Finding("copies", "high", "", "", "")])
    '1 high and 1 low'
    """
    severities = [each.severity for each in findings]
    return listed([f"{severities.count(each)} {each}" for each in SEVERITIES if each in severities])


def _unsaid(result: Advice) -> Iterator[str]:
    """What nobody looked at, in one line; the reasons stand in a section of their own."""
    kinds = list(dict.fromkeys(kind for each in result.unsaid for kind in each.kind.split(", ")))
    if kinds:
        yield f"Nothing could be said about {listed(kinds, len(kinds))}."
