"""Pairs of people of whom one is known to have had the event first: which of them, and what each pair weighs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal, cast

import numpy as np

from mercalli.errors import SurvivalError
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.stats.concordance import Concordance, PairWeights, Part, Ranking
from mercalli.stats.step import CensoringTies, Step
from mercalli.stats.survival import Survival


@dataclass(frozen=True)
class Rules:
    """Which pairs are compared, and what each weighs.

    Attributes:
        weighing: "none"; "ipcw", one over the squared chance not to be censored by the event; or "pairs", one over the
            product of the chances of both people.
        competing: What a competing event makes of a person: "censored" then; "excluded" from then on, that time too;
            or "never", someone to whom the event never happens.
        limit: Whether that chance is taken "before" the time of the event, "at" it, or at the "next" time in training.
        tau_included: Whether events at tau count.
        tied_times: Whether someone censored at the time of an event is "comparable" with it, or "dropped".
        censoring_ties: Whether events come first where both happen at one time.
        tied_risk: What a pair of equal risks counts.
        folded: Whether competing events count as censorings in the chance to be censored.
    """

    weighing: Literal["none", "ipcw", "pairs"] = "none"
    competing: Literal["censored", "excluded", "never"] = "censored"
    limit: Literal["before", "at", "next"] = "before"
    tau_included: bool = True
    tied_times: Literal["comparable", "dropped"] = "comparable"
    censoring_ties: CensoringTies = "events_first"
    tied_risk: float = 0.5
    folded: bool = False


@dataclass(frozen=True)
class Pairs(Concordance):
    """Weighed pairs of one prediction up to a time; `at` is when the prediction is for, by itself tau."""

    survival: Survival
    rules: Rules
    tau: float | None = None
    at: float | None = None

    @property
    def ranked_at(self) -> float | None:
        """The time whose chances rank people, if they are a matrix: `at`, or else tau; None is the end of the grid."""
        return self.tau if self.at is None else self.at

    @cached_property
    def kinds(self) -> tuple[float, float, float]:
        """The weight of pairs that are concordant, of equal risks, and of all."""
        sums = np.array(
            [
                [(part.outer * each).sum() for each in (part.later.agreeing, part.later.tied, part.later.every)]
                for part in self.parts
            ]
        ).sum(axis=0)
        concordant, tied, every = sums.tolist()
        return concordant, tied, every

    def credit_of(self, weights: PairWeights) -> Floats:
        """Agreement, ties counting as the rules have it."""
        return weights.agreeing + self.rules.tied_risk * weights.tied

    @cached_property
    def counted(self) -> Bools:
        """The events that pairs start from."""
        if self.tau is None:
            return self.survival.happened
        time = self.survival.outcomes.time
        return self.survival.happened & (time <= self.tau if self.rules.tau_included else time < self.tau)

    @cached_property
    def parts(self) -> list[Part]:
        """Pairs with people who were seen longer, then with those who had a competing event before."""
        after = _part(self, "after", self._weight_after())
        return [after, _part(self, "competing", *self._weights_competing())] if self._never else [after]

    @property
    def _never(self) -> bool:
        return self.rules.competing == "never" and bool(self.survival.competing.any())

    def _weight_after(self) -> Floats:
        """What an event weighs against someone who was seen longer."""
        if self.rules.weighing == "none":
            return np.ones(self.survival.n)
        with np.errstate(divide="ignore"):
            return 1 / self.seen

    @property
    def seen(self) -> Floats:
        """Everyone's chance to have been seen by their time, twice: what a pair weighs one over, if it is weighed."""
        before = self._uncensored(self.rules.limit)
        return before * (self._uncensored("at") if self.rules.weighing == "pairs" else before)

    def _weights_competing(self) -> tuple[Floats, Floats]:
        """What an event and an earlier competing event weigh against each other."""
        if self.rules.weighing == "none":
            return np.ones(self.survival.n), np.ones(self.survival.n)
        chance = self._uncensored(self.rules.limit)
        there = self.survival.competing & (self.survival.weight > 0)
        earlier = there & (self.survival.outcomes.time <= self._last)
        _check_chance(self, earlier & (chance == 0))
        with np.errstate(divide="ignore"):
            return 1 / chance, np.where(earlier, 1 / chance, 0.0)

    @property
    def _last(self) -> float:
        """The last event that pairs start from."""
        return float(self.survival.outcomes.time.max(where=self.counted, initial=-np.inf))

    def through_weights(self, moves: Sequence[tuple[Floats, Ints]]) -> Floats:
        """What each person contributes by the curve of censoring."""
        return self.survival.through_censoring(moves, self.rules.censoring_ties)

    def steps_of(self, kind: str) -> tuple[tuple[Ints, ...], tuple[Ints, ...]]:
        """Where the weights of events, and those of others, were looked up; nowhere if other programs are followed."""
        rules, code = self.rules, self.survival.outcomes.followed.code
        if rules.weighing == "none" or rules.folded or rules.limit == "next":
            return (), ()
        first = code if rules.limit == "before" else code + 1
        if kind == "competing":
            return (first,), (first,)
        return (first, code + 1 if rules.weighing == "pairs" else first), ()

    def _uncensored(self, limit: str) -> Floats:
        """Everyone's chance not to have been censored by the time at which they were last seen."""
        rules, survival = self.rules, self.survival
        curve = survival.censoring(rules.censoring_ties, folded=rules.folded)
        look_ups: dict[str, Callable[[Floats], Floats]] = {
            "before": curve.before,
            "at": curve.at,
            "next": partial(_next, curve),
        }
        key = ("uncensored", limit, rules.censoring_ties, rules.folded)
        return survival.kept(key, lambda: survival.outcomes.at_own_time(look_ups[limit]))


def _next(curve: Step, time: Floats) -> Floats:
    """The value at the next time of the curve, or at its last; the last value above 0 where it has come down to 0."""
    steps = np.concatenate([[curve.start], curve.value])
    times = np.concatenate([[0.0], curve.time]) if len(curve.time) and curve.time[0] > 0 else curve.time
    steps = steps if len(times) == len(steps) else curve.value
    above = steps[steps > 0]
    filled = np.where(steps == 0, above[-1] if len(above) else 0.0, steps)
    return filled[np.minimum(np.searchsorted(times, time), len(times) - 1)]


def _part(pairs: Pairs, kind: str, outer: Floats, inner: Floats | None = None) -> Part:
    """Weights beside the pairs, which the same people and risks share whatever the rules weigh."""
    survival, rules = pairs.survival, pairs.rules
    apart = rules.competing if kind == "after" else ""
    ranking = survival.kept(("ranking", kind, apart, rules.tied_times, _risk_key(pairs)), lambda: _ranking(pairs, kind))
    own = survival.outcomes.weight
    others = _others(survival, kind, inner)
    weighed_by = None if inner is None else (rules, pairs.tau)
    key = ("later", kind, apart, rules.tied_times, _risk_key(pairs), weighed_by)
    later = survival.kept(key, lambda: ranking.later(others))
    weighed = np.where(pairs.counted, outer if own is None else np.where(own > 0, outer, 0.0) * own, 0.0)
    _check_chance(pairs, (later.every > 0) & ~np.isfinite(weighed))
    weighed = np.where(later.every > 0, weighed, 0.0)
    return Part(ranking, later, weighed, np.ones(survival.n) if others is None else others, *pairs.steps_of(kind))


def _others(survival: Survival, kind: str, inner: Floats | None) -> Floats | None:
    """What people weigh as the second of a pair; None if each counts one."""
    own = survival.outcomes.weight
    if kind == "after":
        return own
    weight = survival.weight if inner is None else survival.weight * inner
    return np.where(survival.competing, weight, 0.0)


def _risk_key(pairs: Pairs) -> object:
    """Predictions are the same whenever they are for, unless they are a matrix."""
    return None if pairs.survival.cif is None else pairs.ranked_at


def _ranking(pairs: Pairs, kind: str) -> Ranking:
    survival = pairs.survival
    time = survival.outcomes.followed.code
    if kind == "competing":
        place = 2 * time + survival.happened
        return Ranking(place.max(initial=0) - place, survival.risk_at(pairs.ranked_at))
    return Ranking(2 * time + _after(survival, pairs.rules), survival.risk_at(pairs.ranked_at))


def _after(survival: Survival, rules: Rules) -> Bools:
    """Who counts as later than an event at the same time."""
    if rules.tied_times == "dropped":
        return np.zeros(survival.n, np.bool_)
    return ~survival.happened if rules.competing == "censored" else survival.censored


def _check_chance(pairs: Pairs, needed: Bools) -> None:
    """Refuse a pair that would weigh infinitely, because nobody could have been seen for so long."""
    if needed.any():
        time: Floats = pairs.survival.outcomes.time
        usable = time[pairs.counted & ~needed & (time < time[needed].min())]
        option = "tau" if pairs.at is None else "at"
        raise SurvivalError.no_chance(float(time[needed].min()), float(usable.max()) if len(usable) else None, option)


@dataclass(frozen=True)
class MovingPairs:
    """Events up to a time, each with the people who were seen longer, by the column of the matrix at that event."""

    survival: Survival
    tau: float | None = None

    @cached_property
    def credit(self) -> float:
        """The weight of pairs in which the event had the higher chance, ties counting half."""
        return float(self._rows[0].sum())

    @cached_property
    def every(self) -> float:
        """The weight of all pairs."""
        return float(self._rows[1].sum())

    @cached_property
    def influence(self) -> Floats:
        """What each person contributes to C."""
        c = self.credit / self.every
        influence: Floats = (self._rows[0] + self._rows[2] - c * (self._rows[1] + self._rows[3])) / self.every
        return influence

    @cached_property
    def _rows(self) -> Floats:
        """Credit and pairs of each person as the one with the event, then as the other one: (4, people)."""
        rows = np.zeros((4, self.survival.n))
        for chosen, events, ranking in self._columns():
            weight = self.survival.weight[chosen]
            outer = np.where(events[chosen], weight, 0.0)
            later, earlier = ranking.later(weight), ranking.earlier(outer)
            rows[:, chosen] += (
                *(outer * later.credit, outer * later.every),
                *(weight * earlier.credit, weight * earlier.every),
            )
        return rows

    def _columns(self) -> Iterator[tuple[Bools, Bools, Ranking]]:
        """For each column: who may be in a pair, who of them has the event there, and their ranks."""
        survival = self.survival
        place: Ints = 2 * survival.outcomes.followed.code + ~survival.happened
        for at, events in self._events():
            first, last = place[events].min(), place[events].max()
            chosen: Bools = place >= first
            chance = cast("Floats", survival.cif)[chosen, at] if at >= 0 else np.zeros(int(chosen.sum()))
            yield chosen, events, Ranking(np.minimum(place[chosen], last + 1) - first, chance)

    def _events(self) -> Iterator[tuple[int, Bools]]:
        """The events that fall on each column."""
        survival, grid = self.survival, self.survival.grid
        time = survival.outcomes.time
        counted = survival.happened if self.tau is None else survival.happened & (time <= self.tau)
        column = np.searchsorted(np.zeros(0) if grid is None else grid, time, side="right") - 1
        for at in np.unique(column[counted]).tolist():
            yield at, counted & (column == at)
