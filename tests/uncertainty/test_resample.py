"""Replicates of the table have the law of resampling rows, or units, and counting again."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.uncertainty.resample import blocks, left_out, replicates
from tests.stats.rows import sample_of

MANY = 20_000
RNG = np.random.default_rng
TRUTH = "aaaaaaaabbbbbbccccab"
FIRST = "aaaaabbcbbbbaaccccba"
SECOND = "aabaabccbbabacccbcba"
UNIT = [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6, 7, 7]
WEIGHT = np.round(RNG(5).gamma(2, 1, 20), 3)


def drawn(sample, count=MANY, system=0):
    """Replicates as (count, cells)."""
    parts = [
        tables[system].cells.reshape(len(tables[system].cells), -1) for tables in replicates(sample, count, RNG(1))
    ]
    return np.concatenate(parts)


def counted(pred, rows, weight):
    """The tables that the chosen rows make, one for each line of `rows`, the slow way."""
    cells = np.array(["abc".index(t) * 4 + "abc".index(p) for t, p in zip(TRUTH, pred, strict=True)])
    return np.stack([np.bincount(cells[chosen], weight[chosen], 12) for chosen in rows])


def assert_same_law(found, expected):
    """Same means and covariances, up to what so many draws can show."""
    scale = expected.std(axis=0).max()
    np.testing.assert_allclose(found.mean(axis=0), expected.mean(axis=0), rtol=0, atol=0.05 * scale)
    np.testing.assert_allclose(np.cov(found.T), np.cov(expected.T), rtol=0, atol=0.06 * scale**2)


def test_rows_resampled_have_the_law_of_the_row_bootstrap():
    rows = RNG(2).integers(0, 20, (MANY, 20))
    assert_same_law(drawn(sample_of(TRUTH, FIRST)), counted(FIRST, rows, np.ones(20)))


def test_every_replicate_has_as_many_rows_as_the_data():
    assert (drawn(sample_of(TRUTH, FIRST)).sum(axis=1) == 20).all()


def test_weighted_rows_resampled_have_the_mean_and_variance_of_the_weighted_row_bootstrap():
    rows = RNG(2).integers(0, 20, (MANY, 20))
    assert_same_law(drawn(sample_of(TRUTH, FIRST, weight=WEIGHT)), counted(FIRST, rows, WEIGHT))


def test_rows_of_equal_weight_are_drawn_as_rows():
    found = drawn(sample_of(TRUTH, FIRST, weight=[2.5] * 20), 500)
    assert (found % 2.5 == 0).all()
    assert found.sum(axis=1) == pytest.approx(50)


def test_units_resampled_have_the_law_of_drawing_whole_units():
    units = RNG(2).integers(0, 8, (MANY, 8))
    members = [np.flatnonzero(np.array(UNIT) == unit) for unit in range(8)]
    rows = [np.concatenate([members[unit] for unit in chosen]) for chosen in units]
    assert_same_law(drawn(sample_of(TRUTH, FIRST, unit=UNIT)), counted(FIRST, rows, np.ones(20)))


def test_weighted_units_resampled_have_the_law_of_drawing_whole_units():
    units = RNG(2).integers(0, 8, (MANY, 8))
    members = [np.flatnonzero(np.array(UNIT) == unit) for unit in range(8)]
    rows = [np.concatenate([members[unit] for unit in chosen]) for chosen in units]
    assert_same_law(drawn(sample_of(TRUTH, FIRST, unit=UNIT, weight=WEIGHT)), counted(FIRST, rows, WEIGHT))


def test_two_systems_are_resampled_on_the_same_rows():
    sample = sample_of(TRUTH, FIRST, SECOND)
    rows = RNG(2).integers(0, 20, (MANY, 20))
    expected = np.hstack([counted(pred, rows, np.ones(20)) for pred in (FIRST, SECOND)])
    assert_same_law(np.hstack([drawn(sample, system=0), drawn(sample, system=1)]), expected)


def test_the_truth_is_the_same_in_both_systems_replicates():
    for first, second in replicates(sample_of(TRUTH, FIRST, SECOND), 100, RNG(1)):
        np.testing.assert_array_equal(first.truths, second.truths)


def test_a_cell_without_rows_stays_empty():
    sample = sample_of("aabb", "aabb")
    assert drawn(sample, 1000)[:, 1].sum() == 0


def test_the_same_generator_gives_the_same_replicates():
    sample = sample_of(TRUTH, FIRST)
    np.testing.assert_array_equal(drawn(sample, 50), drawn(sample, 50))


def test_blocks_add_up_to_the_count():
    assert sum(blocks(sample_of(TRUTH, FIRST), 123_456)) == 123_456


def test_each_row_is_left_out_once():
    sample = sample_of(TRUTH, FIRST)
    whole = sample.confusions[0].cells.ravel()
    without = np.concatenate([tables[0].cells.reshape(len(times), -1) for tables, times in left_out(sample)])
    times = np.concatenate([times for _, times in left_out(sample)])
    assert times.sum() == 20
    assert ((whole - without).sum(axis=1) == 1).all()
    np.testing.assert_array_equal(times @ (whole - without), whole)


def test_each_unit_is_left_out_once():
    sample = sample_of(TRUTH, FIRST, unit=UNIT)
    whole = sample.confusions[0].cells.ravel()
    without = np.concatenate([tables[0].cells.reshape(len(times), -1) for tables, times in left_out(sample)])
    assert (whole - without).sum(axis=1).tolist() == np.bincount(UNIT).tolist()
    np.testing.assert_array_equal((whole - without).sum(axis=0), whole)
