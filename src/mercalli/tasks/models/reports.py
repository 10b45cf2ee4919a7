"""Everything that is to be known of some answers, as one record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.measure import cards, difference_of
from mercalli.estimates.panel import Panel
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.ranking import adjusted, best_first
from mercalli.estimates.settings import Settings
from mercalli.inputs.about import AboutSystem
from mercalli.inputs.answers.answer import OUTCOMES
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric, catalogue, one_number
from mercalli.metrics.profiled import metrics_of
from mercalli.profiles.profile import Profile
from mercalli.registry import command_of
from mercalli.results.difference import SystemPair
from mercalli.results.grounds import Finds
from mercalli.results.measure import Provenance
from mercalli.results.outputs import DifferenceBounds
from mercalli.tasks.models.bounds import Recounted
from mercalli.tasks.models.data import ModelsData, SystemAnswers
from mercalli.tasks.models.estimate import ModelEstimates
from mercalli.tasks.models.notes import result_notes, system_notes
from mercalli.tasks.models.prompts.choice import choice
from mercalli.tasks.models.prompts.grid import grid
from mercalli.tasks.models.repeats.agreement import agreement
from mercalli.tasks.models.repeats.variance import spreads
from mercalli.tasks.models.repeats.votes import Ballot, expected_table, sizes, vote
from mercalli.tasks.models.result import ModelReport, ModelsResult, Vote, VoteSize
from mercalli.tasks.models.tables import ItemTables
from mercalli.text.names import readable

RECALL = "recall"
DIGITS = 9  # of a number of items, where answers weigh a third or so


@dataclass(frozen=True)
class ModelsPlan:
    """The answers, and how they are judged."""

    data: ModelsData
    profile: Profile
    headline: tuple[str, ...]
    settings: Settings
    tie: str = "ambiguous"
    about: Mapping[str, AboutSystem] = field(default_factory=dict[str, AboutSystem])
    unit: str | None = None
    progress: Progress = quiet

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """The headline metrics."""
        known = metrics_of(self.profile, self.data.classes.names, self.data.contexts.values)
        return tuple(one_number(text, known, command_of) for text in self.headline)

    @cached_property
    def decisive(self) -> Metric:
        """The metric that decides: the first headline metric that has a direction."""
        return next((metric for metric in self.metrics if metric.direction), self.metrics[0])

    @cached_property
    def voted(self) -> dict[int, tuple[SystemAnswers, int]]:
        """The votes of systems with several answers by their places, and how many items had a tie."""
        ballot = Ballot.of(self.data, self.profile, self.tie)
        several = ((at, each) for at, each in enumerate(self.data.systems) if each.repeats.max() > 1)
        return {at: vote(self.data, each, ballot) for at, each in several}

    @property
    def _places(self) -> dict[int, int]:
        """Where the vote of each system with several answers stands, behind all systems."""
        return {at: len(self.data.systems) + place for place, at in enumerate(self.voted)}

    @cached_property
    def whole(self) -> ModelEstimates:
        """The headline metrics of all systems, and of their votes behind them."""
        votes = [voted for voted, _ in self.voted.values()]
        tables = ItemTables.of(self.data, [*self.data.systems, *votes])
        systems = len(self.data.systems)
        pairs = (*combinations(range(systems), 2), *((place, at) for at, place in self._places.items()))
        return ModelEstimates(
            tables, Panel(self.metrics, self.data.size), catalogue()[RECALL], self.settings, pairs, self.progress
        )

    def result(self, how: Provenance) -> ModelsResult:
        """Everything."""
        names = [system.name for system in self.data.systems]
        pairs, rankings = self.whole.compared(names, self.progress)
        reports = tuple(self._report(at, system) for at, system in enumerate(self.data.systems))
        text, direction = self.decisive.text, self.decisive.direction
        return ModelsResult(
            headline=self.headline,
            metrics=cards(self.metrics, self.profile),
            systems=self._with_votes(reports),
            pairs=pairs,
            rankings=rankings,
            provenance=how,
            digest=self.data.digest,
            units=self.whole.tables.units,
            choice=choice(names, self.whole, self.decisive),
            grid=grid(reports, pairs, text, direction),
            lead_bounds=self._lead_bounds(reports),
            notes=tuple(result_notes(self.data, self.about, self.settings, self.unit)),
        )

    @property
    def _decisive_values(self) -> Floats:
        """Every system, and every vote, on the metric that decides."""
        return self.whole.values[:, self.whole.panel.places[self.decisive.text].start]

    def _report(self, at: int, system: SystemAnswers) -> ModelReport:
        outcome = np.maximum(system.code - self.data.size + 1, 0)
        counts = np.bincount(outcome, minlength=len(OUTCOMES)).tolist()
        measures, panel = self.whole.measures(at, self.profile), self.whole.panel
        unread = self.data.unread(system).any()
        known = self.about.get(system.name)
        report = ModelReport(
            name=system.name,
            factors=dict(system.factors),
            n=self.data.n,
            fewest=int(system.repeats.min()),
            most=int(system.repeats.max()),
            answers=len(system.code) - system.absent,
            absent=system.absent,
            outcomes=dict(zip(OUTCOMES, counts, strict=True)),
            measures=measures,
            finds=tuple(self._finds(at)),
            agreement=agreement(self.data, system, list(self.profile.critical), self.settings.level),
            spreads=spreads(self.data, system, panel, self.whole.tables.confusions[at], measures),
            bounds=tuple(Recounted(self.data, panel).bounds(system)) if unread or system.outputs else (),
            about="" if known is None else known.text,
        )
        return replace(report, notes=tuple(system_notes(report)))

    def _finds(self, at: int) -> list[Finds]:
        """What one call finds of every class to which the profile gives a floor, of those that occur."""
        floors = {self.data.classes.code(name): (name, floor) for name, floor in self.profile.critical.items()}
        if not floors:
            return []
        table, intervals = self.whole.tables.confusions[at].merged(-1), self.whole.recall_intervals(at)
        return [
            Finds(
                readable(name),
                round(float(table.accurate[code]), DIGITS),
                round(float(table.truths[code]), DIGITS),
                finite(intervals[code].low),
                finite(intervals[code].high),
                floor,
                "item",
                "on average",
            )
            for code, (name, floor) in floors.items()
            if code is not None and table.truths[code]
        ]

    def _with_votes(self, reports: Sequence[ModelReport]) -> tuple[ModelReport, ...]:
        """The same with the vote of each system that has several answers, compared with one call of it."""
        if not self.voted:
            return tuple(reports)
        places = self._places
        pairs = adjusted([self._vote_pair(at, place) for at, place in places.items()], self.metrics, self._alpha)
        votes = {at: self._vote(at, places[at], pair) for at, pair in zip(places, pairs, strict=True)}
        return tuple(replace(each, vote=votes.get(at)) for at, each in enumerate(reports))

    @property
    def _alpha(self) -> float:
        return 1 - self.settings.level

    def _vote_pair(self, at: int, place: int) -> SystemPair:
        """The vote minus one call."""
        found = self.whole.difference(place, at)
        differences = tuple(
            difference_of(metric, found.first[each], found.second[each], found.intervals[each], found.p[each])
            for each, metric in enumerate(self.metrics)
        )
        names = self.voted[at][0].name, self.data.systems[at].name
        return SystemPair(*names, self.data.n, differences, self.whole.tables.units)

    def _vote(self, at: int, place: int, pair: SystemPair) -> Vote:
        voted, ties = self.voted[at]
        system, measures = self.data.systems[at], self.whole.measures(place, self.profile)
        one, every = (finite(float(self._decisive_values[each])) for each in (at, place))
        return Vote(
            name=voted.name,
            calls=float(system.repeats.mean()),
            ties=ties,
            measures=measures,
            pair=pair,
            sizes=self._sizes(system, one, every),
        )

    def _sizes(self, system: SystemAnswers, one: float | None, every: float | None) -> tuple[VoteSize, ...]:
        """What votes of fewer answers give on average on the metric that decides, between one call and all of them."""
        ballot, panel = Ballot.of(self.data, self.profile, self.tie), Panel((self.decisive,), self.data.size)
        fewest, most = int(system.repeats.min()), int(system.repeats.max())
        between = ((k, expected_table(self.data, system, ballot, k, self.whole.tables.shape)) for k in sizes(fewest))
        found = [VoteSize(k, finite(float(panel(table)[0]))) for k, table in between if table is not None]
        return VoteSize(1, one), *found, *([VoteSize(most, every)] if fewest == most else [])

    def _lead_bounds(self, reports: Sequence[ModelReport]) -> DifferenceBounds | None:
        """The best minus the next one, if unread answers were counted otherwise."""
        text = self.decisive.text
        order = best_first(range(len(reports)), lambda at: reports[at].measure(text).value, self.decisive.direction)[:2]
        pair = [self.data.systems[at] for at in order]
        if len(pair) == 1 or not any(self.data.unread(each).any() for each in pair):
            return None
        return Recounted(self.data, self.whole.panel).difference(pair[0], pair[1], text)
