"""Values from bins of scores against those of all rows: corrected values are close, and bounds hold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mercalli.engines.arrays import ArraySource
from mercalli.inputs.octaves import OFFSET, SQUARED
from mercalli.metrics.scores.average_precision import average_precision
from mercalli.metrics.scores.brier import brier
from mercalli.metrics.scores.log_loss import log_loss
from mercalli.metrics.scores.roc_auc import roc_auc
from mercalli.stats.octave_scores import OctaveScores
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.estimate import ap_bounds, auc_bounds

ROWS = 100_000


def binned(score, positive, bins):
    """The rows in bins, as an engine hands them over."""
    data = {"score": np.asarray(score, np.float64), "truth": np.asarray(positive, np.int64)}
    counted = ArraySource.check(data).score_tally("score", ["truth"], None, bins)
    truth = counted.tally.columns["truth"]
    is_positive = np.array([each == 1 for each in truth.values])[truth.codes]
    return OctaveScores.of_entries(counted.score, is_positive, counted.tally.weight, counted.inside, counted.edges)


def shapes():
    """Scores that models give: smooth, rare, rounded, with half of them at one end, of few leaves, and log odds."""
    rng = np.random.default_rng(3)
    rare, often = rng.random(ROWS) < 0.002, rng.random(ROWS) < 0.3
    smooth = 1 / (1 + np.exp(0.5 - rng.normal(size=ROWS) - often))
    ends = np.quantile(smooth, np.linspace(0, 1, 50))
    return {
        "smooth": (smooth, often),
        "rare": (1 / (1 + np.exp(6 - rng.normal(size=ROWS) - 1.3 * rare)), rare),
        "two decimals": (smooth.round(2), often),
        "half at 0": (np.where(rng.random(ROWS) < 0.5 - 0.2 * often, 0, smooth), often),
        "many at 1": (np.minimum(1, smooth * 1.6), often),
        "leaves": (ends[np.searchsorted(ends, smooth).clip(0, 49)], often),
        "log odds": (rng.normal(size=ROWS) * 2 + often, often),
    }


SHAPES = shapes()


@pytest.mark.parametrize("bins", [32, 512])
@pytest.mark.parametrize("shape", SHAPES)
def test_values_of_bins_are_those_of_rows_but_for_little(shape, bins):
    score, positive = SHAPES[shape]
    table, exact = binned(score, positive, bins), ScoreTable.of(score, positive)
    assert roc_auc(table) == pytest.approx(roc_auc(exact), abs=1e-5)
    assert average_precision(table) == pytest.approx(average_precision(exact), abs=3e-4)
    if shape != "log odds":
        assert brier(table) == pytest.approx(brier(exact), abs=1e-8)
        assert log_loss(table) == pytest.approx(log_loss(exact), abs=1e-7)
    for ends, value in ((auc_bounds, roc_auc), (ap_bounds, average_precision)):
        low, high = ends(table)
        assert low <= value(exact) <= high
        assert low <= value(table) <= high


def test_the_correction_by_hand():
    """Positives .1 .4 .45 .8 and negatives .05 .2 .3 .6, in two halves."""
    places = np.array([[0.8 - 0.5, 0.95], [0.6 - 0.5, 0.55]]) / 0.5
    halves = OctaveScores(
        np.array([0.7, 0.25]),
        np.array([1.0, 3.0]),
        np.array([1.0, 3.0]),
        low=np.array([0.5, 0.0]),
        width=np.array([0.5, 0.5]),
        rest=np.array([False, False]),
        offset=places * OFFSET,
        square=places**2 * SQUARED**2,
    )
    assert auc_bounds(halves) == (3 / 16, 13 / 16)
    assert roc_auc(halves) == pytest.approx(0.675)
    score, positive = np.array([0.1, 0.4, 0.45, 0.8, 0.05, 0.2, 0.3, 0.6]), np.arange(8) < 4
    assert roc_auc(ScoreTable.of(score, positive)) == 0.6875


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=2, max_size=60).filter(
        lambda rows: len({positive for _, positive in rows}) == 2
    ),
    st.sampled_from([1, 2, 16]),
)
def test_bounds_hold_for_any_rows(rows, bins):
    score, positive = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    table, exact = binned(score, positive, bins), ScoreTable.of(score, positive)
    for ends, value in ((auc_bounds, roc_auc), (ap_bounds, average_precision)):
        low, high = ends(table)
        assert low - 1e-12 <= value(exact) <= high + 1e-12
        assert low - 1e-12 <= value(table) <= high + 1e-12


def test_both_ends_are_reached():
    """A negative before two positives of a bin, and after both of them."""
    worst, best = (binned([0.26, 0.28, 0.3], truth, 1) for truth in ([1, 1, 0], [0, 1, 1]))
    assert auc_bounds(worst) == auc_bounds(best) == (0.0, 1.0)
    assert ap_bounds(best)[1] == 1.0
    together = ScoreTable.of(np.array([0.26, 0.3]), np.array([False, True]), np.array([1.0, 2.0]))
    assert average_precision(together) == ap_bounds(best)[1]


def test_a_bin_that_holds_one_score_is_a_tie():
    score, positive = np.array([0.3] * 5 + [0.7] * 3), np.array([1, 1, 0, 0, 0, 1, 0, 0], bool)
    table, exact = binned(score, positive, 32), ScoreTable.of(score, positive)
    assert roc_auc(table) == roc_auc(exact)
    assert average_precision(table) == average_precision(exact)
    assert brier(table) == pytest.approx(brier(exact), abs=1e-9)
