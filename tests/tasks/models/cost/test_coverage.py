"""Do the intervals of costs hold the true value as often as they claim?"""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.estimates.settings import Settings
from mercalli.metrics.catalogue import parse
from mercalli.stats.latencies import Latencies
from mercalli.tasks.models.cost.estimate import CostEstimates
from mercalli.tasks.models.cost.result import Gaps
from mercalli.tasks.models.cost.spending import PARTS, Spending

SIMULATIONS = 300
METRICS = tuple(map(parse, ("cost_per_1000", "cost_per_urgent_found", "unread_per_1000")))


def drawn(rng, n, share):
    items = np.zeros((n, len(PARTS)))
    items[:, PARTS.index("items")] = 1
    items[:, PARTS.index("cost")] = np.exp(0.4 * rng.normal(size=n))
    items[:, PARTS.index("found")] = rng.random(n) < share
    items[:, PARTS.index("unread")] = rng.random(n) < 0.02
    return Spending(items, Latencies.of(np.zeros(0)), Gaps(n))


@pytest.mark.parametrize(("n", "share", "units"), [(60, 0.2, None), (400, 0.02, None), (400, 0.15, 8)])
def test_ratios_of_sums_hold(n, share, units):
    rng = np.random.default_rng(n)
    unit = None if units is None else np.arange(n) % units
    mean = np.exp(0.08)
    true = np.array([1000 * mean, mean / share, 20.0])
    held = np.zeros(3)
    for seed in range(SIMULATIONS):
        estimates = CostEstimates.of([drawn(rng, n, share)], unit, Settings(0.95, 300, "percentile", seed))
        found = estimates.measures(0, METRICS)
        held += [each.low is None or each.low <= at <= each.high for each, at in zip(found, true, strict=True)]
    assert (held / SIMULATIONS >= 0.92).all()
