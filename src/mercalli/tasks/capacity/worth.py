"""What items of each class are worth, which must not wait, and how long each takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import LARGEST_NUMBER, Bools, Floats
from mercalli.inputs.classes import ClassList, labels_listed
from mercalli.plan.class_lists import code_of
from mercalli.plan.numbers import number_of
from mercalli.profiles.profile import Profile
from mercalli.text.words import shown


@dataclass(frozen=True)
class Worth:
    """Of every class: its weight, whether it is urgent, and the work that an item of it takes.

    `floor` is the least share of urgent items that should be handled, if the profile says so; `timed` says that work
    is in minutes.
    """

    classes: tuple[str, ...]
    weight: Floats
    urgent: Bools
    work: Floats
    floor: float | None
    timed: bool = False

    @classmethod
    def check(
        cls, classes: ClassList, profile: Profile | None, weights: object, urgent: object, minutes: object
    ) -> Worth:
        """By the profile's harm and critical classes, or as they were given."""
        weight = _weights(classes, profile, weights)
        critical = (
            {}
            if profile is None or urgent is not None
            else {name: floor for name, floor in profile.critical.items() if name in classes.names}
        )
        chosen = _urgent(classes, urgent) if urgent is not None else list(critical)
        flags = np.array([name in chosen for name in classes.names]) if chosen else weight == weight.max()
        floor = min(critical.values(), default=None)
        return cls(classes.names, weight, flags, _work(classes, minutes), floor, minutes is not None)

    @property
    def parts(self) -> tuple[Floats, Bools, Floats]:
        """Weight, urgency and work."""
        return self.weight, self.urgent, self.work

    @property
    def urgent_classes(self) -> tuple[str, ...]:
        """The names of classes that must not wait."""
        return tuple(name for name, is_urgent in zip(self.classes, self.urgent, strict=True) if is_urgent)


def _weights(classes: ClassList, profile: Profile | None, given: object) -> Floats:
    if given is not None:
        named = _by_class(classes, given, "weights", "of at least 0", 0.0)
        weight = np.array([named.get(name, 1.0) for name in classes.names])
    else:
        weight = np.ones(len(classes.names)) if profile is None else profile.harms(classes.names, {})
    if np.ptp(weight) == 0:
        raise SettingError.named(
            "weights",
            "are the same for all classes, so nothing is more urgent than anything else. Give some classes more, as in "
            "A=5,B=2 (others weigh 1), or a `profile` that has weights.",
        )
    return weight


def _urgent(classes: ClassList, given: object) -> list[str]:
    return [classes.names[code_of(classes, name, "urgent")] for name in labels_listed(given)]


def _work(classes: ClassList, minutes: object) -> Floats:
    """One for each item where a team is counted in items; else the minutes of each class."""
    if minutes is None:
        return np.ones(len(classes.names))
    single = number_of(minutes)
    if single is not None:
        if not 0 < single <= LARGEST_NUMBER:
            raise SettingError.outside("minutes", minutes, f"above 0, at most {LARGEST_NUMBER:g}")
        return np.full(len(classes.names), float(single))
    named = _by_class(classes, minutes, "minutes", "above 0", np.nextafter(0.0, 1.0))
    lacking = [name for name in classes.names if name not in named]
    if lacking:
        raise SettingError.named(
            "minutes", f"must be given for every class, or as one number for all; there are none for {shown(lacking)}."
        )
    return np.array([named[name] for name in classes.names])


def _by_class(classes: ClassList, given: object, setting: str, expected: str, least: float) -> dict[str, float]:
    """Numbers by class: a dict, or texts such as A=5."""
    found: dict[str, float] = {}
    for name, value in _pairs(given, setting):
        number = number_of(value)
        if number is None or not least <= number <= LARGEST_NUMBER:
            expected = f"{expected}, at most {LARGEST_NUMBER:g}"
            raise SettingError.named(setting, f"must be numbers {expected}; found {value!r} for {name!r}.")
        known = classes.names[code_of(classes, name, setting)]
        if known in found:
            raise SettingError.named(setting, f"names the class {known!r} twice. Name it once.")
        found[known] = float(number)
    return found


def _pairs(given: object, setting: str) -> Sequence[tuple[str, object]]:
    if isinstance(given, Mapping):
        return [(str(name), value) for name, value in given.items()]
    texts = given.split(",") if isinstance(given, str) else given
    if not isinstance(texts, list | tuple) or not all(isinstance(each, str) and "=" in each for each in texts):
        raise SettingError.named(
            setting, f"must say a number for each class, as in A=5,B=2 or a dict class -> number; found {given!r}."
        )
    return [(each.rpartition("=")[0].strip(), each.rpartition("=")[2].strip()) for each in texts]
