"""Priorities and types given from Python as they stand in the data, one or several."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.errors import MercalliError, SettingError

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


CLASSES = ["requests_or_urgent_needs", "sympathy_and_support", "caution_and_advice", "Injured or dead people"]


def by_profile(**given):
    rows = {"truth": CLASSES * 10, "score": [0.9, 0.1, 0.2, 0.8] * 10}
    return mercalli.alerts(rows, truth="truth", score="score", replicates=0, **{"profile": "humaid", **given})


def test_the_critical_classes_of_a_profile_are_urgent_unless_others_are_named():
    usual, named = by_profile(), by_profile(urgent="caution_and_advice")
    assert (usual.systems[0].counts.urgent, usual.floor, usual.provenance.profile) == (20, 0.5, "humaid")
    assert named.systems[0].counts.urgent == 10


def test_a_profile_and_a_list_of_priorities_contradict_each_other():
    with pytest.raises(SettingError, match="`levels` and `profile` contradict each other"):
        by_profile(levels=["low", "high"])


def test_a_profile_by_which_nothing_is_urgent_is_refused():
    with pytest.raises(SettingError, match="neither action levels nor critical classes"):
        by_profile(profile="generic")
