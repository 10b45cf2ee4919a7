"""How often the intervals of one event hold what streams of the same intensity give on average."""

import numpy as np

from mercalli.estimates.settings import Settings
from mercalli.stats.arrivals import Arrivals, Rule, Team
from mercalli.tasks.capacity.desk import Desk
from mercalli.tasks.capacity.estimate import CapacityPlan

BINS, REPEATS = 30, 60
WEIGHT, SHARES = np.array([5.0, 2.0, 1.0]), np.array([0.15, 0.35, 0.5])
ANSWERS = np.array([[0.7, 0.2, 0.1], [0.15, 0.6, 0.25], [0.05, 0.2, 0.75]])
TIME, PRED, TRUTH = (part.ravel() for part in np.meshgrid(np.arange(BINS), np.arange(3), np.arange(3), indexing="ij"))
RATE = (1 + 12 * np.exp(-(((TIME - 8) / 6) ** 2))) * SHARES[TRUTH] * ANSWERS[TRUTH, PRED]


def plan(count, replicates, seed):
    """A stream with a rush, and a team of five a bin."""
    there = count > 0
    items = Arrivals(
        np.zeros(there.sum(), np.int64),
        TIME[there],
        TRUTH[there],
        count[there].astype(float),
        WEIGHT,
        WEIGHT == 5,
        np.ones(3),
    )
    one = np.zeros(1, np.int64)
    desk = Desk(items, Team.of([np.full(BINS + 4, 5.0)]), Rule(deadline=4), one, one, np.array([BINS]))
    return CapacityPlan(desk, {"a": WEIGHT[PRED[there]]}, items.count, Settings(0.95, replicates, "percentile", seed))


def test_intervals_hold_what_such_streams_give_on_average():
    """Of 60 intervals about 57 should; a chance of one in a hundred thousand to see fewer than 46."""
    rng = np.random.default_rng(11)
    many = [[each.value for each in plan(rng.poisson(RATE), 0, 0).measures("a")] for _ in range(200)]
    mean = np.nanmean(np.array(many, float), axis=0)
    held = np.zeros(4)
    for seed in range(REPEATS):
        found = plan(rng.poisson(RATE), 100, seed).measures("a")
        held += [each.low <= value <= each.high for each, value in zip(found, mean, strict=True)]
    assert (held / REPEATS >= 0.85).all(), held
