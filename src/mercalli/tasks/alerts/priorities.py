"""Priorities: items with a true priority, a predicted one, and what they are about, that have been checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.classes import label_text, normal
from mercalli.tasks.alerts.errors import PriorityError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.inputs.tally import Column

HIGHEST = 100.0
BRACKETS, QUOTES, SEPARATORS = "[](){}", "\"'", ",;|"


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
        or_numbers: Whether numbers that are no levels are grades.
    """

    name: str
    digest: str
    levels: tuple[str, ...]
    urgent: tuple[str, ...]
    actionable: tuple[str, ...]
    intents: tuple[str, ...]
    or_numbers: bool = False

    def type_names(self, cell: object) -> frozenset[str]:
        """The types that a cell holds: a list, or text with commas, semicolons or bars between them."""
        if isinstance(cell, str):
            text = cell.strip().strip(BRACKETS)
            for separator in SEPARATORS[1:]:
                text = text.replace(separator, SEPARATORS[0])
            parts: Iterable[object] = text.split(SEPARATORS[0])
        else:
            parts = cell if isinstance(cell, list | tuple | set | frozenset | np.ndarray) else ()
        found = (self.type_name(str(part)) for part in parts)
        return frozenset(name for name in found if name)

    def type_name(self, text: str) -> str:
        """A type as it is matched: without case, quotes, and the intent that it begins with."""
        plain = normal(text.strip().strip(QUOTES))
        start = next((each for each in self._beginnings if plain.startswith(each)), "")
        return plain[len(start) :]

    @cached_property
    def _beginnings(self) -> tuple[str, ...]:
        return tuple(f"{normal(intent)}_" for intent in self.intents)


@dataclass(frozen=True)
class Grades:
    """How urgent an item truly is: its grade, and whether that is urgent; None if nobody said from where on."""

    grade: Floats
    urgent: Bools | None

    @classmethod
    def check(cls, truth: Column, known: Priorities, urgent: Sequence[str] | None, name: str, origin: str) -> Grades:
        """Grades from 1 up for levels in their order; numbers stay as they are where these may be given."""
        labels, declared = [label_text(value) for value in truth.values], known.levels
        places = {normal(level): float(place) for place, level in enumerate(declared, 1)}
        outside = [label for label in labels if normal(label) not in places]
        numbers = _numbers(labels) if known.or_numbers and outside else None
        if outside and numbers is None:
            raise PriorityError.level(name, outside, declared, origin)
        steps = np.array([places[normal(label)] for label in labels] if numbers is None else numbers)
        if not ((steps >= 0) & (steps <= HIGHEST)).all():
            raise PriorityError.grade(name, steps[~((steps >= 0) & (steps <= HIGHEST))][0], HIGHEST, origin)
        wanted = _urgent(urgent, known.urgent, declared if numbers is None else labels, origin)
        flags = np.array([normal(label) in wanted for label in labels], np.bool_)
        return cls(steps[truth.codes], flags[truth.codes] if wanted else None)


def _numbers(labels: Iterable[str]) -> list[float] | None:
    try:
        return [float(label) for label in labels]
    except ValueError:
        return None


def _urgent(asked: Sequence[str] | None, usual: Sequence[str], known: Sequence[str], origin: str) -> set[str]:
    """Which priorities are urgent: those asked for, or the usual ones that there are."""
    there = {normal(label) for label in known}
    if asked is None:
        return {normal(label) for label in usual} & there
    wanted = {normal(label_text(each)): each for each in asked}
    if wanted.keys() - there:
        raise PriorityError.urgent([wanted[each] for each in wanted if each not in there], known, origin)
    return set(wanted)
