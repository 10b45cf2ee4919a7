"""From the values of groups to their gap and spread."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.estimates.measure import named_measure, unmeasured
from mercalli.inputs.arrays import Floats
from mercalli.results.measure import Measure
from mercalli.uncertainty.few_units import MANY_UNITS, freed_of_noise, jackknife_error
from mercalli.uncertainty.simultaneous import SEED, Pairs, normal_errors, shrunken, spread

METHOD, PROFILE = "all pairs at once", "Q-profile"
TWO = 2


@dataclass(frozen=True)
class GroupValues:
    """One metric in several groups: values, what the interval is built around, standard errors, and drawn errors."""

    names: tuple[str, ...]
    values: Floats
    centres: Floats
    errors: Floats
    drawn: Floats
    level: float

    @classmethod
    def of_proportions(cls, names: tuple[str, ...], values: Floats, trials: Floats, level: float) -> GroupValues:
        """Plain proportions of so many rows."""
        centres, errors = shrunken(values * trials, trials, level)
        return cls(names, values, centres, errors, normal_errors(errors), level)

    @classmethod
    def of_replicates(
        cls, names: tuple[str, ...], values: Floats, drawn: Floats, level: float, without: Floats | None = None
    ) -> GroupValues:
        """From replicates (draws, groups); over few units from values `without` one each, with Student's t."""
        deviations = drawn - np.nanmean(drawn, axis=0)
        errors = freed_of_noise(np.nanstd(drawn, axis=0, ddof=1))
        if without is not None and len(without) < MANY_UNITS:
            freedom = len(without) - 1
            own = jackknife_error(without)
            wider = np.sqrt(freedom / np.random.default_rng(SEED).chisquare(freedom, len(drawn)))
            deviations = deviations * np.divide(own, errors, out=np.ones_like(own), where=errors > 0) * wider[:, None]
            errors = own
        return cls(names, values, values, errors, np.nan_to_num(deviations), level)

    @cached_property
    def pairs(self) -> Pairs:
        """All pairs of groups."""
        return Pairs.of(self.centres, self.errors, self.drawn, self.level)

    def gap(self, name: str, widest: float) -> Measure:
        """The highest minus the lowest value."""
        if len(self.names) < TWO:
            return unmeasured(name, len(self.names), _too_few(len(self.names)))
        low, high = self.pairs.ends(widest)
        value = float(self.values.max() - self.values.min())
        return named_measure(name, value, min(low, value), max(high, value), METHOD, n=len(self.names))

    def spread(self, name: str, widest: float = np.inf) -> Measure:
        """The standard deviation of the true values, which is no wider than their range."""
        if len(self.names) < TWO:
            return unmeasured(name, len(self.names), _too_few(len(self.names)))
        if not (self.errors > 0).all():
            return unmeasured(name, len(self.names), "a group has no variation, so chance cannot be taken out")
        value, low, high = spread(self.centres, self.errors, self.level)
        return named_measure(name, value, min(low, value), max(min(high, widest), value), PROFILE, n=len(self.names))

    @property
    def apart(self) -> tuple[tuple[str, str], ...]:
        """Pairs that are shown to differ, the higher first, the widest apart first."""
        if len(self.names) < TWO:
            return ()
        pairs = self.pairs
        first, second = np.triu_indices(len(self.names), 1)
        order = np.argsort(-np.abs(pairs.apart), kind="stable")
        shown = [(int(at), pairs.apart[at] > 0) for at in order if pairs.differ[at]]
        return tuple(
            (self.names[first[at]], self.names[second[at]]) if up else (self.names[second[at]], self.names[first[at]])
            for at, up in shown
        )

    def to_reference(self, reference: str) -> tuple[Measure, ...]:
        """Each other group minus the reference, with one factor for all of them."""
        if reference not in self.names or len(self.names) < TWO:
            return ()
        at = self.names.index(reference)
        pairs = Pairs.of(self.centres, self.errors, self.drawn, self.level, at)
        others = [place for place in range(len(self.names)) if place != at]
        reach = pairs.factor * pairs.errors
        return tuple(
            named_measure(
                self.names[place],
                float(self.values[place] - self.values[at]),
                float(pairs.apart[each] - reach[each]),
                float(pairs.apart[each] + reach[each]),
                METHOD,
                n=len(others),
            )
            for each, place in enumerate(others)
        )


def _too_few(groups: int) -> str:
    return f"a gap needs two groups, and {'none is' if not groups else 'only one is'} large enough"
