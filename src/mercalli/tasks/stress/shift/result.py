"""What a look at shifts carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.seal import Result


@dataclass(frozen=True)
class PriorReport:
    """What metrics would be if urgent items were another share of all; `own` says that it is the share here."""

    prior: float
    measures: tuple[Measure, ...]
    own: bool = False

    def measure(self, metric: str) -> Measure:
        """A measure by its name."""
        return by_text(self.measures, metric)


@dataclass(frozen=True)
class LabelErrors:
    """Between what ends accuracy lies if at most so many labels are wrong."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class CopyReport:
    """What metrics are if every cluster of copies counts once.

    Attributes:
        column: The column of clusters, or of the texts whose copies were found.
        clusters: How many clusters there are, items without a copy included.
        copies: Items that are copies of an earlier one.
        largest: How many items the largest cluster has.
        measures: The metrics, each cluster weighing one.
    """

    column: str
    clusters: int
    copies: int
    largest: int
    measures: tuple[Measure, ...]


@dataclass(frozen=True)
class WorstFifth:
    """The mean of a metric over the worst fifth of slices, by their items.

    Attributes:
        column: The column of slices.
        metric: The metric.
        value: The mean over the worst fifth; None if it is undefined.
        whole: The mean over all slices, by their items.
        slices: How many slices have a value.
        worst: Those in the worst fifth, the worst first, with value and items.
    """

    column: str
    metric: str
    value: float | None
    whole: float | None
    slices: int
    worst: tuple[tuple[str, float, int], ...]


@dataclass(frozen=True)
class ShiftedSystem:
    """A system as it is, and under every shift."""

    name: str
    measures: tuple[Measure, ...]
    priors: tuple[PriorReport, ...]
    errors: tuple[LabelErrors, ...]
    copies: CopyReport | None
    worst: WorstFifth | None
    digest: str

    def measure(self, metric: str) -> Measure:
        """A measure by its name."""
        return by_text(self.measures, metric)


@dataclass(frozen=True)
class LabelsToLevel:
    """How many labels would have to be wrong to level two systems.

    Attributes:
        first: The system that is ahead in accuracy.
        second: The other one.
        only_first: Items that only the first gets right.
        only_second: Items that only the second gets right.
        labels: The least number of wrong labels that makes both as good: half of the difference, rounded up.
    """

    first: str
    second: str
    only_first: int
    only_second: int
    labels: int


@dataclass(frozen=True)
class ShiftResult(Result):
    """What answers that are there would be worth if the world shifted.

    Attributes:
        headline: The metrics that are shown.
        metrics: What each metric means.
        n: Items.
        urgent: The urgent classes.
        systems: The systems.
        levels: Pairs of systems, the best with each other first.
        notes: What should be known before relying on it.
        provenance: How it came about.
    """

    sealed_as: ClassVar[str] = "stress_shift"

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    n: int
    urgent: tuple[str, ...]
    systems: tuple[ShiftedSystem, ...]
    levels: tuple[LabelsToLevel, ...]
    notes: tuple[str, ...]
    provenance: Provenance
