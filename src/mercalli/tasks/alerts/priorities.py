"""Priorities and types of items: lists of them, from TOML that comes along or is the user's own, and grades by them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.classes import label_text, labels_listed, normal
from mercalli.inputs.tally import Column, is_missing
from mercalli.io.toml import ENDING, Library
from mercalli.profiles.codebooks import top_table
from mercalli.profiles.profile import Profile
from mercalli.profiles.table import Table
from mercalli.tasks.alerts.errors import PriorityError

TREC_IS = "trec_is"
ORDERED = "from the lowest to the highest: at least two, each once"
HIGHEST = 100.0
BRACKETS, QUOTES = "[](){}", "\"'"
SEPARATORS = re.compile("[,;|]")


@dataclass(frozen=True)
class Priorities:
    """Priorities of items, and what items are about.

    Attributes:
        name: What they are called.
        digest: SHA-256 of what their file says.
        levels: From the lowest to the highest.
        urgent: Those that should be alerted.
        actionable: Types of information that ask for action.
        intents: What names of types begin with, which is often left out.
        floor: The least share of urgent items that should be alerted.
        or_numbers: Whether numbers that are no levels are grades.
        grades: The grade of each level, where that is not its place.
        aliases: Other names of levels.
    """

    name: str
    digest: str
    levels: tuple[str, ...]
    urgent: tuple[str, ...]
    actionable: tuple[str, ...]
    intents: tuple[str, ...]
    floor: float | None = None
    or_numbers: bool = False
    grades: tuple[float, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])

    def type_names(self, cell: object) -> frozenset[str]:
        """The types that a cell holds: a list, or text with commas, semicolons or bars between them."""
        if isinstance(cell, str):
            parts: Iterable[object] = SEPARATORS.split(cell.strip().strip(BRACKETS))
        elif isinstance(cell, list | tuple | set | frozenset | np.ndarray):
            parts = cell
        else:
            parts = () if is_missing(cell) else (label_text(cell),)
        names = (self.type_name(str(part)) for part in parts)
        return frozenset(name for name in names if name)

    def type_name(self, text: str) -> str:
        """A type as it is matched: without case, quotes, and the intent that it begins with."""
        plain = normal(text.strip().strip(QUOTES))
        start = next((intent for intent in self._beginnings if plain.startswith(intent)), "")
        return plain[len(start) :]

    @cached_property
    def _beginnings(self) -> tuple[str, ...]:
        return tuple(f"{normal(intent)}_" for intent in self.intents)


def check_priorities(text: str, origin: str) -> Priorities:
    """Priorities in their order, those that are urgent, and types that ask for action."""
    keys = ("levels", "urgent", "actionable", "intents")
    top = top_table(text, origin, "the priority list", (*keys, "floor"))
    levels, urgent, actionable, intents = (top.labels(key) for key in keys)
    if not _ordered(levels):
        top.fail(f"the priority list needs 'levels' {ORDERED}.", "levels")
    for level in urgent:
        top.one_of("urgent", level, levels)
    return Priorities(top.text("name"), top.digest, levels, urgent, actionable, intents, _floor(top))


def _floor(top: Table) -> float | None:
    floor = top.number("floor") if "floor" in top.content else None
    if floor is not None and not 0 <= floor <= 1:
        top.fail(f"'floor' must be a share between 0 and 1; found {floor:g}.", "floor")
    return floor


def _ordered(levels: Sequence[str]) -> bool:
    """Whether levels are at least two, each once; case does not count."""
    return len({normal(level) for level in levels}) >= max(2, len(levels))


PRIORITIES = Library("priority list", "priorities", check_priorities)


def priorities_of(levels: Sequence[str] | str | Path | None) -> Priorities:
    """A list by name or path; those of TREC-IS with other levels, if several are given; or numbers, if none are.

    >>> priorities_of("trec_is").urgent, priorities_of(["green", "red"]).levels
    (('High', 'Critical'), ('green', 'red'))
    """
    if levels is None:
        return replace(PRIORITIES.read(TREC_IS), or_numbers=True)
    if isinstance(levels, str | Path):
        return PRIORITIES.read(levels)
    if len(levels) == 1 and (str(levels[0]).endswith(ENDING) or levels[0] in PRIORITIES.names()):
        return PRIORITIES.read(levels[0])
    texts = tuple(label_text(level) for level in levels)
    if not _ordered(texts):
        raise SettingError.outside("levels", list(texts), f"priorities {ORDERED}")
    return replace(PRIORITIES.read(TREC_IS), levels=texts)


def profile_priorities(profile: Profile) -> Priorities:
    """The classes of a profile as priorities: graded by their action levels, and urgent if they are critical.

    >>> from mercalli.io.profiles import read_profile
    >>> found = profile_priorities(read_profile("humaid"))
    >>> found.urgent[0], found.grades[found.levels.index(found.urgent[0])], found.floor
    ('injured_or_dead_people', 5.0, 0.5)
    """
    scale = next(iter(profile.levels), None)
    if scale is None and not profile.critical:
        raise SettingError.named(
            "profile",
            f"names {profile.name!r}, which has neither action levels nor critical classes, so nothing is more urgent "
            f"by it. Give a profile that has, or priorities with `levels`.",
        )
    ordered = sorted({level.weight for level in profile.levels[scale]}) if scale else []
    weight = {name: level.weight for level in profile.levels[scale] for name in level.classes} if scale else {}
    grade = {name: 1.0 + ordered.index(each) for name, each in weight.items()} or dict.fromkeys(profile.critical, 2.0)
    urgent = tuple(name for name in profile.classes if name in profile.critical)
    usual = PRIORITIES.read(TREC_IS)
    return replace(
        usual,
        name=profile.name,
        digest=profile.digest,
        levels=profile.classes,
        urgent=urgent,
        floor=min(profile.critical.values(), default=None),
        grades=tuple(grade.get(name, 1.0) for name in profile.classes),
        aliases=profile.aliases,
    )


@dataclass(frozen=True)
class Grades:
    """How urgent an item truly is: its grade, and whether that is urgent; None if nobody said from where on."""

    grade: Floats
    urgent: Bools | None

    @classmethod
    def check(cls, truth: Column, priorities: Priorities, urgent: object, name: str, origin: str) -> Grades:
        """Grades from 1 up for levels in their order; numbers stay as they are where these may be given."""
        declared, named = priorities.levels, {normal(each): level for each, level in priorities.aliases.items()}
        written = [label_text(value) for value in truth.values]
        labels = [named.get(normal(label), label) for label in written]
        steps_of = priorities.grades or range(1, len(declared) + 1)
        places = {normal(level): float(grade) for level, grade in zip(declared, steps_of, strict=True)}
        outside = [label for label in labels if normal(label) not in places]
        numbers = _numbers(labels) if priorities.or_numbers and outside else None
        if outside and numbers is None:
            raise PriorityError.level(name, outside, declared, origin, or_numbers=priorities.or_numbers)
        steps = np.array([places[normal(label)] for label in labels] if numbers is None else numbers)
        wrong = ~((steps >= 0) & (steps <= HIGHEST))
        if wrong.any():
            raise PriorityError.grade(name, steps[wrong][0], HIGHEST, origin)
        alerted = _urgent(urgent, priorities.urgent, declared if numbers is None else labels, origin)
        flags = np.array([normal(label) in alerted for label in labels], np.bool_)
        return cls(steps[truth.codes], flags[truth.codes] if alerted else None)


def _numbers(labels: Iterable[str]) -> list[float] | None:
    try:
        return [float(label) for label in labels]
    except ValueError:
        return None


def _urgent(asked: object, usual: Sequence[str], labels: Sequence[str], origin: str) -> set[str]:
    """Which priorities are urgent: those asked for, or the usual ones that there are."""
    there = {normal(label) for label in labels}
    if asked is None:
        return {normal(label) for label in usual} & there
    named = {normal(label): label for label in labels_listed(asked)}
    if named.keys() - there:
        raise PriorityError.urgent([label for name, label in named.items() if name not in there], labels, origin)
    return set(named)
