"""Intervals: quantiles, Wilson's and the corrected ones, against published numbers and scipy."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from scipy import stats

from mercalli.stats.confusion import Confusion
from mercalli.uncertainty.intervals import bca, percentile, quantiles, wilson
from mercalli.uncertainty.resample import left_out
from tests.stats.rows import sample_of

RNG = np.random.default_rng

# Newcombe (1998), Statistics in Medicine 17, table I, method 3
NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize(("hits", "trials", "low", "high"), NEWCOMBE)
def test_wilson_gives_the_published_intervals(hits, trials, low, high):
    found = wilson(np.array(hits / trials), np.array(float(trials)), 0.95)
    assert found.round(4).tolist() == [low, high]


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_wilson_holds_the_shares_that_a_score_test_does_not_reject(level):
    low, high = wilson(np.array(0.3), np.array(50.0), level)
    z = stats.norm.ppf((1 + level) / 2)
    distances = [abs(0.3 - end) / np.sqrt(end * (1 - end) / 50) for end in (low, high)]
    assert distances == pytest.approx([z, z])


def test_wilson_is_that_of_scipy():
    expected = stats.binomtest(9, 10).proportion_ci(0.95, method="wilson")
    assert wilson(np.array(0.9), np.array(10.0), 0.95).tolist() == pytest.approx([expected.low, expected.high])


def test_wilson_of_nothing_is_undefined():
    assert np.isnan(wilson(np.array(np.nan), np.array(0.0), 0.95)).all()


def test_wilson_stays_within_0_and_1():
    low, high = wilson(np.array([0.0, 1.0]), np.array([3.0, 3.0]), 0.99)
    assert (low[0], high[1]) == (0.0, 1.0)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5])
def test_quantiles_leave_the_undefined_out_as_numpy_does(share):
    rng = RNG(3)
    values = np.where(rng.random((500, 4, 3)) < share, np.nan, rng.normal(size=(500, 4, 3)))
    at = np.array([0.0, 0.025, 0.5, 0.9, 1.0])
    np.testing.assert_allclose(quantiles(values, at), np.nanquantile(values, at, axis=0))


def test_quantiles_may_differ_from_place_to_place():
    values = RNG(3).normal(size=(200, 2))
    found = quantiles(values, np.array([[0.1, 0.7]]))
    assert found[0].tolist() == pytest.approx([np.quantile(values[:, 0], 0.1), np.quantile(values[:, 1], 0.7)])


def test_quantiles_of_nothing_defined_are_undefined():
    assert np.isnan(quantiles(np.full((10, 2), np.nan), np.array([0.5]))).all()


def test_the_percentile_interval_leaves_equal_tails():
    drawn = np.arange(1001.0)[:, None]
    assert percentile(drawn, 0.9).ravel().tolist() == pytest.approx([50, 950])


def accuracy(table):
    return table.accurate.sum(axis=-1) / table.total


def f1_of_a(table):
    counts = table.per_class
    return (2 * counts.tp / (2 * counts.tp + counts.fp + counts.fn))[..., 0]


def on_rows(metric, truth, pred, axis):
    """A metric of two classes as scipy wants it, on arrays of rows."""
    cells = [[((truth == row) & (pred == column)).sum(axis=axis) for column in (0, 1)] for row in (0, 1)]
    return metric(Confusion.of(np.moveaxis(np.array(cells), (0, 1), (-2, -1))))


@pytest.mark.parametrize("metric", [accuracy, f1_of_a])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_corrected_interval_is_that_of_scipy_on_the_same_replicates(metric, level):
    rng = RNG(7)
    truth = rng.integers(0, 2, 60)
    pred = np.where(rng.random(60) < 0.85, truth, 1 - truth)
    theirs = stats.bootstrap(
        (truth, pred),
        partial(on_rows, metric),
        paired=True,
        n_resamples=999,
        confidence_level=level,
        method="BCa",
        rng=rng,
    )
    sample = sample_of(truth, pred, classes="01")
    without, times = zip(*[(metric(tables[0].merged(-1)), times) for tables, times in left_out(sample)], strict=True)
    point = metric(sample.confusions[0].merged(-1))
    ours = bca(point, theirs.bootstrap_distribution, np.concatenate(without), np.concatenate(times), level)
    assert ours.tolist() == pytest.approx(list(theirs.confidence_interval))


def test_the_corrected_interval_is_the_percentile_one_where_nothing_varies():
    drawn = np.full((100, 1), 0.5)
    found = bca(np.array([0.5]), drawn, np.full((10, 1), 0.5), np.ones(10), 0.95)
    assert found.ravel().tolist() == [0.5, 0.5]


def test_the_corrected_interval_is_undefined_where_every_replicate_is():
    drawn = np.full((100, 1), np.nan)
    found = bca(np.array([np.nan]), drawn, np.full((10, 1), np.nan), np.ones(10), 0.95)
    assert np.isnan(found).all()
