"""Which classes are urgent: those that were named, or else what the profile puts first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mercalli.errors import SettingError
from mercalli.inputs.classes import ClassList, labels_listed
from mercalli.plan.class_lists import code_of
from mercalli.plan.numbers import number_of
from mercalli.profiles.profile import Profile

USUAL_FLOOR = 0.5  # our choice, as in the profile humaid; no published figure


def urgent_classes(named: Sequence[str] | str | None, classes: ClassList, profile: Profile) -> tuple[str, ...]:
    """The classes as the data spells them; by default the critical ones of the profile, or else its top level."""
    if named:
        return _spelt(named, classes)
    levels = [level for each in profile.levels.values() for level in each]
    top = max(levels, key=lambda level: level.weight, default=None)
    first = tuple(profile.critical) or (() if top is None else top.classes)
    known = {classes.code(name) for name in first}
    return tuple(name for code, name in enumerate(classes.names) if code in known)


def with_urgent(
    profile: Profile, named: Sequence[str] | str | None, floor: float | None, classes: ClassList
) -> Profile:
    """The profile with other critical classes, if some were named, and another floor, if there is one.

    A class has the floor that was given, or else that of the profile, or else the usual one.
    """
    critical = _spelt(named, classes) if named else tuple(profile.critical)
    if floor is None:
        return replace(profile, critical={name: profile.critical.get(name, USUAL_FLOOR) for name in critical})
    share = number_of(floor)
    if share is None or not 0 <= share <= 1:
        raise SettingError.outside("floor", floor, "a share between 0 and 1, as in 0.5")
    if not critical:
        raise SettingError.named("floor", "is for urgent classes, and there are none. Name them with `urgent`.")
    return replace(profile, critical=dict.fromkeys(critical, float(share)))


def _spelt(named: Sequence[str] | str, classes: ClassList) -> tuple[str, ...]:
    """Classes that were named, as the data spells them, each once."""
    codes = [code_of(classes, name, "urgent") for name in labels_listed(named)]
    return tuple(dict.fromkeys(classes.names[code] for code in codes))
