"""Several language models or prompts on the same items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.difference import Ranking, SystemPair
from mercalli.results.grounds import Finds
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import MeasureLookup, SystemLookup
from mercalli.results.seal import Result


@dataclass(frozen=True)
class ModelReport(MeasureLookup):
    """One system.

    Attributes:
        name: What it is called.
        factors: What makes it: its model, its prompt ...
        n: Items.
        fewest: The least answers to an item ...
        most: ... and the most.
        answers: Answers, those that were not given left out.
        absent: Items without any answer, which count as missing answers.
        outcomes: Answers by outcome: read, ambiguous, refused, missing, unreadable.
        measures: The expected score of one call on every metric.
        finds: What one call finds of every class that must not be missed.
        notes: What should be known of it.
    """

    name: str
    factors: Mapping[str, str]
    n: int
    fewest: int
    most: int
    answers: int
    absent: int
    outcomes: Mapping[str, int]
    measures: tuple[Measure, ...]
    finds: tuple[Finds, ...]
    notes: tuple[str, ...] = ()
    cost: None = None
    latency: None = None

    @property
    def repeated(self) -> bool:
        """Whether an item has several answers."""
        return self.most > 1

    @property
    def unread(self) -> int:
        """Answers that could not be read."""
        return sum(count for outcome, count in self.outcomes.items() if outcome != "read")


@dataclass(frozen=True)
class ModelsResult(Result, SystemLookup[ModelReport]):
    """Language models and prompts side by side."""

    sealed_as: ClassVar[str] = "models"

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[ModelReport, ...]
    pairs: tuple[SystemPair, ...]
    rankings: tuple[Ranking, ...]
    provenance: Provenance
    digest: str
    units: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def decisive(self) -> str:
        """The metric that decides: the first headline metric that has a direction."""
        directions = {card.metric: card.direction for card in self.metrics}
        return next((name for name in self.headline if directions[name]), self.headline[0])

    def ranking(self, metric: str) -> Ranking:
        """The ranking on a metric by its text."""
        return by_text(self.rankings, metric)
