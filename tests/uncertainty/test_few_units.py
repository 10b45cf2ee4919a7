"""Intervals over few units hold the true value as often as they claim; simulations with fixed generators."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.uncertainty.few_units import bounded_interval, jackknife_error, plain_interval
from mercalli.uncertainty.needed import needed_rows, needed_units

TIMES = 3000
SHARES = (np.zeros(TIMES), np.ones(TIMES))


def accuracies(units, between, rng):
    """Accuracy over units of 20 to 60 rows whose own accuracy varies, and the values without one unit each."""
    rows = rng.integers(20, 61, (units, TIMES))
    right = rng.binomial(rows, rng.beta(*between, (units, TIMES)))
    return right.sum(0) / rows.sum(0), (right.sum(0) - right) / (rows.sum(0) - rows)


@pytest.mark.parametrize("units", [3, 4, 8, 20, 40])
@pytest.mark.parametrize("between", [(7, 3), (19, 1)], ids=["0.70", "0.95"])
def test_an_interval_of_a_share_holds_it(units, between):
    value, without = accuracies(units, between, np.random.default_rng([units, *between]))
    low, high = bounded_interval(value, without, SHARES, 0.95)
    truth = between[0] / sum(between)
    assert np.mean((low <= truth) & (truth <= high)) >= 0.93


@pytest.mark.parametrize("units", [4, 8, 20])
def test_an_interval_of_a_difference_excludes_0_as_seldom_as_it_should(units):
    rng = np.random.default_rng(units)
    rows = rng.integers(20, 61, (units, TIMES))
    both = rng.beta(7, 3, (units, TIMES))
    one, two = (rng.binomial(rows, np.clip(both + rng.normal(0, 0.1, both.shape), 0, 1)) for _ in range(2))
    moved = one - two  # neither is better in truth
    value, without = moved.sum(0) / rows.sum(0), (moved.sum(0) - moved) / (rows.sum(0) - rows)
    low, high = plain_interval(value, without, 0.95)
    assert 0.04 <= np.mean((low > 0) | (high < 0)) <= 0.065


def test_ends_stay_within_the_bounds_and_have_width_at_a_bound():
    value, without = np.array([1.0, 0.0, 0.5]), np.array([[1.0, 0.0, 0.5]] * 4)
    low, high = bounded_interval(value, without, (np.zeros(3), np.ones(3)), 0.95)
    assert (low >= 0).all()
    assert (high <= 1).all()
    assert (low < high).all()


def test_bounds_of_minus_1_and_1_are_the_same_scale_as_a_share():
    share, without = np.array(0.8), np.array([0.7, 0.8, 0.85])
    one = bounded_interval(share, without, (np.array(0.0), np.array(1.0)), 0.95)
    two = bounded_interval(2 * share - 1, 2 * without - 1, (np.array(-1.0), np.array(1.0)), 0.95)
    assert two == pytest.approx(2 * one - 1)


def test_there_is_no_interval_of_a_difference_where_all_units_are_alike():
    assert np.isnan(plain_interval(np.array(0.0), np.zeros(4), 0.95)).all()


def test_a_value_that_is_undefined_without_a_unit_has_no_interval():
    without = np.array([0.5, np.nan, 0.6])
    assert np.isnan(bounded_interval(np.array(0.5), without, (np.array(0.0), np.array(1.0)), 0.95)).all()


def test_the_error_of_a_mean_is_the_usual_one():
    values = np.random.default_rng(0).normal(size=12)
    without = (values.sum() - values) / 11
    assert jackknife_error(without) == pytest.approx(values.std(ddof=1) / np.sqrt(12))


def test_so_many_rows_show_the_difference_in_four_of_five_samples():
    rng, size, spread = np.random.default_rng(1), 0.05, 0.6
    rows = needed_rows(100, spread / 10, size, 0.95)
    means = size + rng.normal(0, spread / np.sqrt(rows), 20_000)
    assert np.mean(means - 1.96 * spread / np.sqrt(rows) > 0) == pytest.approx(
        0.8, abs=0.03
    )  # rounded up to two digits


def test_so_many_units_show_the_difference_in_four_of_five_samples():
    rng, size, spread = np.random.default_rng(2), 0.05, 0.1
    units = needed_units(4, spread / 2, size, 0.95)
    values = rng.normal(size, spread, (units, 5000))
    without = (values.sum(0) - values) / (units - 1)
    low, _ = plain_interval(values.mean(0), without, 0.95)
    assert np.mean(low > 0) == pytest.approx(0.8, abs=0.05)
