"""SetSample: label sets of one or more systems on the same items, with what resampling them needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.stats.label_sets import Kinds, LabelSets, sizes_of

CHUNK = 8192


@dataclass(frozen=True)
class SetSample:
    """Entries that are drawn: items that are alike, or whole units.

    Attributes:
        labels: The labels.
        kinds: The kinds of items of all systems.
        parts: For every system what each entry adds: its labels true, given, both, and its kinds (E, 3 L + T).
        times: How often each entry is there: as many items as are alike, or once for a unit.
        n: How many items there are in all.
        units: Whether entries are units.
    """

    labels: tuple[str, ...]
    kinds: Kinds
    parts: tuple[NDArray[Any], ...]
    times: Ints
    n: int
    units: bool

    @classmethod
    def of(
        cls,
        labels: Sequence[str],
        truth: Bools,
        preds: Sequence[Bools],
        rows: Ints,
        *,
        unit: Ints | None = None,
        flags: Sequence[Sequence[Ints]] | None = None,
        unread: Sequence[Bools] | None = None,
    ) -> SetSample:
        """From entries that stand for some rows each: label sets (E, L), and flags of every system that tell kinds.

        `unread` says for every system which entries have no answer (E). No label is given to them, and their kind is
        that of an item with every label wrong, so that no answer is worse.
        """
        none = [np.zeros(len(truth), np.bool_)] * len(preds) if unread is None else unread
        given = [pred & ~lost[:, None] for pred, lost in zip(preds, none, strict=True)]
        extras = [()] * len(preds) if flags is None else flags
        wrong = [np.where(lost[:, None], ~truth, pred) for pred, lost in zip(given, none, strict=True)]
        keys = [[*sizes_of(truth, pred), *extra] for pred, extra in zip(wrong, extras, strict=True)]
        kinds, codes = Kinds.of([np.concatenate(each) for each in zip(*keys, strict=True)])
        every = np.split(codes, len(preds))
        parts = (_adds(truth, pred, code, len(kinds.truth)) for pred, code in zip(given, every, strict=True))
        if unit is None:
            return cls(tuple(labels), kinds, tuple(parts), rows, int(rows.sum()), units=False)
        present, place = np.unique(unit, return_inverse=True)
        by_unit = tuple(_by_unit(part, rows, place, len(present)) for part in parts)
        return cls(tuple(labels), kinds, by_unit, np.ones(len(present), np.int64), int(rows.sum()), units=True)

    @property
    def can_resample(self) -> bool:
        """A single entry that is there once cannot be drawn in more than one way."""
        return int(self.times.sum()) > 1

    @property
    def unit_count(self) -> int | None:
        """How many units there are, if units are drawn."""
        return len(self.times) if self.units else None

    def fewer_units(self, than: int) -> bool:
        """Whether units are drawn, and there are fewer."""
        return self.units and len(self.times) < than

    def only(self, *systems: int) -> SetSample:
        """Some systems of several."""
        return replace(self, parts=tuple(self.parts[system] for system in systems))

    @cached_property
    def tables(self) -> tuple[LabelSets, ...]:
        """The label sets of every system."""
        return tuple(self.table(self.added(self.times.astype(np.float64), part)) for part in self.parts)

    def added(self, times: Floats, part: NDArray[Any]) -> Floats:
        """What entries add up to (..., 3 L + T) if each is there so many times (..., E)."""
        total = np.zeros((*times.shape[:-1], part.shape[1]))
        for start in range(0, len(part), CHUNK):
            total += times[..., start : start + CHUNK] @ part[start : start + CHUNK].astype(np.float64)
        return total

    def table(self, totals: Floats) -> LabelSets:
        """Totals (..., 3 L + T) by their names."""
        size = len(self.labels)
        truths, preds, both, rows = np.split(totals, [size, 2 * size, 3 * size], axis=-1)
        return LabelSets(self.labels, truths, preds, both, self.kinds, rows)


def _adds(truth: Bools, pred: Bools, kind: Ints, kinds: int) -> NDArray[np.uint8]:
    """What one row of each entry adds to the totals."""
    of_kind = kind[:, None] == np.arange(kinds)
    return np.concatenate([truth, pred, truth & pred, of_kind], axis=1).astype(np.uint8)


def _by_unit(part: NDArray[Any], rows: Ints, place: Ints, units: int) -> Floats:
    """What whole units add."""
    return np.stack([sums(place, rows * column, units) for column in part.T], axis=1)
