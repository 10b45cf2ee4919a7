"""Intervals of quantiles from ordered values: exact places, open ends, and how often they hold the true quantile."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.stats.latencies import Latencies
from mercalli.uncertainty.order_statistics import coverage, places, quantile_interval

SIMULATIONS = 600
TOY = np.array([0.4, 0.5, 0.5, 0.6, 0.7, 0.8, 0.9, 1.2, 2.0, 6.0])


@pytest.mark.parametrize(
    ("n", "share", "ends", "covers"),
    [
        (10, 0.5, (2, 9), 0.979),
        (200, 0.5, (86, 115), 0.960),
        (200, 0.95, (184, 197), 0.967),
        (1000, 0.95, (936, 964), 0.958),
    ],
)
def test_the_ends_are_the_ordered_values_of_the_binomial(n, share, ends, covers):
    assert places(n, share, 0.95) == ends
    assert coverage(n, share, ends) == pytest.approx(covers, abs=0.0005)


@pytest.mark.parametrize(("share", "enough"), [(0.5, 6), (0.95, 72), (0.99, 368)])
def test_below_so_many_calls_there_is_no_upper_end(share, enough):
    assert places(enough - 1, share, 0.95)[1] == enough
    assert places(enough, share, 0.95)[1] <= enough


def test_ten_calls_give_the_known_intervals():
    assert quantile_interval(Latencies.of(TOY), 0.5, 0.95)[:2] == (0.5, 2.0)
    assert quantile_interval(Latencies.of(TOY), 0.95, 0.95)[:2] == (1.2, np.inf)


def test_of_the_ten_calls_about_one_in_a_hundred_truths_lies_below():
    assert coverage(10, 0.95, (0, 8)) == pytest.approx(0.0115, abs=0.00005)


@pytest.mark.parametrize(("n", "share"), [(10, 0.5), (200, 0.5), (200, 0.95), (40, 0.95)])
def test_the_interval_holds_the_true_quantile_as_often_as_it_claims(n, share):
    rng = np.random.default_rng(n)
    ends = [quantile_interval(Latencies.of(rng.exponential(size=n)), share, 0.95) for _ in range(SIMULATIONS)]
    assert np.mean([low <= -np.log(1 - share) <= high for low, high, _ in ends]) >= 0.94


@pytest.mark.parametrize(("units", "repeats", "share"), [(60, 3, 0.5), (200, 3, 0.95), (8, 20, 0.5)])
def test_repeated_calls_are_not_taken_for_further_items(units, repeats, share):
    rng, unit = np.random.default_rng(units), np.repeat(np.arange(units), repeats)
    true = np.quantile(np.exp(rng.normal(size=400_000) * np.hypot(0.8, 0.4)), share)
    held = []
    for _ in range(SIMULATIONS):
        seconds = np.exp(0.8 * rng.normal(size=units)[unit] + 0.4 * rng.normal(size=len(unit)))
        low, high, _ = quantile_interval(
            Latencies.of(seconds, None, np.full(len(unit), 1 / repeats), unit), share, 0.95
        )
        held.append(low <= true <= high)
    assert np.mean(held) >= 0.93


def test_two_units_give_no_interval():
    calls = Latencies.of(TOY, unit=np.repeat([0, 1], 5))
    assert np.isnan(quantile_interval(calls, 0.5, 0.95)[0])


def test_an_end_among_late_calls_is_open():
    late = Latencies.of(np.append(TOY, [30.0] * 5), np.arange(15) >= 10)
    assert quantile_interval(late, 0.5, 0.95)[1] == np.inf
