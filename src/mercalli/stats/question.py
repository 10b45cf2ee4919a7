"""What a statistic was asked: its header as its task reads it, checked against the entries."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from mercalli.errors import MercalliError, StatisticError
from mercalli.stats.counted_units import Units
from mercalli.stats.statistic import Statistic, in_order


class Asked(Protocol):
    """The header of a statistic of some task."""

    @property
    def json(self) -> dict[str, Any]:
        """As a file has it."""
        ...

    @property
    def names(self) -> list[str]:
        """What the columns of its entries are called."""
        ...

    @property
    def unit(self) -> str | None:
        """The column of units."""
        ...

    @property
    def units(self) -> Units | None:
        """How units are named."""
        ...

    def faults(self) -> list[str]:
        """What a header that somebody wrote may have wrong."""
        ...


AnyAsked = TypeVar("AnyAsked", bound=Asked)


def question_of(statistic: Statistic, read: Callable[[Mapping[str, Any]], AnyAsked]) -> AnyAsked:
    """The header of a statistic; refused where its task would not write it so, or its entries have other columns.

    `read` makes it from what the header says; whatever does not fit raises something.
    """
    try:
        question = read(statistic.question)
        faults = question.faults()
        same = json.dumps(in_order(question.json)) == json.dumps(in_order(statistic.question))
    except (KeyError, TypeError, ValueError, AttributeError, MercalliError) as error:
        raise StatisticError.broken(statistic.origin, f"its header cannot be read ({error})") from None
    if faults or not same:
        why = faults[0] if faults else f"settings that no statistic of {statistic.task} has"
        raise StatisticError.broken(statistic.origin, f"it has {why}")
    _check_columns(statistic, question)
    return question


def _check_columns(statistic: Statistic, question: Asked) -> None:
    """Refuse entries with other columns, or with groups that are none."""
    if question.names != statistic.entries.names:
        found = f"its columns must be {', '.join(question.names)}; found {', '.join(statistic.entries.names)}"
        raise StatisticError.broken(statistic.origin, found)
    if question.unit is None or question.units is None:
        return
    column = statistic.entries.columns[f"unit:{question.unit}"]
    strange = question.units.strange(column.values)
    if strange is not None or (column.codes < 0).any():
        found = "rows without a unit" if strange is None else f"a unit {strange!r}, which is none of its groups"
        raise StatisticError.broken(statistic.origin, f"it has {found}")


def text(value: object) -> str:
    """A text of a header."""
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def flag(value: object) -> bool:
    """Yes or no in a header."""
    if not isinstance(value, bool):
        raise TypeError(value)
    return value
