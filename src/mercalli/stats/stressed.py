"""Stressed: what a system answered before and after texts changed, as a joint table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from mercalli.inputs.arrays import Bools, Floats
from mercalli.stats.confusion import Confusion


@dataclass(frozen=True)
class Stressed:
    """Touched items by truth, clean answer and stressed answer; the last answer is "outside the classes".

    `cells` has shape (..., K, K + 1, K + 1); leading axes hold replicates. Tables of parts add up.

    Attributes:
        cells: The counts.
        classes: The names of the classes.
        urgent: Which classes are urgent; an urgent item is found if its answer is any urgent class.
        weights: What an error on each class does.
    """

    cells: Floats
    classes: tuple[str, ...]
    urgent: Bools
    weights: Floats

    @classmethod
    def of(
        cls,
        table: ArrayLike,
        classes: Sequence[str] | None = None,
        *,
        urgent: Sequence[str] = (),
        weights: ArrayLike | None = None,
    ) -> Stressed:
        """From counts (..., K, K, K) or (..., K, K + 1, K + 1).

        >>> Stressed.of([[[5, 1], [0, 2]], [[1, 0], [2, 9]]]).total
        array(20.)
        """
        cells = np.asarray(table, np.float64)
        size = cells.shape[-3]
        names = tuple(map(str, range(size))) if classes is None else tuple(classes)
        room = size + 1 - cells.shape[-1]
        cells = np.pad(cells, [(0, 0)] * (cells.ndim - 2) + [(0, room)] * 2)
        weighs = np.ones(size) if weights is None else np.asarray(weights, np.float64)
        return cls(cells, names, np.isin(names, list(urgent)), weighs)

    def __add__(self, other: Stressed) -> Stressed:
        """Two parts merged."""
        return replace(self, cells=self.cells + other.cells)

    def having(self, cells: Floats) -> Stressed:
        """Other counts of the same classes, such as replicates."""
        return replace(self, cells=cells)

    @property
    def clean(self) -> Confusion:
        """The table before the stress."""
        return Confusion(self.cells.sum(axis=-1), self.classes)

    @property
    def stressed(self) -> Confusion:
        """The table under stress."""
        return Confusion(self.cells.sum(axis=-2), self.classes)

    @property
    def total(self) -> Floats:
        """How many items were touched."""
        return np.asarray(self.cells.sum(axis=(-3, -2, -1)))

    @property
    def same(self) -> Floats:
        """How many answers stayed the same."""
        return np.asarray(np.einsum("...ijj->...", self.cells))

    @property
    def right_clean(self) -> Floats:
        """Right before the stress, by class: (..., K)."""
        return self.clean.accurate

    @property
    def right_stressed(self) -> Floats:
        """Right under stress, by class: (..., K)."""
        return self.stressed.accurate

    @property
    def right_both(self) -> Floats:
        """Right before and under stress, by class: (..., K)."""
        right: Floats = np.einsum("...iii->...i", self.cells[..., :-1, :-1])
        return right

    @property
    def urgent_found(self) -> Floats:
        """Urgent items that were found before the stress."""
        return np.asarray(self._urgent[..., self._as_urgent, :].sum(axis=(-3, -2, -1)))

    @property
    def urgent_kept(self) -> Floats:
        """Of these, those that are found under stress too."""
        return np.asarray(self._urgent[..., self._as_urgent, :][..., self._as_urgent].sum(axis=(-3, -2, -1)))

    @property
    def _urgent(self) -> Floats:
        return self.cells[..., self.urgent, :, :]

    @property
    def _as_urgent(self) -> Bools:
        """Answers that send an item to the team for urgent ones."""
        return np.append(self.urgent, False)
