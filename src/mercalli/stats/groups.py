"""Groups of labels: contexts in which a profile's weights differ, and slices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from mercalli.errors import InputError
from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.labels import Labels
from mercalli.inputs.tally import Column

MOST_SLICES = 10_000


@dataclass(frozen=True)
class Groups:
    """Crossed values of several columns: the combinations that occur, and each entry's one."""

    keys: tuple[tuple[str, ...], ...]
    codes: Ints

    @classmethod
    def of(cls, columns: Mapping[str, Column], entries: int) -> Groups:
        """Combinations in the order of the columns' values."""
        if not columns:
            return cls(((),), np.zeros(entries, np.int64))
        shape = tuple(len(column.values) for column in columns.values())
        flat = np.ravel_multi_index(tuple(column.codes for column in columns.values()), shape)
        distinct, codes = np.unique(flat, return_inverse=True)
        texts = [
            [str(column.values[code]) for code in part]
            for column, part in zip(columns.values(), np.unravel_index(distinct, shape), strict=True)
        ]
        return cls(tuple(zip(*texts, strict=True)), codes.astype(np.int64))


@dataclass(frozen=True)
class Contexts:
    """Combinations of the columns by which a profile varies its weights, and each entry's one."""

    values: tuple[Mapping[str, str], ...]
    codes: Ints

    @classmethod
    def of(cls, labels: Labels) -> Contexts:
        """The combinations that occur; a single empty one if the profile varies nothing."""
        groups = Groups.of(labels.context, len(labels.rows))
        return cls(tuple(dict(zip(labels.context, key, strict=True)) for key in groups.keys), groups.codes)

    def take(self, chosen: Bools | Ints) -> Contexts:
        """The same contexts for some of the entries."""
        return Contexts(self.values, self.codes[chosen])


@dataclass(frozen=True)
class Slice:
    """The entries that share some values."""

    columns: tuple[str, ...]
    values: tuple[str, ...]
    chosen: Ints

    @property
    def key(self) -> str:
        """What names it, and seeds its random numbers."""
        return "|".join([*self.columns, *self.values])


class Entries(Protocol):
    """Entries with columns to slice by."""

    @property
    def by(self) -> Mapping[str, Column]:
        """The columns."""
        ...

    @property
    def rows(self) -> Ints:
        """How often each entry occurred."""
        ...


def slices(labels: Entries) -> Iterator[Slice]:
    """Every value of every slice column, then every combination of all of them that occurs."""
    single = [(name,) for name in labels.by]
    for columns in [*single, *([tuple(labels.by)] if len(single) > 1 else [])]:
        groups = Groups.of({name: labels.by[name] for name in columns}, len(labels.rows))
        if len(groups.keys) > MOST_SLICES:
            raise InputError.about(
                f"slicing by {' and '.join(map(repr, columns))}",
                f"makes {len(groups.keys):,} slices; more than {MOST_SLICES:,} look like a mistake. "
                f"Slice by something coarser, such as a day or a region.",
            )
        order = np.argsort(groups.codes, kind="stable")
        ends = np.cumsum(np.bincount(groups.codes, minlength=len(groups.keys)))[:-1]
        for values, chosen in zip(groups.keys, np.split(order, ends), strict=True):
            yield Slice(columns, values, chosen)
