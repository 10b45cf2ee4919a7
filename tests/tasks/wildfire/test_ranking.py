"""Intervals of how a map of probabilities ranks: those of drawing tiles of cells, whatever most cells hold."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from mercalli import fire_field

SIDE, TILE = 144, 16
RNG = np.random.default_rng(2)


def patches(background):
    """Small patches of chances, two of them good and two bad, in a map of something else."""
    truth, chance = np.ones((SIDE, SIDE), np.uint8), background.copy()
    for at, (row, column) in enumerate([(32, 32), (32, 96), (96, 32), (96, 96)]):
        here = np.s_[row - 2 : row + 2, column - 2 : column + 2]
        said = RNG.random((4, 4))
        chance[here] = said
        truth[here] = np.where(RNG.random((4, 4)) < np.abs(said - (0 if at < 2 else 0.6)), 4, 1)
    return truth, chance


def ends_by_drawing(truth, chance, score):
    tile = np.add.outer(np.arange(SIDE) // TILE * (SIDE // TILE), np.arange(SIDE) // TILE).ravel()
    rng, tiles, drawn = np.random.default_rng(0), (SIDE // TILE) ** 2, []
    for _ in range(100):
        weight = np.bincount(rng.integers(0, tiles, tiles), minlength=tiles)[tile]
        drawn.append(score(truth.ravel() == 4, chance.ravel(), sample_weight=weight))
    return np.quantile(drawn, [0.025, 0.975])


MAPS = {
    "zero but for a few cells": patches(np.zeros((SIDE, SIDE))),
    "very small but for a few cells": patches(RNG.random((SIDE, SIDE)) * 1e-3),
}


@pytest.mark.parametrize("situation", MAPS)
def test_intervals_of_ranking_do_not_shrink_where_most_cells_are_alike(situation):
    truth, chance = MAPS[situation]
    report = fire_field(truth, chance, kind="probability", tile=TILE, replicates=1000).systems[0]
    for name, score in (("average_precision", average_precision_score), ("roc_auc", roc_auc_score)):
        low, high = ends_by_drawing(truth, chance, score)
        found = report.quantity(name)
        assert (found.low, found.high) == pytest.approx((low, high), abs=0.4 * (high - low)), name
