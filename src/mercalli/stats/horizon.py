"""People at a horizon: who had the event by then, who had not, and for how many others each of them stands."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.errors import SurvivalError
from mercalli.inputs.arrays import Bools, Floats
from mercalli.stats.concordance import PairWeights, Ranking
from mercalli.stats.survival import Survival


@dataclass(frozen=True)
class Horizon:
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
    def loss(self) -> Floats:
        """Each person's mass times the squared distance of the predicted chance from what happened."""
        return self.mass * (self.case - self.survival.chance(self.at)) ** 2

    @cached_property
    def credit(self) -> float:
        """The weight of pairs in which the one to whom it happened had the higher risk, ties counting half."""
        return float((self._cases * self._later.credit).sum())

    @cached_property
    def every(self) -> float:
        """The weight of all pairs of someone to whom it happened and someone to whom it did not."""
        return float(self._cases.sum() * self._controls.sum())

    @cached_property
    def influence(self) -> Floats:
        """What each person contributes to the share of concordant pairs, which is the AUC."""
        earlier = self._ranking.earlier(self._cases)
        credit = self._cases * self._later.credit + self._controls * earlier.credit
        every = self._cases * self._later.every + self._controls * earlier.every
        return (credit - self.credit / self.every * every) / self.every

    @cached_property
    def _cases(self) -> Floats:
        return np.where(self.case, self.mass, 0.0)

    @cached_property
    def _controls(self) -> Floats:
        return np.where(self.case, 0.0, self.mass)

    @cached_property
    def _ranking(self) -> Ranking:
        return Ranking((~self.case).astype(np.int64), self.survival.risk_at(self.at))

    @cached_property
    def _later(self) -> PairWeights:
        return self._ranking.later(self._controls)
