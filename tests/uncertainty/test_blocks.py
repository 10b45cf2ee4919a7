"""Blocks of time as units."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.uncertainty.blocks import block_width, neighbours
from mercalli.uncertainty.few_units import jackknife_error


def test_the_standard_error_over_blocks_by_hand() -> None:
    assert jackknife_error(np.array([8 / 14, 13 / 18, 11 / 16])) == pytest.approx(0.091186, abs=5e-7)


def moods(hours: int, correlation: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Right items of 10 in each hour, with moods that last."""
    rng = np.random.default_rng(seed)
    mood = np.zeros(hours)
    for hour in range(1, hours):
        mood[hour] = correlation * mood[hour - 1] + np.sqrt(1 - correlation**2) * rng.standard_normal() * 0.5
    return rng.binomial(10, 1 / (1 + np.exp(-0.8 - mood))).astype(float), np.full(hours, 10.0)


def test_independent_hours_stay_narrow_and_moods_make_wide_blocks() -> None:
    hours = np.arange(240)
    widths = {
        correlation: [block_width(hours, *moods(240, correlation, seed)).blocks for seed in range(40)]  # type: ignore[union-attr]
        for correlation in (0.0, 0.95)
    }
    assert np.median(widths[0.0]) == 240
    assert np.median(widths[0.95]) <= 40
    assert min(widths[0.95]) >= 8


def test_blocks_on_both_sides_of_a_hole_are_no_neighbours() -> None:
    values = np.repeat([1.0, -1.0], 10)
    together = neighbours(values, np.arange(20))
    apart = neighbours(values, np.arange(20) * 100)
    assert together[1]
    assert apart == (0.0, False)
    halves = neighbours(values, np.where(np.arange(20) < 10, 0, 500) + np.arange(20))
    assert halves[0] == pytest.approx(18 / 20 * 19 / 18)  # 18 of 19 neighbours are left


def test_too_few_hours_have_no_width() -> None:
    assert block_width(np.arange(7), np.ones(7), np.full(7, 2.0)) is None


def test_one_mood_is_still_alike() -> None:
    hours = np.arange(24)
    found = block_width(hours, np.where(hours < 12, 9.0, 2.0), np.full(24, 10.0))
    assert found is not None
    assert found.alike
    assert found.blocks >= 8
