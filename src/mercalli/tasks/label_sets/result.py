"""What an evaluation of label sets carries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from mercalli.results.difference import Ranking, SystemPair
from mercalli.results.faults import Fault, above, miscounted
from mercalli.results.measure import Measure, MetricCard, Provenance
from mercalli.results.named import MeasureLookup, SystemLookup
from mercalli.results.outputs import DifferenceBounds, OutputReport
from mercalli.results.parts import ClassReport, SliceReport
from mercalli.results.seal import Result


@dataclass(frozen=True)
class SetReport(MeasureLookup):
    """One system: over all items, label by label, and by slice."""

    name: str
    n: int
    measures: tuple[Measure, ...]
    labels: tuple[ClassReport, ...]
    slices: tuple[SliceReport, ...]
    notes: tuple[str, ...]
    digest: str
    outputs: OutputReport | None = field(default=None, metadata={"since": "0.2.0"})

    def faults(self) -> Iterator[Fault]:
        """Nothing is of more items than there are."""
        yield from miscounted(self)
        for at, label in enumerate(self.labels):
            yield from above(f"labels[{at}].support", label.support, self.n)
            yield from above(f"labels[{at}].predicted", label.predicted, self.n)


@dataclass(frozen=True)
class MultiLabel(Result, SystemLookup[SetReport]):
    """One or more systems that give items any number of labels.

    `lead_bounds` is the best system minus the next on the first metric, if unread answers counted in other ways.
    """

    sealed_as: ClassVar[str] = "multilabel"
    needs: ClassVar[tuple[str, ...]] = ("level",)

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[SetReport, ...]
    pairs: tuple[SystemPair, ...]
    rankings: tuple[Ranking, ...]
    provenance: Provenance
    lead_bounds: DifferenceBounds | None = field(default=None, metadata={"since": "0.2.0"})
