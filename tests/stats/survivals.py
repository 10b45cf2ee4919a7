"""People drawn by Hypothesis or from a seed, and every pair of them by brute force."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from mercalli.stats.survival import Survival


@st.composite
def survivals(draw, *, causes=2, weighed=True, chances=False, fewest=2):
    """People whose times and risks are often equal, at least one with an event of the cause."""
    n = draw(st.integers(fewest, 40))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    time = rng.integers(0, 8, n).astype(float) if draw(st.booleans()) else rng.exponential(5, n)
    risk = rng.integers(0, 5, n).astype(float) if draw(st.booleans()) else rng.normal(size=n)
    event = np.where(rng.random(n) < draw(st.sampled_from([0.1, 0.5])), 0, rng.integers(1, causes + 1, n))
    event[0], time[0] = 1, 0.0
    weight = rng.uniform(0.5, 2, n) if weighed and draw(st.booleans()) else None
    if not chances:
        return Survival.of(time, event, risk, weight)
    grid = np.unique(rng.integers(0, 8, 4)).astype(float)
    cif = np.cumsum(rng.integers(0, 3, (n, len(grid))), axis=1) / (3 * len(grid))
    return Survival.of(time, event, None, weight, grid=grid, cif=cif)


def chance(curve, time, *, before):
    """A step curve looked up one time after the other."""
    found = curve.start
    for at, value in zip(curve.time, curve.value, strict=True):
        if at < time or (at == time and not before):
            found = value
    return found


def every_pair(survival, competing="censored", weigh=lambda *_: 1.0, tau=np.inf, risk=None):
    """Concordant and all weight, over each pair (i, j) of an event and someone it is compared with."""
    time, event, weight = survival.outcomes.time, survival.outcomes.event, survival.weight
    ranked = survival.risk if risk is None else None
    credit = total = 0.0
    for i in range(survival.n):
        for j in range(survival.n):
            if event[i] != survival.cause or time[i] > tau or i == j or not comparable(time, event, i, j, competing):
                continue
            first, second = (ranked[i], ranked[j]) if risk is None else risk(i, j)
            mass = weight[i] * weight[j] * weigh(i, j)
            credit += mass * ((first > second) + (first == second) / 2)
            total += mass
    return credit / total if total else np.nan


def comparable(time, event, i, j, competing):
    """Whether j is known to have had the event later than i, or never."""
    other = event[j] not in (0, 1)
    if competing == "never" and other and time[j] <= time[i]:
        return True
    tied = event[j] == 0 or (other and competing == "censored")
    return time[j] > time[i] or (time[j] == time[i] and tied)
