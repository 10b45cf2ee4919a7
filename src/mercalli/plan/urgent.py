"""Which classes are urgent: those that were named, or else what the profile puts first."""

from __future__ import annotations

from collections.abc import Sequence

from mercalli.inputs.classes import ClassList, labels_listed
from mercalli.plan.class_lists import code_of
from mercalli.profiles.profile import Profile


def urgent_classes(named: Sequence[str] | str | None, classes: ClassList, profile: Profile) -> tuple[str, ...]:
    """The classes as the data spells them; by default the critical ones of the profile, or else its top level."""
    if named:
        codes = [code_of(classes, name, "urgent") for name in labels_listed(named)]
        return tuple(dict.fromkeys(classes.names[code] for code in codes))
    levels = [level for each in profile.levels.values() for level in each]
    top = max(levels, key=lambda level: level.weight, default=None)
    first = tuple(profile.critical) or (() if top is None else top.classes)
    known = {classes.code(name) for name in first}
    return tuple(name for code, name in enumerate(classes.names) if code in known)
