"""What is left to the machine is as right as promised: the bound holds for the set that was chosen by looking at it."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.uncertainty.nested import nested_lower, nested_lower_over_units

TARGET, LEVEL, SAMPLES = 0.95, 0.95, 300
FEWEST = 30


def accuracy_of(sure, intercept, slope):
    """The chance that a prediction is right, given how sure it is."""
    return 1 / (1 + np.exp(-(intercept + slope * sure)))


def true_accuracy(least, intercept, slope):
    """The accuracy of all that is at least so sure, where sureness is normal: by a fine grid."""
    grid = np.linspace(least, 9, 2000)
    density = np.exp(-((grid - 1.5) ** 2) / 4.5)
    return float((accuracy_of(grid, intercept, slope) * density).sum() / density.sum())


def levels(n):
    ends = np.unique(np.ceil(np.arange(1, 101) / 100 * n).astype(int))
    return ends[ends >= FEWEST]


@pytest.mark.parametrize(("intercept", "slope"), [(1.0, 1.0), (0.0, 1.0), (2.94, 0.0), (2.5, 0.1)])
@pytest.mark.parametrize("n", [600])
def test_what_was_chosen_keeps_its_promise_in_93_of_100_samples(n, intercept, slope):
    rng = np.random.default_rng([n, round(100 * slope)])
    broken = 0
    for _ in range(SAMPLES):
        sure = np.sort(rng.normal(1.5, 1.5, n))[::-1]
        right = np.cumsum(rng.random(n) < accuracy_of(sure, intercept, slope)).astype(float)
        ends = levels(n)
        mass = ends.astype(float)
        low = nested_lower(right[ends - 1], mass, mass, LEVEL, rng)
        reached = np.flatnonzero(low >= TARGET)
        if len(reached):
            broken += true_accuracy(sure[ends[reached[-1]] - 1], intercept, slope) < TARGET
    assert broken / SAMPLES <= 0.07


@pytest.mark.parametrize("units", [8, 40])
def test_it_keeps_its_promise_for_new_units(units):
    rng = np.random.default_rng(units)
    each, broken = 60, 0
    for _ in range(SAMPLES):
        good = rng.beta(19, 1, units)  # the accuracy of each unit, .95 on average whatever the confidence
        right = rng.random((units, each)) < good[:, None]
        ends = np.arange(5, each + 1, 5)
        hits = np.cumsum(right, axis=1)[:, ends - 1].astype(float)
        mass = np.broadcast_to(ends.astype(float), hits.shape)
        broken += bool((nested_lower_over_units(hits, mass, LEVEL, rng) >= TARGET).any())
    assert broken / SAMPLES <= 0.07


def test_two_units_do_not_tell_how_units_vary():
    low = nested_lower_over_units(np.full((2, 3), 9.0), np.full((2, 3), 10.0), LEVEL, np.random.default_rng(0))
    assert np.isnan(low).all()


def test_a_bound_of_all_sets_together_is_lower_than_that_of_one():
    right, mass = np.array([57.0, 114.0, 190.0]), np.array([60.0, 120.0, 200.0])
    together = nested_lower(right, mass, mass, LEVEL, np.random.default_rng(0))
    alone = nested_lower(right[2:], mass[2:], mass[2:], LEVEL, np.random.default_rng(0))
    assert together[2] < alone[0] < 0.95
