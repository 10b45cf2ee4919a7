"""Texts drawn again with weights."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.metrics.ratio import ratio

Weights: TypeAlias = NDArray[np.float32]


def f1_scores(truth: Bools, pred: Bools, weights: Weights) -> Floats:
    """F1 of every label under several weightings of the texts: `weights` is (R, N), `pred` (..., N, K): (..., R, K)."""
    right = weights @ (truth & pred).astype(np.float32)
    both = weights @ (truth.astype(np.float32) + pred)
    return ratio(2.0 * right.astype(np.float64), both.astype(np.float64))


def resampled(groups: Ints, replicates: int, seed: int) -> Weights:
    """How often every text counts, drawn with its copies: (1 + R, N); the first line is the texts as they are."""
    generator = np.random.default_rng([seed, replicates])
    drawn = generator.poisson(1.0, (replicates, int(groups.max(initial=0)) + 1))[:, groups]
    return np.concatenate([np.ones((1, len(groups))), drawn]).astype(np.float32)
