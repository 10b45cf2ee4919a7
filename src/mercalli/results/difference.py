"""Differences between systems, and who is ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from mercalli.results.faults import Fault, empty, turned
from mercalli.results.measure import by_text


@dataclass(frozen=True)
class Difference:
    """First less second on one metric."""

    metric: str
    first: float | None
    second: float | None
    difference: float | None
    low: float | None
    high: float | None
    method: str | None
    p: float | None
    p_adjusted: float | None
    better: str | None
    undefined: str | None = None

    def faults(self) -> Iterator[Fault]:
        """The ends of its interval are in order."""
        return turned(self)


@dataclass(frozen=True)
class ClassPart:
    """What one class adds to a difference."""

    name: str
    difference: float
    low: float | None
    high: float | None

    def faults(self) -> Iterator[Fault]:
        """The ends of its interval are in order."""
        return turned(self)


@dataclass(frozen=True)
class Split:
    """The difference of a metric that is a sum over the rows of the classes, class by class."""

    metric: str
    parts: tuple[ClassPart, ...]


class Pair(Protocol):
    """Two systems and their differences, one for each metric that both have."""

    @property
    def first(self) -> str:
        """The name of the one."""
        ...

    @property
    def second(self) -> str:
        """The name of the other."""
        ...

    @property
    def differences(self) -> tuple[Difference, ...]:
        """First minus second."""
        ...


@dataclass(frozen=True)
class SystemPair:
    """Two systems on the same items, where no one answer is right or wrong as a whole; `units` are those resampled."""

    first: str
    second: str
    n: int
    differences: tuple[Difference, ...]
    units: int | None = field(default=None, metadata={"since": "0.2.0"})

    def difference(self, metric: str) -> Difference:
        """The difference on a metric by its text."""
        return by_text(self.differences, metric)


@dataclass(frozen=True)
class Ranking:
    """Systems from best to worst on one metric; those in one group do not differ from the first of it.

    `unshown` has the pairs for which the order says more than was shown: the first of a group, and a system of a later
    group that does not differ from it although one in between does.
    """

    metric: str
    groups: tuple[tuple[str, ...], ...]
    unshown: tuple[tuple[str, str], ...] = field(default=(), metadata={"since": "0.2.0"})

    def faults(self) -> Iterator[Fault]:
        """No place is empty; there are none where the metric is undefined for all."""
        for at, group in enumerate(self.groups):
            yield from empty(f"groups[{at}]", group)

    def __str__(self) -> str:
        order = " > ".join(" = ".join(group) for group in self.groups)
        unshown = ", ".join(f"{better} > {worse}" for better, worse in self.unshown)
        return f"{order} (not shown: {unshown})" if unshown else order
