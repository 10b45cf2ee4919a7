"""What advice carries: findings with their numbers, evidence and an action, and what could not be said."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - read back by the types of the fields
from dataclasses import dataclass, field

HIGH, MEDIUM, LOW = "high", "medium", "low"
SEVERITIES = (HIGH, MEDIUM, LOW)


@dataclass(frozen=True)
class Evidence:
    """A small table; the first cell of a row names it, the others are numbers but in columns of `words`."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """Something that stands out, the numbers behind it, and what to do.

    Attributes:
        kind: What it is about, as in "skew".
        severity: "high", "medium" or "low".
        finding: The finding in a few words.
        evidence: Its numbers in words.
        action: What to do, with a number where there is one.
        numbers: The same numbers by their names.
        tables: What shows it: counts, and examples with their ids and texts.
    """

    kind: str
    severity: str
    finding: str
    evidence: str
    action: str
    numbers: Mapping[str, float | int | None] = field(default_factory=dict[str, float | int | None])
    tables: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Fine:
    """What was looked for and is not there."""

    kind: str
    says: str


@dataclass(frozen=True)
class Unsaid:
    """A kind of finding that could not be made, and why."""

    kind: str
    why: str


def pressing(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The same findings, the most severe first."""
    return tuple(sorted(findings, key=lambda each: SEVERITIES.index(each.severity)))
