"""A system that says how sure it is."""

from __future__ import annotations

from functools import cache

import numpy as np

CLASSES = ("fire", "flood", "storm")
ROWS = 900


@cache
def truths():
    return np.random.default_rng(1).integers(0, 3, ROWS)


@cache
def chances(seed=1, sure=1.0):
    """Probabilities that lean to the truth; with `sure` above 1 they say more than they know."""
    leaning = np.random.default_rng(seed).normal(0, 1, (ROWS, 3)) + 2.5 * np.eye(3)[truths()]
    tilted = np.exp(2.5 * sure * leaning)
    return tilted / tilted.sum(axis=1, keepdims=True)


def sure_table(start, seed=1, sure=1.0):
    """Truth, predictions, and the probability of each class if there is a beginning for the names of columns."""
    found = chances(seed, sure)
    named = {} if start is None else {f"{start}{name}": found[:, at] for at, name in enumerate(CLASSES)}
    labels = np.array(CLASSES)
    return {"truth": labels[truths()].tolist(), "pred": labels[found.argmax(axis=1)].tolist(), **named}
