"""Metrics that are a ratio of two sums over a table, taken apart: what each cell adds above and below the line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion

CLOSE = 1e-9
PROBES = 20  # random tables on which a ratio must give what the metric gives
SEED = 20


@dataclass(frozen=True)
class RatioParts:
    """What an item in each cell adds to the numerator and to the denominator: (K, K + 1), 0 <= above <= below."""

    above: Floats
    below: Floats

    def __call__(self, cells: Floats) -> Floats:
        """The metric of tables."""
        return ratio((self.above * cells).sum(axis=(-2, -1)), (self.below * cells).sum(axis=(-2, -1)))

    @property
    def complement(self) -> RatioParts:
        """The parts of one minus the metric."""
        return RatioParts(self.below - self.above, self.below)


def ratio_parts(metric: Metric, size: int, position: int | None = None) -> RatioParts:
    """The parts of a metric of so many classes; a metric by class is looked at in one `position`.

    They are found by looking at what single cells, and pairs of cells, give, and then checked on random tables, so that
    no list says which metrics are ratios. Those that are none (means over classes, kappa, MCC) are refused.

    >>> from mercalli.metrics.catalogue import parse
    >>> ratio_parts(parse("recall"), 2, position=1).below
    array([[0., 0., 0.],
           [1., 1., 1.]])
    """
    look = _Look(metric, size, position)
    parts = look.parts()
    tables = np.random.default_rng(SEED).integers(0, 9, (PROBES, size, size + 1)).astype(np.float64)
    held = parts is not None and np.allclose(parts(tables), look(tables), atol=CLOSE, equal_nan=True)
    if parts is None or not held or (parts.above < -CLOSE).any() or (parts.above > parts.below + CLOSE).any():
        raise MetricError.named(
            metric.text,
            "is not a ratio of two sums over the cells of one table. Only such a metric can be promised and watched. "
            "Take accuracy, a class-weighted accuracy, or the recall, precision or F1 of a class.",
        )
    return parts


@dataclass(frozen=True)
class _Look:
    """A metric as a function of tables alone."""

    metric: Metric
    size: int
    position: int | None

    def __call__(self, cells: Floats) -> Floats:
        """Values of tables (..., K, K + 1)."""
        values = self.metric(Confusion(cells, tuple(map(str, range(self.size)))))
        return values if self.position is None else values[..., self.position]

    def parts(self) -> RatioParts | None:
        """Above and below, in units of what the cell that counts most below adds; None where no two cells differ."""
        cells = self.size * (self.size + 1)
        single = np.eye(cells).reshape(cells, self.size, self.size + 1)
        alone = self(single)
        best, worst = (int(choose(alone)) if np.isfinite(alone).any() else 0 for choose in (np.nanargmax, np.nanargmin))
        if not np.isfinite(alone).any() or alone[best] - alone[worst] < CLOSE:
            return None
        below = np.zeros(cells)
        below[best], below[worst] = 1.0, self._beside(single, alone, worst, best)
        for cell in np.flatnonzero(np.isfinite(alone)).tolist():
            if cell not in (best, worst):
                against = best if abs(alone[cell] - alone[best]) > CLOSE else worst
                below[cell] = self._beside(single, alone, cell, against) * below[against]
        shape = (self.size, self.size + 1)
        scale = max(below.max(), CLOSE)
        above = np.where(np.isfinite(alone), np.nan_to_num(alone) * below, 0.0)
        return RatioParts((above / scale).reshape(shape), (below / scale).reshape(shape))

    def _beside(self, single: Floats, alone: Floats, cell: int, other: int) -> float:
        """How much a cell counts below, where another one counts 1: from the value of both together."""
        both = float(self(single[cell] + single[other]))
        return float(ratio(alone[other] - both, both - alone[cell]))
