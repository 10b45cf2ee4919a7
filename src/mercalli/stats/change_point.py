"""Where a sequence changes: the split after which a share is most unlike what it was before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats

SHUFFLES = 999


def change_point(values: Floats, generator: np.random.Generator) -> tuple[int, float]:
    """The place of the first value after the change, and how likely so clear a one is where nothing changes.

    The largest cumulated sum of deviations from the mean (Page 1954), against the same values in random order.

    >>> place, p = change_point(np.repeat([0.0, 1.0], 20), np.random.default_rng(0))
    >>> place, p <= 0.001
    (20, True)
    """
    sums = _sums(values)
    drawn = generator.permuted(np.broadcast_to(values, (SHUFFLES, len(values))), axis=1)
    beyond = (_sums(drawn).max(axis=-1) >= sums.max() - 1e-12).sum()
    return int(sums.argmax()) + 1, float((1 + beyond) / (1 + SHUFFLES))


def _sums(values: Floats) -> Floats:
    """The size of the cumulated deviations at every split: (..., n - 1)."""
    found: Floats = np.abs(np.cumsum(values - values.mean(axis=-1, keepdims=True), axis=-1))[..., :-1]
    return found
