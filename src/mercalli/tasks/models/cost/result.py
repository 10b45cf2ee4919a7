"""What systems cost and how long they take, as a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mercalli.results.difference import Difference
from mercalli.results.measure import Measure, MetricCard
from mercalli.results.named import MeasureLookup, SystemLookup
from mercalli.text.words import counted

NO_COST = {"cost": "a cost", "tokens": "token counts", "latency": "a latency"}
PER_1000, P95 = "cost_per_1000", "latency_p95"


@dataclass(frozen=True)
class Gaps:
    """How much is not known: calls in all, without cost, tokens or latency, from a cache, and timed out."""

    calls: int
    cost: int = 0
    tokens: int = 0
    latency: int = 0
    cached: int = 0
    timeouts: int = 0

    def why(self, part: str) -> str | None:
        """Why a part is not known, if some of it is not.

        >>> Gaps(200, cost=3).why("cost")
        '3 of 200 calls have no cost (1.5%)'
        """
        missing: int = getattr(self, part)
        if not missing:
            return None
        if missing == self.calls:
            return f"no call has {NO_COST[part]}"
        by_tokens = part == "cost" and self.cost == self.tokens
        what = "token counts, and so no cost" if by_tokens else NO_COST[part].removeprefix("a ")
        have = "has" if missing == 1 else "have"
        return f"{missing:,} of {counted(self.calls, 'call')} {have} no {what} ({missing / self.calls:.1%})"


@dataclass(frozen=True)
class CostReport(MeasureLookup):
    """One system.

    Attributes:
        name: What it is called.
        gaps: What is not known of its calls.
        measures: Cost, tokens and latency.
        attempts: How often a request was sent, on average, if that is known.
        above: Quantiles of latency that are above a number of seconds, because calls timed out.
        votes: How many answers are voted on, if it is the vote of a system.
    """

    name: str
    gaps: Gaps
    measures: tuple[Measure, ...]
    attempts: float | None = None
    above: Mapping[str, float] = field(default_factory=dict[str, float])
    votes: int | None = None


@dataclass(frozen=True)
class Place:
    """Where a system stands: on the line that no other system beats on both, and who dominates it.

    `share` is the share of replicates in which it is on that line.
    """

    name: str
    on_line: bool
    dominated_by: tuple[str, ...] = ()
    share: float | None = None


@dataclass(frozen=True)
class Frontier:
    """Systems by what they take, which is the metric `across`, and by their score on a `metric`."""

    across: str
    metric: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class MoreFound:
    """What finding more urgent items with one system than with another costs.

    `found` is the difference in urgent items found; the cost of each is undefined unless that is shown to be above 0.
    """

    first: str
    second: str
    found: Difference
    cost: Difference
    measure: Measure


@dataclass(frozen=True)
class CostResult(SystemLookup[CostReport]):
    """All systems.

    Attributes:
        metrics: What is known about every metric.
        systems: The systems, and votes where items have several answers.
        frontiers: By cost, and by latency.
        more_found: Every system against every cheaper one.
        currency: Of all costs; nothing where nobody said.
        prices: The file of prices, if one was used, and the dates of the prices in it.
        notes: What should be known before relying on it.
    """

    metrics: tuple[MetricCard, ...]
    systems: tuple[CostReport, ...]
    frontiers: tuple[Frontier, ...] = ()
    more_found: tuple[MoreFound, ...] = ()
    currency: str = ""
    prices: tuple[str, str] | None = None
    notes: tuple[str, ...] = ()
