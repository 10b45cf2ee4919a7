"""Trials drawn by Hypothesis or from a seed, and the table of one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from hypothesis import strategies as st

from mercalli.stats.uplift import UpliftTable


@dataclass(frozen=True)
class Trial:
    """People with a score, an arm, an outcome, and perhaps a weight and a chance to be treated."""

    score: np.ndarray
    treated: np.ndarray
    outcome: np.ndarray
    weight: np.ndarray | None = None
    propensity: np.ndarray | None = None

    @property
    def table(self):
        return UpliftTable.of(self.score, self.treated, self.outcome, self.weight, self.propensity)

    def take(self, chosen):
        parts = (self.score, self.treated, self.outcome, self.weight, self.propensity)
        return Trial(*(None if part is None else part[chosen] for part in parts))

    def having(self, **changes):
        return replace(self, **changes)


SOME = st.integers(2, 30)


@st.composite
def trials(draw, people=SOME, *, continuous=True, weighed=True):
    """Trials with somebody in each arm and scores that are often equal."""
    n = draw(people)
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    score = rng.integers(-4, 5, n) / 4 if draw(st.booleans()) else rng.normal(size=n)
    treated = rng.random(n) < draw(st.sampled_from([0.2, 0.5, 0.8]))
    treated[rng.permutation(n)[:2]] = True, False
    plain = (rng.random(n) < draw(st.sampled_from([0.0, 0.3, 0.6]))).astype(float)
    outcome = rng.normal(100, 10, n) if continuous and draw(st.booleans()) else plain
    more = weighed and draw(st.booleans())
    return Trial(score, treated, outcome, *((rng.uniform(0.5, 2, n), rng.uniform(0.2, 0.8, n)) if more else ()))
