"""What systems cost, how long they take, and which of them are worth it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from math import inf

from mercalli.errors import SettingError
from mercalli.estimates.leads import beats
from mercalli.estimates.measure import cards, difference_of
from mercalli.estimates.pairs import NOT_COMPARED, Paired, compared
from mercalli.estimates.panel import Panel
from mercalli.estimates.ranking import adjusted
from mercalli.metrics.catalogue import Metric, parse
from mercalli.plan.numbers import number_of
from mercalli.results.difference import Difference, SystemPair
from mercalli.tasks.models.cost.calls import CallSettings
from mercalli.tasks.models.cost.columns import CallColumns
from mercalli.tasks.models.cost.errors import CostError
from mercalli.tasks.models.cost.estimate import COST, LATENCY, SHARES, TOKENS, CostEstimates
from mercalli.tasks.models.cost.more_found import FOUND, more_found
from mercalli.tasks.models.cost.notes import cost_notes
from mercalli.tasks.models.cost.result import P95, PER_1000, CostReport, CostResult, Frontier, MoreFound
from mercalli.tasks.models.frontier import Pairs, Standings, Taken, frontier
from mercalli.tasks.models.reports import ModelsPlan
from mercalli.tasks.models.result import ModelsResult
from mercalli.tasks.models.spenders import Spenders, shares_rows, spenders

PER_FOUND = ("cost_per_urgent_found", "cost_per_urgent_found(found_as='level')")
LEFT_OUT = (
    "Columns on cost and latency were left out: a row holds answers of several systems or samples, so it is not known "
    "whose they are. Write a row for each answer."
)


@dataclass(frozen=True)
class CostSettings:
    """How columns are understood, and how many calls run side by side."""

    calls: CallSettings
    concurrency: int = 1

    def __post_init__(self) -> None:
        if number_of(self.concurrency) != self.concurrency or self.concurrency < 1 or self.concurrency % 1:
            raise SettingError.outside("concurrency", self.concurrency, "a whole number of at least 1")

    @property
    def provenance(self) -> Mapping[str, str | float]:
        """What was set, for the sealed result."""
        prices, calls = self.calls.prices, self.calls
        named = None if prices is None else f"{prices.file} {prices.digest}"
        every = {"prices": named, "latency_unit": calls.latency_unit, "timeout": calls.timeout}
        known = {name: value for name, value in every.items() if value is not None}
        return known if self.concurrency == 1 else {**known, "concurrency": self.concurrency}

    def check(self, columns: CallColumns, origin: str) -> None:
        """Refuse what was set for columns that are not there."""
        prices = self.calls.prices
        if prices is not None and not prices.free and not (columns.cost or columns.input_tokens):
            raise CostError.absent("--prices", "tokens", "input_tokens and output_tokens", origin)
        late = columns.latency or (columns.finish_reason and self.calls.timeout is not None)
        if (self.calls.timeout is not None or self.calls.latency_unit is not None) and not late:
            option = "--latency-unit" if self.calls.timeout is None else "--timeout"
            raise CostError.absent(option, "latency", "latency_ms or latency_s", origin)


def with_costs(result: ModelsResult, plan: ModelsPlan, asked: CostSettings) -> ModelsResult:
    """The same result with what its systems cost, where the data say so."""
    data = plan.data
    columns = CallColumns(**data.usage)
    asked.check(columns, data.rows.origin)
    if not columns.numbers and asked.calls.prices is None:
        return result
    if shares_rows(data):
        return replace(result, notes=(*result.notes, LEFT_OUT))
    codes = (data.classes.code(name) for name in plan.profile.critical)
    urgent = frozenset(code for code in codes if code is not None)
    votes = {data.systems[at].name: voted for at, (voted, _) in plan.voted.items()}
    known = spenders(data, asked.calls, urgent, votes)
    return replace(result, cost=CostPlan(plan, known, asked, result, bool(urgent)).result())


@dataclass(frozen=True)
class CostPlan:
    """What systems took, and how they score."""

    plan: ModelsPlan
    known: Spenders
    asked: CostSettings
    scores: ModelsResult
    urgent: bool

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics of what is known."""
        names = [
            *((PER_1000, *(PER_FOUND if self.urgent else ())) if self._costs else ()),
            *(("tokens_per_item",) if self.known.knows(TOKENS) else ()),
            "unread_per_1000",
            *((*SHARES, f"items_per_hour(concurrency={self.asked.concurrency})") if self.known.knows(LATENCY) else ()),
        ]
        return tuple(parse(name) for name in names)

    @property
    def _costs(self) -> bool:
        return self.known.knows(COST) or self.asked.calls.prices is not None

    @cached_property
    def estimates(self) -> CostEstimates:
        """Costs with their intervals."""
        unit = self.plan.data.unit
        return CostEstimates.of(self.known.spendings, None if unit is None else unit.codes, self.plan.settings)

    @cached_property
    def pairs(self) -> tuple[SystemPair, ...]:
        """Every two systems by their cost and by what they find."""
        names, metrics, estimates = self.known.names, (parse(PER_1000), FOUND), self.estimates
        if len(names) == 1 or not self.known.knows(COST):
            return NOT_COMPARED[0]
        return compared(
            names,
            metrics,
            lambda first, second: estimates.paired(metrics, first, second),
            n=estimates.n,
            units=estimates.units,
            level=self.plan.settings.level,
        )[0]

    def result(self) -> CostResult:
        """Everything."""
        reports = tuple(self._report(at) for at in range(len(self.known.names)))
        finds = [parse("cost_per_more_found")] if self.urgent and self.known.knows(COST) else []
        prices = self.asked.calls.prices
        return CostResult(
            metrics=cards([*self.metrics, *finds]),
            systems=reports,
            frontiers=tuple(self._frontiers(reports)),
            more_found=tuple(self._more_found()) if finds else (),
            currency=self.known.currency,
            prices=None if prices is None else (prices.file, prices.dates),
            notes=tuple(cost_notes(reports, self.asked.calls)),
        )

    def _report(self, at: int) -> CostReport:
        spent, measures = self.known.spendings[at], self.estimates.measures(at, self.metrics)
        hidden = {
            each.metric: spent.latencies.at_least(SHARES[each.metric])
            for each in measures
            if each.metric in SHARES and each.value is None and spent.latencies.n and not spent.gaps.latency
        }
        return CostReport(self.known.names[at], spent.gaps, measures, spent.attempts, hidden, self.known.votes[at])

    def _frontiers(self, reports: Sequence[CostReport]) -> Iterator[Frontier]:
        """By cost and by time, where these are known and there are several systems."""
        shown = {PER_1000: (COST, beats(self.pairs, PER_1000)), P95: (LATENCY, frozenset(faster(reports)))}
        for across, (part, cheaper) in shown.items():
            if len(self.known.names) > 1 and self.known.knows(part):
                taken = Taken(self.known.spendings, cheaper)
                yield frontier(across, taken, self._standings, self.plan.data, self.plan.settings)

    @cached_property
    def _standings(self) -> Standings:
        metric = self.plan.decisive
        panel = Panel((metric,), self.plan.data.size)
        better = beats(self.scores.pairs, metric.text) | self._votes_better()
        return Standings(self.known.answers, panel, metric.direction or 1, better)

    def _votes_better(self) -> Pairs:
        """Pairs of a vote and another system of which the first was shown to be better."""
        names, singles, metric = self.known.names, len(self.plan.data.systems), self.plan.decisive
        every = tuple((vote, other) for vote in range(singles, len(names)) for other in range(vote))
        if not every:
            return frozenset()
        whole = replace(self.plan.whole, panel=Panel((metric,), self.plan.data.size), pairs=every)
        pairs = [
            SystemPair(names[vote], names[other], self.plan.data.n, (_apart(metric, whole.difference(vote, other)),))
            for vote, other in every
        ]
        return beats(adjusted(pairs, (metric,), 1 - self.plan.settings.level), metric.text)

    def _more_found(self) -> Iterator[MoreFound]:
        """The dearer of every two systems against the cheaper one."""
        names = self.known.names
        return (more_found(self.estimates, names, pair) for pair in self.pairs if pair.difference(PER_1000).difference)


def faster(reports: Sequence[CostReport]) -> Iterator[tuple[str, str]]:
    """Pairs of systems of which the first was shown to be faster: the intervals of their 95th percentiles are apart."""
    spans = {each.name: _span(each) for each in reports if P95 in {measure.metric for measure in each.measures}}
    return ((one, two) for (one, (_, high)), (two, (low, _)) in permutations(spans.items(), 2) if high < low)


def _span(report: CostReport) -> tuple[float, float]:
    """Both ends of the interval of the 95th percentile: endless where it is open or not known."""
    measure = report.measure(P95)
    low = report.above.get(P95, -inf) if measure.low is None else measure.low
    return low, inf if measure.high is None else measure.high


def _apart(metric: Metric, found: Paired) -> Difference:
    """First minus second on the one metric of a panel."""
    return difference_of(metric, found.first[0], found.second[0], found.intervals[0], found.p[0])
