"""Groups like for like: their intervals rest on as many rows as their weights leave."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.estimates.gaps import GroupValues
from mercalli.estimates.panel import Panel
from mercalli.metrics.catalogue import parse
from mercalli.stats.confusion import Confusion
from mercalli.stats.raking import Mix

RIGHT = {"urgent": 0.95, "other": 0.97}
SIZES = {"a": (40, 60), "b": (8, 40), "c": (4, 12)}
POOLED = 52 / 164  # share of urgent items in all groups
TRUE = POOLED * RIGHT["urgent"] + (1 - POOLED) * RIGHT["other"]


def drawn(rng):
    """Three groups of other mixes, alike in the recall of each class."""
    rows = {"is": [], "said": [], "at": []}
    for group, sizes in SIZES.items():
        for (name, share), size in zip(RIGHT.items(), sizes, strict=True):
            right = rng.random(size) < share
            rows["is"] += [name] * size
            rows["said"] += [name if each else ("other" if name == "urgent" else "urgent") for each in right]
            rows["at"] += [group] * size
    return rows


def compared(rows, **more):
    return mercalli.parity(
        rows, truth="is", pred="said", by="at", classes=["urgent", "other"], metrics="accuracy", **more
    )["said"]


def test_effective_rows_by_hand():
    table = Confusion(np.array([[[8.0, 2, 0], [5, 15, 0]]]), ("urgent", "other"))
    found = Panel((parse("accuracy"), parse("f1_macro")), 2, mix=Mix(np.array([0.32, 0.68]))).effective(table)
    weights = 0.32 * 30 / 10, 0.68 * 30 / 20
    assert found[0] == pytest.approx(
        (10 * weights[0] + 20 * weights[1]) ** 2 / (10 * weights[0] ** 2 + 20 * weights[1] ** 2)
    )
    assert np.isnan(found[1])


def test_groups_side_by_side_have_proportions_and_other_metrics():
    tables = np.array([[[8.0, 2, 0], [5, 15, 0]], [[3, 1, 0], [0, 4, 0]]])[:, None]
    metrics = parse("accuracy"), parse("f1_macro"), parse("recall")
    found = Panel(metrics, 2).trials(Confusion(tables, ("urgent", "other")))
    np.testing.assert_array_equal(found, [[30, np.nan, 10, 20], [8, np.nan, 4, 4]])


def test_groups_of_single_rows_are_compared_on_several_metrics():
    rows = drawn(np.random.default_rng(1))
    found = mercalli.parity(
        rows,
        truth="is",
        pred="said",
        by="at",
        classes=["urgent", "other"],
        metrics=["accuracy", "f1_macro"],
        replicates=200,
    )["said"]
    alone = compared(rows, replicates=200)
    assert {gap.metric for gap in found.gaps} == {"accuracy", "f1_macro"}
    assert found.gaps[0] == alone.gaps[0]


def test_standard_errors_of_rounding_alone_are_none():
    """Its standard deviation is 1e-17, whose square is a weight as good as infinite."""
    right = np.full((50, 3), 0.9) + np.where(np.arange(50) % 2, 0, 2e-16)[:, None]
    right[:, 1:] += np.random.default_rng(0).normal(0, 0.1, (50, 2))
    found = GroupValues.of_replicates(("a", "b", "c"), np.array([0.9, 0.8, 0.7]), right, 0.95).spread("spread")
    assert found.value is None
    assert "no variation" in str(found.undefined)


def test_a_mix_of_its_own_leaves_the_interval():
    rows = {"is": ["urgent"] * 10 + ["other"] * 20, "said": ["urgent"] * 28 + ["other"] * 2}
    rows = {name: each * 2 for name, each in rows.items()} | {"at": ["a"] * 30 + ["b"] * 30}
    for group in compared(rows, replicates=200).slices:
        assert group.alike[0].low == pytest.approx(group.measure("accuracy").low)


def test_small_groups_like_for_like_have_intervals_that_hold():
    rng = np.random.default_rng(0)
    held, wide, alike = [], [], []
    for seed in range(60):
        system = compared(drawn(rng), replicates=100, seed=seed)
        small = next(each for each in system.slices if each.values == ("c",)).alike[0]
        held.append(small.low <= TRUE <= small.high)
        wide.append(small.low < small.high)
        alike.append(system.gap("accuracy").alike.low == 0)
    assert all(wide)
    assert np.mean(held) >= 0.87
    assert np.mean(alike) >= 0.93
