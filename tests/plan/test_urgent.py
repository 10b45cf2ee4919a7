"""Which classes are urgent, in every task that asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mercalli.errors import SettingError
from mercalli.inputs.classes import ClassList
from mercalli.io.profiles import read_profile
from mercalli.plan.urgent import urgent_classes, with_urgent

HUMAID = read_profile("humaid")
CLASSES = ClassList.check(HUMAID.classes, HUMAID.aliases)
MISSING_PEOPLE = "missing_or_found_people"


def test_critical_classes_come_before_the_top_level() -> None:
    profile = replace(HUMAID, critical={MISSING_PEOPLE: 0.5})
    assert urgent_classes(None, CLASSES, profile) == (MISSING_PEOPLE,)


def test_without_critical_classes_it_is_the_top_level() -> None:
    top = max((level for each in HUMAID.levels.values() for level in each), key=lambda level: level.weight)
    assert set(urgent_classes((), CLASSES, replace(HUMAID, critical={}))) == set(top.classes)


def test_named_classes_are_those_of_the_data_once_each() -> None:
    assert urgent_classes([MISSING_PEOPLE.upper(), MISSING_PEOPLE], CLASSES, HUMAID) == (MISSING_PEOPLE,)


def test_what_is_no_class_is_refused_with_what_was_meant() -> None:
    with pytest.raises(SettingError, match=f"which is no class. Did you mean '{MISSING_PEOPLE}'"):
        urgent_classes("missing_or_found_peple", CLASSES, HUMAID)


def test_a_class_that_is_named_has_its_own_floor_or_that_of_the_profile_or_the_usual_one() -> None:
    profile = replace(HUMAID, critical={MISSING_PEOPLE: 0.7})
    asked = [MISSING_PEOPLE, "caution_and_advice"]
    assert with_urgent(profile, asked, None, CLASSES).critical == {MISSING_PEOPLE: 0.7, "caution_and_advice": 0.5}
    assert set(with_urgent(profile, asked, 0.9, CLASSES).critical.values()) == {0.9}
    assert with_urgent(profile, None, 0.0, CLASSES).critical == {MISSING_PEOPLE: 0.0}


@pytest.mark.parametrize("floor", [1.5, -0.1, float("nan"), True, "half"])
def test_a_floor_that_is_no_share_is_refused(floor: object) -> None:
    with pytest.raises(SettingError, match=r"`floor` must be a share between 0 and 1, as in 0.5; found"):
        with_urgent(HUMAID, None, floor, CLASSES)  # type: ignore[arg-type]  # what somebody may give


def test_a_floor_for_no_class_is_refused() -> None:
    with pytest.raises(SettingError, match=r"is for urgent classes, and there are none. Name them with `urgent`"):
        with_urgent(replace(HUMAID, critical={}), None, 0.5, CLASSES)
