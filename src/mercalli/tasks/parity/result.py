"""How well systems work in every group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.faults import Fault, above
from mercalli.results.gaps import Gap
from mercalli.results.gates import GateReport
from mercalli.results.groups import GroupLookup, GroupReport
from mercalli.results.measure import Measure, MetricCard, Provenance
from mercalli.results.named import SystemLookup
from mercalli.results.seal import Result


@dataclass(frozen=True)
class TranslatedClass:
    """Pairs of one true class, and how many of them are right in the source and in the translation."""

    name: str
    n: int
    source: int
    translation: int

    def faults(self) -> Iterator[Fault]:
        """No more are right than there are."""
        yield from above("source", self.source, self.n)
        yield from above("translation", self.translation, self.n)


@dataclass(frozen=True)
class TranslationReport:
    """The same messages in two languages; `counts` are urgent ones found in both, the source, the translation, neither.

    Attributes:
        group: The language of the translations.
        n: Pairs.
        counts: Urgent pairs: found in both, only in the source, only in the translation, in neither.
        agreement: The share of pairs that got the same answer.
        difference: The share of urgent messages found in the source minus that in the translation ...
        p: ... and how often chance alone would make it as large (McNemar's exact test).
        lost: Of urgent messages found in the source, the share that is missed in the translation.
        weight_lost: The same over all classes, each message by the weight of its class.
        classes: The pairs of every true class.
    """

    group: str
    n: int
    counts: tuple[int, int, int, int]
    agreement: Measure
    difference: Measure
    p: float | None
    lost: Measure
    weight_lost: Measure
    classes: tuple[TranslatedClass, ...] = ()


@dataclass(frozen=True)
class ParityReport(GroupLookup[GroupReport]):
    """One system: its values in all rows and in every group, the gaps between groups, and translated pairs."""

    name: str
    n: int
    dropped: int
    measures: tuple[Measure, ...]
    slices: tuple[GroupReport, ...]
    gaps: tuple[Gap, ...]
    translations: tuple[TranslationReport, ...]
    notes: tuple[str, ...]
    digest: str


@dataclass(frozen=True)
class Parity(SystemLookup[ParityReport], Result):
    """One or more systems, group by group; `urgent` are the classes that must not be missed."""

    sealed_as: ClassVar[str] = "parity"
    needs: ClassVar[tuple[str, ...]] = ("level",)

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[ParityReport, ...]
    urgent: tuple[str, ...]
    provenance: Provenance
    gates: tuple[GateReport, ...] = ()

    def faults(self) -> Iterator[Fault]:
        """There is a metric that leads, and a system; each system has all metrics in all rows, groups and gaps."""
        if not self.headline or not self.systems:
            yield "headline", "must name a metric, and there must be a system"
        for at, system in enumerate(self.systems):
            wanted = {*self.headline, *(card.metric for card in self.metrics)}
            gaps = {(gap.column, gap.metric) for gap in system.gaps}
            for group in system.slices:
                known = {each.metric for each in group.measures} & {each.metric for each in system.measures}
                if wanted - known or any((*group.columns[:1], name) not in gaps for name in wanted):
                    yield f"systems[{at}]", f"must have {sorted(wanted)} in all rows, in every group and as gaps"
