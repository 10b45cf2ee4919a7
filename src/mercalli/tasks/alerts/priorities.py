"""Priorities: items with a true priority, a predicted one, and what they are about, that have been checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.classes import label_text, normal
from mercalli.tasks.alerts.errors import PriorityError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.inputs.tally import Column

# The Incident Streams track of TREC: its priorities from low to high, and its types that ask for action.
LEVELS = ("Low", "Medium", "High", "Critical")
URGENT = ("High", "Critical")
ACTIONABLE = ("GoodsServices", "SearchAndRescue", "MovePeople", "EmergingThreats", "NewSubEvent", "ServiceAvailable")
# Beginnings of the track's names of types, which are often left out.
INTENTS = ("calltoaction_", "other_", "report_", "request_")
HIGHEST = 100.0
BRACKETS, QUOTES, SEPARATORS = "[](){}", "\"'", ",;|"


@dataclass(frozen=True)
class Grades:
    """How urgent an item truly is: its grade, and whether that is urgent; None if nobody said from where on."""

    grade: Floats
    urgent: Bools | None

    @classmethod
    def check(
        cls, truth: Column, levels: Sequence[str] | None, urgent: Sequence[str] | None, name: str, origin: str
    ) -> Grades:
        """Grades from 1 up for levels in their order; numbers stay as they are where no levels are declared."""
        labels = [label_text(value) for value in truth.values]
        declared = LEVELS if levels is None else tuple(label_text(level) for level in levels)
        places = {normal(level): float(place) for place, level in enumerate(declared, 1)}
        outside = [label for label in labels if normal(label) not in places]
        numbers = _numbers(labels) if levels is None and outside else None
        if outside and numbers is None:
            raise PriorityError.level(name, outside, declared, origin)
        steps = np.array([places[normal(label)] for label in labels] if numbers is None else numbers)
        if not ((steps >= 0) & (steps <= HIGHEST)).all():
            raise PriorityError.grade(name, steps[~((steps >= 0) & (steps <= HIGHEST))][0], HIGHEST, origin)
        wanted = _urgent(urgent, declared if numbers is None else labels, origin)
        flags = np.array([normal(label) in wanted for label in labels], np.bool_)
        return cls(steps[truth.codes], flags[truth.codes] if wanted else None)


def _numbers(labels: Iterable[str]) -> list[float] | None:
    try:
        return [float(label) for label in labels]
    except ValueError:
        return None


def _urgent(asked: Sequence[str] | None, known: Sequence[str], origin: str) -> set[str]:
    """Which priorities are urgent: those asked for, or those of the track that there are."""
    there = {normal(label) for label in known}
    if asked is None:
        return {normal(label) for label in URGENT} & there
    wanted = {normal(label_text(each)): each for each in asked}
    if wanted.keys() - there:
        raise PriorityError.urgent([wanted[each] for each in wanted if each not in there], known, origin)
    return set(wanted)


def type_names(cell: object) -> frozenset[str]:
    """The types that a cell holds: a list, or text with commas, semicolons or bars between them.

    >>> sorted(type_names("['Report-EmergingThreats', 'News']")), sorted(type_names("News; News |Weather"))
    (['emergingthreats', 'news'], ['news', 'weather'])
    """
    if isinstance(cell, str):
        text = cell.strip().strip(BRACKETS)
        for separator in SEPARATORS[1:]:
            text = text.replace(separator, SEPARATORS[0])
        parts: Iterable[object] = text.split(SEPARATORS[0])
    else:
        parts = cell if isinstance(cell, list | tuple | set | frozenset | np.ndarray) else ()
    found = (type_name(str(part)) for part in parts)
    return frozenset(name for name in found if name)


def type_name(text: str) -> str:
    """A type as it is matched: without case, quotes, and the beginning that the track gives it.

    >>> type_name(" 'Request-GoodsServices'")
    'goodsservices'
    """
    plain = normal(text.strip().strip(QUOTES))
    start = next((intent for intent in INTENTS if plain.startswith(intent)), "")
    return plain[len(start) :]
