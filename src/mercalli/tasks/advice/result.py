"""Advice: findings on texts or on a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.findings import Finding, Fine, Unsaid
from mercalli.results.measure import Provenance
from mercalli.results.seal import Result


@dataclass(frozen=True)
class Advice(Result):
    """All findings about labelled texts or about a result, the most pressing first.

    Attributes:
        about: What was looked at, in a few words.
        findings: What stands out.
        fine: What was looked for and is in order.
        unsaid: What could not be checked, and why.
        notes: What should be known of how it was found.
        provenance: How it came about.
        digest: That of what was looked at.
    """

    sealed_as: ClassVar[str] = "advice"
    needs: ClassVar[tuple[str, ...]] = ("level",)

    about: str
    findings: tuple[Finding, ...]
    fine: tuple[Fine, ...]
    unsaid: tuple[Unsaid, ...]
    notes: tuple[str, ...]
    provenance: Provenance
    digest: str

    def of(self, kind: str) -> tuple[Finding, ...]:
        """The findings of one kind."""
        return tuple(each for each in self.findings if each.kind == kind)

    @property
    def reasons(self) -> tuple[Unsaid, ...]:
        """What could not be checked, each reason once with all kinds that it holds for."""
        whys = dict.fromkeys(each.why for each in self.unsaid)
        kinds = ([each.kind for each in self.unsaid if each.why == why] for why in whys)
        return tuple(Unsaid(", ".join(dict.fromkeys(named)), why) for named, why in zip(kinds, whys, strict=True))
