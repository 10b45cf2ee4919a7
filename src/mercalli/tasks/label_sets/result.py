"""What an evaluation of label sets carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.difference import Ranking, SystemPair  # noqa: TC001 - read back by the types of the fields
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import system_named
from mercalli.results.parts import ClassReport, SliceReport  # noqa: TC001 - as above
from mercalli.results.seal import Result


@dataclass(frozen=True)
class SetReport:
    """One system: over all items, label by label, and by slice."""

    name: str
    n: int
    measures: tuple[Measure, ...]
    labels: tuple[ClassReport, ...]
    slices: tuple[SliceReport, ...]
    notes: tuple[str, ...]
    digest: str

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return by_text(self.measures, metric)


@dataclass(frozen=True)
class MultiLabel(Result):
    """One or more systems that give items any number of labels."""

    sealed_as: ClassVar[str] = "multilabel"

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[SetReport, ...]
    pairs: tuple[SystemPair, ...]
    rankings: tuple[Ranking, ...]
    provenance: Provenance

    def __getitem__(self, system: str) -> SetReport:
        """A system by its name."""
        return system_named(self.systems, system)
