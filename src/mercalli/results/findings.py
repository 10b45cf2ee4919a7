"""What advice carries: findings with their numbers, evidence and an action, and what could not be said."""

from __future__ import annotations

from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
)
from dataclasses import dataclass, field

from mercalli.results.faults import Fault, empty, ragged, strange
from mercalli.results.measure import Provenance
from mercalli.results.personal import TEXTS

HIGH, MEDIUM, LOW = "high", "medium", "low"
SEVERITIES = (HIGH, MEDIUM, LOW)
# Kinds that are found in texts as well as in results, and what looks at nothing answers.
BASELINE, SEPARABLE, FEW, SKEWED = "baseline", "separability", "few documents", "skew"
CONSTANT, RANDOM = "predicting the most frequent class", "the same predictions in random order"


@dataclass(frozen=True)
class Evidence:
    """A small table; the first cell of a row names it, the others are numbers but in columns of `words`."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = field(metadata={TEXTS: ("text", "words")})
    words: tuple[str, ...] = ()

    def faults(self) -> Iterator[Fault]:
        """Rows are as wide as the header."""
        yield from empty("header", self.header)
        yield from ragged("rows", self.rows, len(self.header))


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

    def faults(self) -> Iterator[Fault]:
        """Its severity is one of three."""
        return strange("severity", self.severity, SEVERITIES, "high, medium or low")


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


def pressing(remarks: Iterable[Finding | Fine | Unsaid]) -> tuple[Finding, ...]:
    """The findings among what was said, the most severe first."""
    findings = (each for each in remarks if isinstance(each, Finding))
    return tuple(sorted(findings, key=lambda each: SEVERITIES.index(each.severity)))


@dataclass(frozen=True)
class Review:
    """What a task says of one of its results when advice is asked for.

    Attributes:
        about: What was looked at, in a few words.
        said: What stands out, what is in order and what could not be said.
        notes: What should be known of how it was found.
        provenance: How it came about.
        digest: That of what was looked at.
    """

    about: str
    said: tuple[Finding | Fine | Unsaid, ...]
    notes: tuple[str, ...]
    provenance: Provenance
    digest: str
