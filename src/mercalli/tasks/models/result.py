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
class Agreement:
    """How far the answers to one item agree, over the items that have two answers or more.

    Attributes:
        items: These items.
        alike: All answers came to the same class, or to the same outcome if they could not be read (TARa).
        raw: All outputs are the same text (TARr).
        pairwise: The share of pairs of answers to an item that agree.
        alpha: Krippendorff's alpha: 1 if answers always agree, 0 if as often as by chance.
        kappa: Fleiss' kappa, if all items have the same number of answers.
        urgent: Answers to the item name an urgent class sometimes, but not always; none without critical classes.
        always: All answers are right: how far one can rely on the system.
        sometimes: Some are right.
        never: None is right.
    """

    items: int
    alike: Measure
    raw: Measure
    pairwise: Measure
    alpha: float | None
    kappa: float | None
    urgent: Measure | None
    always: Measure
    sometimes: Measure
    never: Measure


@dataclass(frozen=True)
class Spread:
    """Where the uncertainty of one metric comes from.

    Attributes:
        metric: The metric's text.
        error: The standard error over items (or units): it holds the noise of sampling already.
        naive: What it would seem to be if every answer were an item of its own.
        within: The variance of answers to one item.
        between: The variance of items, without the noise of their answers.
        intraclass: The share of the variance that is between items.
        one: The standard error that one answer to each item would give ...
        endless: ... and endless answers: no number of repeats goes below it.
        twice_items: The standard error that twice as many items would give.
    """

    metric: str
    error: float
    naive: float
    within: float | None
    between: float | None
    intraclass: float | None
    one: float | None
    endless: float | None
    twice_items: float


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
        agreement: How far answers to one item agree, if there are several.
        spreads: Where the uncertainty of every metric comes from, if there are several answers.
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
    agreement: Agreement | None = None
    spreads: tuple[Spread, ...] = ()
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
