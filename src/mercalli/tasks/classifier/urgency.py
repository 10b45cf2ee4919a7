"""How urgent a text is by a profile: the level and response of its label, and its weight to be expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.errors import ClassError, SettingError
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.classes import ClassList, normal
from mercalli.profiles.profile import Level, Profile

COLUMNS = ("urgency", "level", "response")
NONE = Level("", 1.0, ())
CRITICAL, OTHER = Level("critical", 1.0, ()), Level("", 0.0, ())


@dataclass(frozen=True)
class Urgency:
    """What a profile says of the labels of a classifier.

    Attributes:
        names: The labels, as the profile writes them.
        weights: How urgent each label is.
        levels: The level of each label; one without a name where the profile gives it none.
        said: What should be known of how the labels were matched.
    """

    names: tuple[str, ...]
    weights: Floats
    levels: tuple[Level, ...]
    said: tuple[str, ...] = ()

    @classmethod
    def of(cls, profile: Profile, classes: Sequence[str]) -> Urgency:
        """For labels that the profile knows, all of them, by their names or aliases."""
        if profile.harm is None and not profile.levels and not profile.critical:
            raise SettingError.named(
                "profile",
                f"names {profile.name!r}, which gives no levels, weights or critical classes, so nothing is more "
                f"urgent by it. Give a profile that does; `mercalli profile --help` shows how to write one.",
            )
        known = ClassList(profile.classes, profile.aliases)
        strange = [label for label in classes if known.code(label) is None]
        if strange:
            raise ClassError.not_in_profile(strange, profile.name, profile.classes)
        names = [known.names[known.index[normal(label)]] for label in classes]
        levels = _levels(profile, names)
        harms = [level.weight for level in levels] if profile.harm is None else profile.harms(names, {})
        return cls(tuple(names), np.asarray(harms, np.float64), levels, _said(profile))

    def expected(self, probabilities: Floats, *, single: bool) -> Floats:
        """The mean weight over what a text may be; of several labels, that of the one that counts most: (texts)."""
        weighted = probabilities * self.weights
        urgency: Floats = weighted.sum(axis=1) if single else weighted.max(axis=1)
        return urgency

    def columns(self, flags: Bools, urgency: Floats) -> list[list[object]]:
        """Urgency, level and response of each text; of several labels, those of the most urgent one."""
        first = np.where(flags, self.weights, -np.inf).argmax(axis=1).tolist()
        given: list[bool] = np.any(flags, axis=1).tolist()
        levels = [self.levels[at] if some else NONE for at, some in zip(first, given, strict=True)]
        return [urgency.round(4).tolist(), [level.name for level in levels], [level.response for level in levels]]

    def order(self, urgency: Sequence[object], levels: Sequence[object]) -> list[int]:
        """Places of texts: level by level, within one the most urgent first; as they stand where they are as urgent.

        Level by level so that a desk sees what asks for the same response together.
        """
        weight: dict[object, float] = {level.name: level.weight for level in self.levels}
        placed = np.array([weight.get(name, -np.inf) for name in levels])
        order: list[int] = np.lexsort((-np.array(urgency, np.float64), -placed)).tolist()
        return order


def _levels(profile: Profile, names: Sequence[str]) -> tuple[Level, ...]:
    """The level of each class on the first scale of the profile; without one, whether it is critical."""
    scale = next(iter(profile.levels), None)
    if scale is None:
        return tuple(CRITICAL if name in profile.critical else OTHER if profile.critical else NONE for name in names)
    default = next((spec.default_level for spec in profile.metrics.values() if spec.levels == scale), None)
    by_name: Mapping[str | None, Level] = {level.name: level for level in profile.levels[scale]}
    return tuple(by_name.get(name, NONE) for name in profile.level_of(scale, names, default))


def _said(profile: Profile) -> tuple[str, ...]:
    said = []
    if not profile.levels and profile.critical:
        said.append(f"profile {profile.name}: it has no levels, so its critical classes come first")
    if profile.contexts:
        dependent = f"weights that depend on {', '.join(profile.contexts)}"
        said.append(f"profile {profile.name}: {dependent} are not used for the order")
    return tuple(said)
