"""Intervals over few tiles hold the true value as often as they claim; a simulation with a fixed generator."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.estimates.settings import Settings
from mercalli.stats.tiles import sample_of
from mercalli.tasks.wildfire.estimate import fire_measures, method_over

SETTINGS = Settings(0.95, 1000, "percentile", 0)
NAMES = ("csi", "recall", "precision")
TRUTH = {"csi": 0.21 / 0.35, "recall": 0.7, "precision": 0.21 / 0.26}
TIMES = 150


def tiles_drawn(units, rng, cells=256):
    """Counts of tiles of which 3 in 10 cells burned and 7 in 10 of these were found, both varying between tiles."""
    burned = rng.binomial(cells, rng.beta(3, 7, units))
    found = rng.binomial(burned, rng.beta(7, 3, units))
    false = rng.binomial(cells - burned, rng.beta(0.5, 6.5, units))
    return np.stack([found, burned, found + false, np.full(units, cells)], axis=-1)


def held(units, times):
    """How often each interval holds what all tiles there could be would give."""
    rng = np.random.default_rng(units)
    inside = dict.fromkeys(NAMES, 0)
    for _ in range(times):
        measures = {each.metric: each for each in fire_measures(sample_of(tiles_drawn(units, rng)), SETTINGS, "x")}
        for name in NAMES:
            inside[name] += measures[name].low <= TRUTH[name] <= measures[name].high
    return {name: count / times for name, count in inside.items()}


@pytest.mark.parametrize("units", [4, 8, 20])
def test_intervals_over_few_tiles_hold_the_true_value(units):
    assert min(held(units, TIMES).values()) >= 0.89  # 93 % less two standard errors of so few simulations


def test_two_tiles_do_not_tell_how_tiles_vary():
    measures = fire_measures(sample_of(tiles_drawn(2, np.random.default_rng(0))), SETTINGS, "x")
    assert all(each.low is None and each.method is None for each in measures)


def test_few_tiles_are_left_out_in_turn_and_many_are_drawn_again():
    for units, method in ((99, "t over units left out in turn"), (100, "percentile over tiles")):
        measures = fire_measures(sample_of(tiles_drawn(units, np.random.default_rng(1))), SETTINGS, "x")
        assert {each.method for each in measures if each.value is not None} == {method} == {method_over(units, "tiles")}
