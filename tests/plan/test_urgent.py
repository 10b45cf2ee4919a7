"""Which classes are urgent, in every task that asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mercalli.errors import SettingError
from mercalli.inputs.classes import ClassList
from mercalli.io.profiles import read_profile
from mercalli.plan.urgent import urgent_classes

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
