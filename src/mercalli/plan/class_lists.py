"""The classes that count: those that were declared, in the profile's spelling, or else the profile's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mercalli.errors import ClassError, SettingError
from mercalli.inputs.classes import ClassList, normal
from mercalli.profiles.profile import Profile
from mercalli.text.words import shown, suggestion


def class_list(
    profile: Profile, classes: Sequence[object] | Mapping[object, str] | ClassList | None
) -> ClassList | None:
    """The declared classes: those given, in the profile's spelling, or else the profile's."""
    if isinstance(classes, ClassList):
        return classes
    declared = ClassList.check(profile.classes, profile.aliases) if profile.classes else None
    if classes is None or declared is None:
        return declared if classes is None else ClassList.check(classes)
    listed = ClassList.check(classes)
    unknown = [name for name in listed.names if declared.code(name) is None]
    if unknown:
        raise ClassError.not_in_profile(unknown, profile.name, declared.names)
    spelt = {name: declared.names[declared.index[normal(name)]] for name in listed.names}
    for name in spelt.values():
        same = [spelling for spelling, known in spelt.items() if known == name]
        if len(same) > 1:
            raise ClassError.twice(name, same)
    aliases = {alias: name for alias, name in profile.aliases.items() if name in spelt.values()}
    aliases |= {spelling: name for spelling, name in spelt.items() if spelling != name}
    values = {value: spelt[name] for value, name in listed.values.items()}
    return ClassList(tuple(spelt.values()), aliases, values)


def code_of(classes: ClassList, name: str, setting: str) -> int:
    """The code of a class that a setting names; what is no class is an error."""
    code = classes.code(name)
    if code is None:
        there = f"There are: {shown(classes.names, limit=20)}."
        raise SettingError.named(
            setting, f"names {name!r}, which is no class.{suggestion(name, classes.names)} {there}"
        )
    return code
