"""Numbers of sums over units, with intervals that resample the units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import finite
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.resample import totals_drawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats


@dataclass(frozen=True)
class Ends:
    """A number and the ends of its interval; None where there is none."""

    value: float | None
    low: float | None
    high: float | None


def over_units(units: Floats, numbers: Callable[[Floats], Floats], settings: Settings, name: str) -> list[Ends]:
    """What `numbers` makes of sums (..., K) as (..., M): of all units (T, K), and of units drawn again."""
    values = numbers(units.sum(axis=0))
    low = high = np.full_like(values, np.nan)
    if settings.replicates and len(units) > 1:
        drawn = totals_drawn(units, settings.replicates, generator(settings, name))
        low, high = percentile(np.concatenate([numbers(block) for block in drawn]), settings.level)
    return [_ends(*each) for each in zip(values.tolist(), low.tolist(), high.tolist(), strict=True)]


def _ends(value: float, low: float, high: float) -> Ends:
    known = finite(value)
    return Ends(None, None, None) if known is None else Ends(known, finite(low), finite(high))
