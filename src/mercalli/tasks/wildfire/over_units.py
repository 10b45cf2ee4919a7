"""Numbers of sums over units, with intervals that resample the units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import finite
from mercalli.tasks.wildfire.result import Quantity
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.resample import totals_drawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats
    from mercalli.tasks.wildfire.result import FieldTable


@dataclass(frozen=True)
class Ends:
    """A number and the ends of its interval; None where there is none."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def quantity(self, name: str, label: str, unit: str = "", why: str | None = None) -> Quantity:
        """What it is a number of; `why` is told where there is none."""
        return Quantity(name, label, self.value, unit, why if self.value is None else None, self.low, self.high)


@dataclass(frozen=True)
class FieldNumbers:
    """Numbers of a field, a table of them by something, and what should be known of both."""

    quantities: tuple[Quantity, ...]
    table: FieldTable | None = None
    notes: tuple[str, ...] = ()


def over_units(units: Floats, numbers: Callable[[Floats], Floats], settings: Settings, name: str) -> list[Ends]:
    """What `numbers` makes of sums (..., K) as (..., M): of all units (T, K), and of units drawn again."""
    values = numbers(units.sum(axis=0))
    low = high = np.full_like(values, np.nan)
    if settings.replicates and len(units) > 1:
        drawn = totals_drawn(units, settings.replicates, generator(settings, name))
        low, high = percentile(np.concatenate([numbers(block) for block in drawn]), settings.level)
    ends = zip(values.tolist(), low.tolist(), high.tolist(), strict=True)
    return [Ends(*map(finite, each)) if np.isfinite(each[0]) else Ends(None) for each in ends]
