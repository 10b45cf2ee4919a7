"""Records by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from mercalli.errors import MetricError, SystemNameError
from mercalli.results.measure import Measure, by_text


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_Record = TypeVar("_Record", bound=_Named)


def system_named(systems: Sequence[_Record], name: str) -> _Record:
    """A system by its name; an error lists those that there are."""
    found = next((each for each in systems if each.name == name), None)
    if found is None:
        raise SystemNameError.unknown(name, [each.name for each in systems])
    return found


class SystemLookup(Generic[_Record]):
    """Systems, each found by its name in brackets."""

    systems: tuple[_Record, ...]

    def __getitem__(self, system: str) -> _Record:
        """A system by its name."""
        return system_named(self.systems, system)


class MeasureLookup:
    """Measures, each found by the text of its metric."""

    measures: tuple[Measure, ...]

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return by_text(self.measures, metric)


def number_named(numbers: Sequence[_Record], name: str) -> _Record:
    """A number by its name; an error lists those that there are."""
    found = next((each for each in numbers if each.name == name), None)
    if found is None:
        raise MetricError.unknown(name, [each.name for each in numbers])
    return found
