"""Places: the errors in each and how many its mix of classes explains, the people who live there, and who is heard."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats


@dataclass(frozen=True)
class PlaceErrors:
    """Errors in places, and how many their items would have at the overall error rate of each true class."""

    observed: Floats
    expected: Floats

    @classmethod
    def of(cls, observed: object, expected: object) -> PlaceErrors:
        """From numbers, one for each place."""
        return cls(np.asarray(observed, np.float64), np.asarray(expected, np.float64))


@dataclass(frozen=True)
class PlaceHarm(PlaceErrors):
    """The same, where an error counts as much as its true class weighs."""


@dataclass(frozen=True)
class PersonValues:
    """A value in every place, NaN where there is none, and its people: (..., places)."""

    values: Floats
    people: Floats

    @classmethod
    def of(cls, values: object, people: object) -> PersonValues:
        """From numbers, one for each place."""
        return cls(np.asarray(values, np.float64), np.asarray(people, np.float64))

    @property
    def seen(self) -> Floats:
        """People of places that have a value."""
        return np.where(np.isnan(self.values), 0.0, self.people)

    @property
    def coverage(self) -> float:
        """Their share of all people.

        >>> print(PersonValues.of([0.86, 0.9, 0.89, np.nan], [1000, 9000, 2000, 3000]).coverage)
        0.8000
        """
        return float(self.seen.sum(axis=-1) / self.people.sum(axis=-1))


@dataclass(frozen=True)
class PlaceVoices:
    """Items, missed urgent items and people of places, beside all items and all people, those without items too."""

    items: Floats
    missed: Floats
    people: Floats
    all_items: float
    all_people: float

    @classmethod
    def of(cls, items: object, missed: object, people: object, all_items: float, all_people: float) -> PlaceVoices:
        """From numbers, one for each place, and both sums."""
        found, lost, living = (np.asarray(each, np.float64) for each in (items, missed, people))
        return cls(found, lost, living, all_items, all_people)
