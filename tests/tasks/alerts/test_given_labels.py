"""Priorities and types given from Python as they stand in the data, one or several."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.errors import MercalliError

ITEMS = {"truth": [0, 1, 2, 2, 1, 0], "score": [0.1, 0.5, 0.9, 0.4, 0.2, 0.3], "levels": [0, 1, 2], "replicates": 0}
TYPES = {"types": [1, 2, 1, 2, 1, 2], "pred_types": [1, 1, 1, 2, 2, 2]}


@pytest.mark.parametrize("urgent", [2, "2", 2.0, ["2"], (2,)], ids=repr)
def test_one_urgent_priority_needs_no_list(urgent):
    assert mercalli.alerts(**ITEMS, urgent=urgent) == mercalli.alerts(**ITEMS, urgent=[2])


@pytest.mark.parametrize("actionable", [1, "1", ["1"]], ids=repr)
def test_one_type_that_asks_for_action_needs_no_list(actionable):
    given = {**ITEMS, **TYPES, "urgent": [2]}
    found = mercalli.alerts(**given, actionable=actionable)
    assert found == mercalli.alerts(**given, actionable=[1])
    assert found != mercalli.alerts(**given, actionable=[1, 2])


def test_a_word_is_one_priority_and_not_its_letters():
    with pytest.raises(MercalliError, match="Critical"):
        mercalli.alerts(**ITEMS, urgent="Critical")
