"""OrdinalTable: truth against prediction over classes that are in an order."""

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats, total


@dataclass(frozen=True)
class OrdinalTable:
    """Rows are truth, columns predictions, both from the lowest class to the highest: (..., K, K)."""

    cells: Floats

    @property
    def total(self) -> Floats:
        """Everything: (...)."""
        return total(self.cells, axis=(-2, -1))

    @property
    def steps(self) -> Floats:
        """By how many classes the prediction of each cell is too high: (K, K)."""
        place = np.arange(self.cells.shape[-1], dtype=np.float64)
        return place[None, :] - place[:, None]

    def by_chance(self) -> Floats:
        """N times the table in expectation if predictions had nothing to do with the truth."""
        rows, columns = self.cells.sum(axis=-1), self.cells.sum(axis=-2)
        expected: Floats = rows[..., :, None] * columns[..., None, :]
        return expected
