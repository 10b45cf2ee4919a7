"""The gap over groups and the spread between them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.uncertainty.simultaneous import Pairs, dispersion, normal_errors, shrunken, spread

FOUND, TRIALS = np.array([90.0, 40.0, 12.0]), np.array([100.0, 50.0, 20.0])
VALUES = (FOUND + 2) / (TRIALS + 4)
ERRORS = np.sqrt(VALUES * (1 - VALUES) / (TRIALS + 4))


def test_the_gap_of_three_languages_by_hand() -> None:
    assert pytest.approx([0.884615, 0.777778, 0.583333], abs=5e-7) == VALUES
    assert pytest.approx([0.031328, 0.056575, 0.100635], abs=5e-7) == ERRORS
    pairs = Pairs.of(VALUES, ERRORS, normal_errors(ERRORS), 0.95)
    assert pairs.factor == pytest.approx(2.316, abs=0.01)
    assert pairs.ends(1.0) == pytest.approx((0.057, 0.545), abs=0.0015)
    assert pairs.differ.tolist() == [False, True, False]
    uncorrected = Pairs(pairs.apart, pairs.errors, 1.959964)
    assert uncorrected.ends(1.0) == pytest.approx((0.095, 0.508), abs=5e-4)


def test_the_spread_of_three_languages_by_hand() -> None:
    assert dispersion(VALUES, ERRORS, 0.0) == pytest.approx(9.7424, abs=5e-5)
    assert spread(VALUES, ERRORS, 0.95) == pytest.approx((0.1109, 0.0335, 0.9567), abs=5e-5)


def test_no_spread_beyond_chance_is_an_answer() -> None:
    assert spread(np.array([0.8, 0.81, 0.79]), np.full(3, 0.05), 0.95)[:2] == (0.0, 0.0)


def test_the_q_profile_ends_are_where_q_meets_its_quantiles() -> None:
    from scipy.stats import chi2  # noqa: PLC0415 - the oracle

    _, low, high = spread(VALUES, ERRORS, 0.95)
    assert dispersion(VALUES, ERRORS, low) == pytest.approx(chi2.ppf(0.975, 2), rel=1e-6)
    assert dispersion(VALUES, ERRORS, high) == pytest.approx(chi2.ppf(0.025, 2), rel=1e-6)


def test_the_factor_of_equal_groups_is_that_of_the_studentized_range() -> None:
    from scipy.stats import studentized_range  # noqa: PLC0415 - the oracle

    errors = np.full(5, 0.1)
    factor = Pairs.of(np.zeros(5), errors, normal_errors(errors), 0.95).factor
    assert factor * np.sqrt(2) == pytest.approx(studentized_range.ppf(0.95, 5, np.inf), abs=0.02)


def test_a_reference_needs_a_smaller_factor() -> None:
    drawn = normal_errors(ERRORS)
    assert Pairs.of(VALUES, ERRORS, drawn, 0.95, reference=0).factor < Pairs.of(VALUES, ERRORS, drawn, 0.95).factor


@given(st.permutations(range(3)))
def test_relabelling_groups_changes_no_gap(order: list[int]) -> None:
    drawn = normal_errors(ERRORS)
    plain = Pairs.of(VALUES, ERRORS, drawn, 0.95)
    other = Pairs.of(VALUES[order], ERRORS[order], drawn[:, order], 0.95)
    assert other.ends(1.0) == pytest.approx(plain.ends(1.0))


def test_proportions_at_an_end_keep_an_error() -> None:
    values, errors = shrunken(np.array([0.0, 20.0]), np.array([20.0, 20.0]), 0.95)
    assert (errors > 0.05).all()
    assert values[0] == pytest.approx(1 - values[1])


def held(groups: int, rows: int, gap: float, runs: int) -> float:
    """In how many of so many runs the interval of the gap holds the true one."""
    rng = np.random.default_rng(11)
    true = np.linspace(0.7 - gap / 2, 0.7 + gap / 2, groups)
    within = 0
    for _ in range(runs):
        values, errors = shrunken(rng.binomial(rows, true).astype(float), np.full(groups, float(rows)), 0.95)
        drawn = rng.standard_normal((2_000, groups)) * errors
        low, high = Pairs.of(values, errors, drawn, 0.95).ends(1.0)
        within += low <= gap <= high
    return within / runs


@pytest.mark.parametrize(("groups", "gap"), [(3, 0.0), (10, 0.0), (3, 0.2)])
def test_the_interval_of_the_gap_holds_it(groups: int, gap: float) -> None:
    assert held(groups, 100, gap, 400) >= 0.92
