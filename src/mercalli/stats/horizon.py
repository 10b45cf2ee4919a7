"""People at a horizon: who had the event by then, who had not, and for how many others each of them stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.errors import SurvivalError
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.stats.concordance import Concordance, Part, Ranking
from mercalli.stats.survival import Survival


@dataclass(frozen=True)
class Horizon(Concordance):
    """What is known of people by a time; whoever was censored before it stands for nobody, others for them."""

    survival: Survival
    at: float

    @cached_property
    def case(self) -> Bools:
        """To whom the cause had happened by then."""
        return self.survival.happened & (self.survival.outcomes.time <= self.at)

    @cached_property
    def mass(self) -> Floats:
        """What each person weighs: their weight over their chance to be seen for so long."""
        self.check()
        chance = np.where(self._chance > 0, self._chance, 1.0)
        return np.where(self._known, self.survival.weight / chance, 0.0)

    def check(self) -> None:
        """Refuse a horizon to which nobody could be seen."""
        if not self.possible:
            curve = self.survival.censoring()
            seen = curve.time[curve.value > 0]
            raise SurvivalError.no_chance(self.at, float(seen.max()) if len(seen) else None, "at")

    @cached_property
    def possible(self) -> bool:
        """Whether everyone of whom it is known, and who weighs anything, had a chance to be seen for so long."""
        return not (self._known & (self._chance == 0) & (self.survival.weight > 0)).any()

    @cached_property
    def _known(self) -> Bools:
        """Of whom it is known whether the cause had happened by then."""
        return (self.survival.outcomes.time > self.at) | ~self.survival.censored

    @cached_property
    def _chance(self) -> Floats:
        """The chance to be seen until the horizon, or until something happened before it."""
        outcomes, curve = self.survival.outcomes, self.survival.censoring()
        own = outcomes.at_own_time(curve.before)
        return np.where(outcomes.time > self.at, curve.at(np.array([self.at]))[0], own)

    @cached_property
    def _steps(self) -> Ints:
        """How many steps of the curve of censoring lie before that chance."""
        followed = self.survival.outcomes.followed
        return np.minimum(followed.code, np.searchsorted(followed.time, self.at, side="right"))

    def reweighted(self, moved: Floats) -> Floats:
        """What each person contributes to a value by the curve of censoring, if it moves so far with each mass."""
        return self.through_weights([(moved, self._steps)])

    def through_weights(self, moves: Sequence[tuple[Floats, Ints]]) -> Floats:
        """The same of several moves."""
        return self.survival.through_censoring(moves)

    @cached_property
    def loss(self) -> Floats:
        """Each person's mass times the squared distance of the predicted chance from what happened."""
        return self.mass * (self.case - self.survival.chance(self.at)) ** 2

    @cached_property
    def parts(self) -> list[Part]:
        """People to whom it happened, each with everyone to whom it did not."""
        cases, controls = np.where(self.case, self.mass, 0.0), np.where(self.case, 0.0, self.mass)
        ranking = Ranking((~self.case).astype(np.int64), self.survival.risk_at(self.at))
        return [Part(ranking, ranking.later(controls), cases, controls, (self._steps,), (self._steps,))]

    @cached_property
    def every(self) -> float:
        """The weight of all pairs of someone to whom it happened and someone to whom it did not."""
        return float(self.parts[0].outer.sum() * self.parts[0].inner.sum())
