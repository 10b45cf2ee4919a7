"""What the systems of a table of answers cost, how long they take, and which of them are worth it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import inf

import numpy as np

from mercalli.errors import SettingError
from mercalli.estimates.leads import beats
from mercalli.estimates.measure import cards
from mercalli.estimates.pairs import NOT_COMPARED, Compared, compared
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools
from mercalli.inputs.tally import Column
from mercalli.inputs.usual_names import plain_name
from mercalli.metrics.catalogue import Metric, parse
from mercalli.results.difference import SystemPair
from mercalli.tasks.models.cost.calls import Asked, Calls, CallSettings, read_calls
from mercalli.tasks.models.cost.columns import CallColumns
from mercalli.tasks.models.cost.estimate import COST, LATENCY, SHARES, TOKENS, CostEstimates
from mercalli.tasks.models.cost.frontier import Standings, Taken, frontier
from mercalli.tasks.models.cost.more_found import FOUND, more_found
from mercalli.tasks.models.cost.result import CostReport, CostResult, Frontier, MoreFound
from mercalli.tasks.models.cost.spending import Results, Spending, spending, voted
from mercalli.tasks.models.data import NO_ROW, ModelsData, SystemAnswers
from mercalli.text.words import counted

PER_1000, P95 = "cost_per_1000", "latency_p95"
PER_FOUND = ("cost_per_urgent_found", "cost_per_urgent_found(found_as='level')")
NOT_ASKED = (
    "Columns on cost and latency were left out: a row holds answers of several systems or samples, so it is not known "
    "whose they are. Write a row for each answer."
)
MODEL = "model"


@dataclass(frozen=True)
class CostSettings:
    """How columns are understood, and how many calls run side by side."""

    calls: CallSettings
    concurrency: int = 1

    def __post_init__(self) -> None:
        if isinstance(self.concurrency, bool) or not isinstance(self.concurrency, int) or self.concurrency < 1:
            raise SettingError.outside("concurrency", self.concurrency, "a whole number of at least 1")


@dataclass(frozen=True)
class Spenders:
    """Systems, the votes of some of them after all others: their answers and what they took."""

    answers: tuple[SystemAnswers, ...]
    spendings: tuple[Spending, ...]
    votes: tuple[int | None, ...]
    currency: str

    @property
    def names(self) -> list[str]:
        """What they are called."""
        return [each.name for each in self.answers]

    def knows(self, part: str) -> bool:
        """Whether something is known of a part: its cost, tokens or latency."""
        return any(getattr(each.gaps, part) < each.gaps.calls for each in self.spendings)


def spenders(
    data: ModelsData, settings: CallSettings, urgent: Collection[int], votes: Mapping[str, SystemAnswers]
) -> Spenders:
    """All systems, and the votes of some of them by the names of these."""
    columns = CallColumns(**data.usage)
    calls = read_calls(data.rows, columns, _asked(data, columns), settings)
    unit = None if data.unit is None else data.unit.codes
    own = {system.name: _calls_of(system, calls) for system in data.systems}
    single = [spending(own[each.name], each.item, data.n, _results(data, each, urgent), unit) for each in data.systems]
    voters = [each for each in data.systems if each.name in votes]
    together = [
        voted(own[each.name], each.item, data.n, _results(data, votes[each.name], urgent), unit) for each in voters
    ]
    return Spenders(
        (*data.systems, *(votes[each.name] for each in voters)),
        (*single, *together),
        (*(None for _ in single), *(int(each.repeats.max()) for each in voters)),
        calls.currency,
    )


def shares_rows(data: ModelsData) -> bool:
    """Whether a row holds several answers, so that nobody knows whose cost stands there."""
    rows = np.concatenate([system.row for system in data.systems])
    return bool(np.bincount(rows[rows != NO_ROW], minlength=1).max() > 1)


def _asked(data: ModelsData, columns: CallColumns) -> Asked:
    """Whom each row asked."""
    system = np.zeros(len(next(iter(data.rows.arrays.values()))), np.int64)
    for at, each in enumerate(data.systems):
        system[each.row[each.row != NO_ROW]] = at
    if columns.model is not None:
        return Asked(system, data.rows.column(columns.model))
    return Asked(system, Column([_model_of(each) for each in data.systems], system))


def _model_of(system: SystemAnswers) -> str:
    """The model that a system is made of, or its name."""
    return next((value for name, value in system.factors.items() if plain_name(name) == MODEL), system.name)


def _calls_of(system: SystemAnswers, calls: Calls) -> Calls:
    """The calls of one system in the order of its answers; of an answer that was not given nothing is known."""
    return calls.take(np.where(system.row == NO_ROW, -1, system.row))


def _results(data: ModelsData, system: SystemAnswers, urgent: Collection[int]) -> Results:
    classes = sorted(urgent)
    of_urgent: Bools = np.isin(data.truth[system.item], classes)
    return Results(data.unread(system), of_urgent & data.right(system), of_urgent & np.isin(system.code, classes))


def metrics_shown(known: Spenders, *, urgent: bool, concurrency: int) -> tuple[Metric, ...]:
    """The metrics of what is known."""
    names = [
        *((PER_1000, *(PER_FOUND if urgent else ())) if known.knows(COST) else ()),
        *(("tokens_per_item",) if known.knows(TOKENS) else ()),
        "unread_per_1000",
        *((*SHARES, f"items_per_hour(concurrency={concurrency})") if known.knows(LATENCY) else ()),
    ]
    return tuple(parse(name) for name in names)


@dataclass(frozen=True)
class CostPlan:
    """What systems took, and how they score."""

    known: Spenders
    standings: Standings
    metrics: tuple[Metric, ...]
    settings: Settings
    urgent: bool

    def result(self, data: ModelsData, calls: CallSettings) -> CostResult:
        """Everything."""
        estimates = CostEstimates.of(
            self.known.spendings, None if data.unit is None else data.unit.codes, self.settings
        )
        pairs, _ = self._compared(estimates)
        reports = tuple(self._report(at, estimates) for at in range(len(self.known.names)))
        prices = calls.prices
        return CostResult(
            metrics=cards([*self.metrics, *([parse("cost_per_more_found")] if self._finds else [])]),
            systems=reports,
            frontiers=tuple(self._frontiers(data, pairs, reports)),
            more_found=tuple(self._more_found(estimates, pairs)),
            currency=self.known.currency,
            prices=None if prices is None else (prices.file, prices.dates),
            notes=tuple(self._notes(calls)),
        )

    @property
    def _finds(self) -> bool:
        return self.urgent and self.known.knows(COST)

    def _report(self, at: int, estimates: CostEstimates) -> CostReport:
        spent, measures = self.known.spendings[at], estimates.measures(at, self.metrics)
        hidden = {
            each.metric: spent.latencies.at_least(SHARES[each.metric])
            for each in measures
            if each.metric in SHARES and each.value is None and spent.latencies.n and not spent.gaps.latency
        }
        return CostReport(self.known.names[at], spent.gaps, measures, spent.attempts, hidden, self.known.votes[at])

    def _compared(self, estimates: CostEstimates) -> Compared:
        """Every two systems by their cost and what they find."""
        names, metrics = self.known.names, (parse(PER_1000), FOUND)
        if len(names) == 1 or not self.known.knows(COST):
            return NOT_COMPARED
        return compared(
            names,
            metrics,
            lambda first, second: estimates.paired(metrics, first, second),
            n=estimates.n,
            units=estimates.units,
            level=self.settings.level,
        )

    def _frontiers(
        self, data: ModelsData, pairs: Sequence[SystemPair], reports: Sequence[CostReport]
    ) -> Iterator[Frontier]:
        """By cost and by time, where these are known and there are several systems."""
        shown = {PER_1000: (COST, beats(pairs, PER_1000)), P95: (LATENCY, frozenset(faster(reports)))}
        for across, (part, cheaper) in shown.items():
            if len(self.known.names) > 1 and self.known.knows(part):
                taken = Taken(self.known.spendings, cheaper)
                yield frontier(across, taken, self.standings, data, self.settings)

    def _more_found(self, estimates: CostEstimates, pairs: Sequence[SystemPair]) -> Iterator[MoreFound]:
        if self._finds:
            names = self.known.names
            yield from (more_found(estimates, names, pair) for pair in pairs if pair.difference(PER_1000).difference)

    def _notes(self, calls: CallSettings) -> Iterator[str]:
        """What should be known before relying on costs and times."""
        for name, spent in zip(self.known.names, self.known.spendings, strict=True):
            gaps = spent.gaps
            for part in (COST, TOKENS, LATENCY):
                why = gaps.why(part)
                if why is not None and getattr(gaps, part) < gaps.calls:
                    yield f"{name}: {why}, so what rests on it is not told."
            if gaps.timeouts:
                limit = "their limit" if calls.timeout is None else f"{calls.timeout:g} s"
                yield f"{name}: {counted(gaps.timeouts, 'call')} timed out and count as at least {limit}."
            if gaps.cached:
                yield f"{name}: {counted(gaps.cached, 'answer')} came from a cache; their times are left out."


def faster(reports: Sequence[CostReport]) -> Iterator[tuple[str, str]]:
    """Pairs of systems of which the first was shown to be faster: the intervals of their 95th percentiles are apart."""
    spans = {each.name: _span(each) for each in reports if P95 in {measure.metric for measure in each.measures}}
    return ((one, two) for (one, (_, high)), (two, (low, _)) in permutations(spans.items(), 2) if high < low)


def _span(report: CostReport) -> tuple[float, float]:
    """Both ends of the interval of the 95th percentile: endless where it is open or not known."""
    measure = report.measure(P95)
    low = report.above.get(P95, -inf) if measure.low is None else measure.low
    return low, inf if measure.high is None else measure.high
