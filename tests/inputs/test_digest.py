"""The same items give the same digest."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli

ROWS = 200


@pytest.fixture
def columns():
    rng = np.random.default_rng(3)
    return {
        "truth": rng.choice(["fire", "flood", "storm"], ROWS),
        "pred": rng.choice(["fire", "flood", "storm", "FIRE"], ROWS),
        "weight": rng.integers(1, 1000, ROWS) / 100,
        "unit": rng.integers(0, 30, ROWS).astype(str),
        "event": rng.choice(["quake", "hurricane"], ROWS),
    }


def digested(columns, **roles):
    return mercalli.evaluate(columns, truth="truth", pred="pred", replicates=0, **roles).systems[0].digest


def reordered(columns, seed=1):
    order = np.random.default_rng(seed).permutation(ROWS)
    return {name: values[order] for name, values in columns.items()}


ROLES = [
    {},
    {"weight": "weight"},
    {"unit": "unit"},
    {"by": "event"},
    {"weight": "weight", "unit": "unit", "by": "event"},
]


@pytest.mark.parametrize("roles", ROLES, ids=lambda roles: " and ".join(roles) or "plain")
@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_rows_does_not_change_the_digest(columns, roles, seed):
    assert digested(reordered(columns, seed), **roles) == digested(columns, **roles)


@pytest.mark.parametrize("roles", ROLES, ids=lambda roles: " and ".join(roles) or "plain")
@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_rows_does_not_change_the_result(columns, roles, seed):
    run = {"truth": "truth", "pred": "pred", "replicates": 100, **roles}
    before, after = mercalli.evaluate(columns, **run), mercalli.evaluate(reordered(columns, seed), **run)
    assert mercalli.diff(before, after) == []


def test_another_spelling_of_a_label_does_not_change_the_digest(columns):
    respelt = {**columns, "pred": np.char.title(columns["pred"])}
    declared = {"classes": ["fire", "flood", "storm"]}
    assert digested(respelt, **declared) == digested(columns, **declared)


def test_a_column_without_a_role_does_not_change_the_digest(columns):
    assert digested({**columns, "text": np.arange(ROWS)}) == digested(columns)


@pytest.mark.parametrize("name", ["truth", "pred", "weight", "unit", "event"])
def test_one_changed_value_changes_the_digest(columns, name):
    roles = {"weight": "weight", "unit": "unit", "by": "event"}
    values = columns[name].copy()
    values[7] = next(value for value in values if value != values[7])
    assert digested({**columns, name: values}, **roles) != digested(columns, **roles)


def test_one_more_row_changes_the_digest(columns):
    longer = {name: np.append(values, values[:1]) for name, values in columns.items()}
    assert digested(longer) != digested(columns)


def test_declared_classes_are_part_of_the_digest(columns):
    declared = digested(columns, classes=["fire", "flood", "storm"])
    assert declared != digested(columns, classes=["storm", "flood", "fire"])
