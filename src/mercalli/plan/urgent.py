"""Which classes are urgent: those that were named, or else what the profile puts first."""

from __future__ import annotations

from collections.abc import Sequence

from mercalli.errors import SettingError
from mercalli.inputs.classes import ClassList
from mercalli.profiles.profile import Profile


def urgent_classes(named: Sequence[str], classes: ClassList, profile: Profile) -> tuple[str, ...]:
    """The classes as the data spells them; by default the profile's level of most weight, or its critical classes."""
    codes = {name: classes.code(name) for name in named}
    for name, code in codes.items():
        if code is None:
            raise SettingError.choice("urgent", name, classes.names)
    if named:
        return tuple(dict.fromkeys(classes.names[code] for code in codes.values() if code is not None))
    levels = next(iter(profile.levels.values()), ())
    top = max(levels, key=lambda level: level.weight).classes if levels else tuple(profile.critical)
    return tuple(name for name in classes.names if name in top)
