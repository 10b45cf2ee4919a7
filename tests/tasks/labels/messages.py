"""Made-up disaster messages with two systems' answers, the same in every run."""

from __future__ import annotations

import numpy as np

import mercalli

CLASSES = (
    "injured_or_dead_people",
    "requests_or_urgent_needs",
    "infrastructure_and_utility_damage",
    "sympathy_and_support",
    "not_humanitarian",
)


def messages(n=400, seed=1):
    """Columns `truth`, `good`, `poor`, `event`, `lang`, `document` and `weight`."""
    rng = np.random.default_rng(seed)
    names = np.array(CLASSES, object)
    truth = rng.choice(5, n, p=[0.1, 0.15, 0.2, 0.25, 0.3])
    guess = rng.integers(0, 5, (2, n))
    right = rng.random((2, n)) < np.array([[0.85], [0.5]])
    good, poor = np.where(right, truth, guess)
    return {
        "truth": names[truth],
        "good": names[good],
        "poor": names[poor],
        "event": rng.choice(np.array(["fire", "flood", "quake"], object), n),
        "lang": rng.choice(np.array(["en", "es"], object), n),
        "document": np.arange(n) // 8,
        "weight": rng.integers(1, 5, n) / 2,
    }


def evaluate(data=None, **settings):
    """One system on the made-up messages, without intervals unless asked for."""
    chosen = {"truth": "truth", "pred": "good", "profile": "humaid", "replicates": 0, **settings}
    return mercalli.evaluate(messages() if data is None else data, **chosen)


def report(data=None, **settings):
    """The report of that system."""
    return evaluate(data, **settings).systems[0]


def rows(truth, pred, classes=None, **settings):
    """The report of a few rows, a letter each."""
    declared = None if classes is None else list(classes)
    chosen = {"truth": list(truth), "pred": list(pred), "classes": declared, "replicates": 0, **settings}
    return mercalli.evaluate(**chosen).systems[0]
