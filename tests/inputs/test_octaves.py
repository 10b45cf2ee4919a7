"""Bins of scores that do not depend on the data: they tile the numbers, nest, and are the same on every engine."""

from __future__ import annotations

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.engines.arrays import ArraySource
from mercalli.engines.frames import FrameSource
from mercalli.errors import SettingError
from mercalli.inputs.octaves import OFFSET, SQUARED, Octaves

BINS = [1, 2, 32, 512, 1024]
POWERS = 2.0 ** -np.arange(0, 40)
ODD = [0.0, -0.0, 1.0, -1.0, 1.7, 3.0, 2.0**31, 2.0**32, 2.0**32 + 0.5, 1e17, -1e17, -(2.0**32), np.nan]
EDGES = np.concatenate([ODD, POWERS, -POWERS, 1 - POWERS, np.nextafter(POWERS, 0), np.nextafter(1 - POWERS, 2)])
numbers = st.one_of(st.floats(0, 1), st.floats(-1e12, 1e12), st.sampled_from(EDGES[~np.isnan(EDGES)].tolist()))


def spread(seed=1):
    """Scores of every size, on both sides of the edges of bins."""
    rng = np.random.default_rng(seed)
    even = rng.random(500)
    return np.concatenate([EDGES, even, even**20, 1 - even**20, rng.normal(size=500) * 10, np.round(even, 2)])


@given(numbers, st.sampled_from(BINS))
def test_every_score_is_in_its_bin_where_it_says_it_is(score, bins):
    octaves = Octaves(bins)
    placed = octaves.placed(np.array([score]))
    width = octaves.width(placed.low)
    (low,), (wide,) = placed.low, width
    if not wide:
        assert (low, placed.offset[0]) == (score, 0)
    else:
        assert low <= score < low + wide
        inside = (score - low) / wide
        assert abs(placed.offset[0] / OFFSET - inside) <= 2 / OFFSET
        assert abs(np.sqrt(placed.square[0]) / SQUARED - inside) <= 1 / SQUARED


@pytest.mark.parametrize("bins", BINS)
def test_bins_do_not_overlap_and_finer_ones_nest(bins):
    scores = spread()
    octaves = Octaves(bins)
    low = np.unique(octaves.placed(scores).low)
    low = low[~np.isnan(low)]
    assert (low[:-1] + octaves.width(low)[:-1] <= low[1:]).all()
    finer = Octaves(2 * bins).placed(scores).low
    np.testing.assert_array_equal(octaves.placed(finer).low, octaves.placed(scores).low)


@pytest.mark.parametrize("bins", BINS)
@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("engine", ["polars", "duckdb"])
def test_engines_count_the_same_to_the_last_step(engine, weight, bins):
    scores = spread()
    rng = np.random.default_rng(2)
    data = {"score": scores, "truth": rng.integers(0, 2, len(scores)), "weight": rng.integers(1, 9, len(scores)) / 4}
    frame = pl.DataFrame(data)
    lazy = frame.lazy() if engine == "polars" else duckdb.sql("select * from frame")
    one, two = (
        ordered(source.score_tally("score", ["truth"], weight, bins))
        for source in (ArraySource.check(data), FrameSource.check(lazy))
    )
    for mine, theirs in zip(one, two, strict=True):
        np.testing.assert_allclose(theirs, mine, rtol=1e-12 if weight else 0)


def ordered(counted):
    """What was counted, in the order of scores and truths."""
    truth = counted.tally.columns["truth"]
    value = np.array([float(each) for each in truth.values])[truth.codes]
    order = np.lexsort([value, counted.score])
    parts = (counted.score, value, counted.tally.rows, counted.inside.offset, counted.inside.square)
    return [part[order] for part in parts]


@pytest.mark.parametrize("bins", [-2, 3, 20, 2048, 65_536])
def test_other_numbers_of_bins_are_refused(bins):
    with pytest.raises(SettingError, match="0, or a power of two up to 1,024"):
        Octaves.check(bins)
