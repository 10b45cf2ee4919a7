"""Several language models or prompts on the same items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.difference import Ranking, SystemPair
from mercalli.results.faults import Fault, unequal
from mercalli.results.grounds import Finds
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import MeasureLookup, SystemLookup
from mercalli.results.outputs import Bounds, DifferenceBounds
from mercalli.results.seal import Result
from mercalli.tasks.models.cost.result import CostResult


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
    alpha: Measure
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
class VoteSize:
    """What a vote of so many answers scores on average over all ways to choose them; `answers` of 1 is one call."""

    answers: int
    value: float | None


@dataclass(frozen=True)
class Vote(MeasureLookup):
    """The vote of all answers to an item, as a system of its own.

    Attributes:
        name: What it is called.
        calls: How many calls it takes for an item, on average.
        ties: Items on which several classes got the same number of votes.
        measures: Its score on every metric.
        pair: The vote minus one call.
        sizes: What votes of fewer answers give on the metric that decides.
    """

    name: str
    calls: float
    ties: int
    measures: tuple[Measure, ...]
    pair: SystemPair
    sizes: tuple[VoteSize, ...]


@dataclass(frozen=True)
class ChosenShare:
    """How often a system was the best on one half of the items."""

    name: str
    share: float


@dataclass(frozen=True)
class Choice:
    """What the best of several systems is worth, on items that were not used to choose it.

    Attributes:
        metric: The metric that decides.
        systems: How many there were to choose from.
        best: The best on all items ...
        naive: ... and its value on them, by which it was chosen.
        held_out: The value of whichever is best on one half of the items, on the other half; the mean of many halves.
        low: The lower end of its interval, with systems as often as they were chosen ...
        high: ... and the upper end.
        optimism: How much higher it was on the half on which it was chosen.
        splits: How many times one half was chosen on and the other scored.
        chosen: How often each system was the best.
    """

    metric: str
    systems: int
    best: str
    naive: float
    held_out: float | None
    low: float | None
    high: float | None
    optimism: float | None
    splits: int
    chosen: tuple[ChosenShare, ...]


@dataclass(frozen=True)
class PromptSpread:
    """One model under all its prompts."""

    model: str
    prompts: int
    lowest: float
    median: float
    highest: float


@dataclass(frozen=True)
class ModelOrder:
    """Two models under the prompts that both have: under how many each is ahead, and under how many that was shown."""

    first: str
    second: str
    prompts: int
    first_ahead: int
    second_ahead: int
    first_shown: int
    second_shown: int

    @property
    def holds(self) -> bool:
        """Whether one of them is ahead under every prompt."""
        return self.prompts in (self.first_ahead, self.second_ahead)

    @property
    def change_shown(self) -> bool:
        """Whether each of them was shown to be better under some prompt."""
        return self.first_shown > 0 and self.second_shown > 0


@dataclass(frozen=True)
class ModelGrid:
    """Systems as models by prompts; `systems` has their names by model and prompt."""

    metric: str
    models: tuple[str, ...]
    prompts: tuple[str, ...]
    systems: Mapping[str, Mapping[str, str]]
    spreads: tuple[PromptSpread, ...]
    orders: tuple[ModelOrder, ...]


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
        vote: The vote of its answers as a system of its own, if there are several.
        bounds: Its values if unread answers were counted otherwise, if there are any.
        about: What somebody says of it.
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
    vote: Vote | None = None
    bounds: tuple[Bounds, ...] = ()
    about: str = ""
    notes: tuple[str, ...] = ()

    def faults(self) -> Iterator[Fault]:
        """Every answer has one outcome; that of items without any is that it is missing."""
        return unequal("outcomes", sum(self.outcomes.values()), self.answers + self.absent, "answers and absent")

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
    """Language models and prompts side by side.

    `lead_bounds` is the best minus the next one if unread answers were counted otherwise, if there are any; `cost` is
    what the systems cost and how long they take, if the data say so.
    """

    sealed_as: ClassVar[str] = "models"
    needs: ClassVar[tuple[str, ...]] = ("level",)

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[ModelReport, ...]
    pairs: tuple[SystemPair, ...]
    rankings: tuple[Ranking, ...]
    provenance: Provenance
    digest: str
    units: int | None = None
    choice: Choice | None = None
    grid: ModelGrid | None = None
    lead_bounds: DifferenceBounds | None = None
    cost: CostResult | None = None
    notes: tuple[str, ...] = ()

    @property
    def decisive(self) -> str:
        """The metric that decides: the first headline metric that has a direction."""
        directions = {card.metric: card.direction for card in self.metrics}
        return next((name for name in self.headline if directions[name]), self.headline[0])

    def ranking(self, metric: str) -> Ranking:
        """The ranking on a metric by its text."""
        return by_text(self.rankings, metric)
