"""Groups of scores: as many as are wanted at most, whatever the ties."""

import numpy as np
import pytest

from mercalli.stats.scores import ScoreTable
from mercalli.tasks.wildfire.field.probability import group_bounds

RNG = np.random.default_rng(0)
TIED = np.concatenate([np.zeros(9_000), np.full(900, 0.5), RNG.random(500)])
SCORES = {
    "all different": RNG.random(5_000),
    "nearly all zero": np.concatenate([np.zeros(100_000), RNG.random(400)]),
    "two ties": TIED,
    "every tie three times the next": np.repeat(np.arange(400), [3**at for at in (*range(11, 0, -1), *[0] * 389)]),
    "few": RNG.integers(0, 16, 1_000),
}


@pytest.mark.parametrize("situation", SCORES)
def test_there_are_never_more_groups_than_are_wanted(situation):
    score = SCORES[situation].astype(float)
    bounds = group_bounds(ScoreTable.of(score, RNG.random(len(score)) < 0.3), 16)
    assert (np.diff(bounds) > 0).all()
    assert 8 <= len(bounds) + 1 <= 16


def test_a_heavy_tie_is_one_group_and_the_rest_is_shared():
    bounds = group_bounds(ScoreTable.of(TIED, RNG.random(len(TIED)) < 0.3), 16)
    sizes = np.bincount(np.searchsorted(bounds, TIED, side="right"))
    assert sizes.max() == 9_000
    assert 900 in sizes
    assert np.sort(sizes)[:-2].max() < 80


def test_few_scores_are_each_a_group():
    score = np.array([0, 0, 0, 0.3, 0.9])
    assert group_bounds(ScoreTable.of(score, score > 0.5), 16).tolist() == [0.3, 0.9]


def test_few_positives_are_parted_as_finely_as_many_negatives():
    score = np.concatenate([RNG.random(100_000) * 0.01, 0.5 + RNG.random(100) / 2])
    bounds = group_bounds(ScoreTable.of(score, score > 0.5), 16)
    assert 6 <= (bounds > 0.5).sum() <= 9
