"""What limits a result."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import floor

from mercalli.stats.weighing import Weighing
from mercalli.text.words import counted
from mercalli.uncertainty.few_units import FEWEST_UNITS

FEW_ROWS = 30
FEW_IN_CLASS = 20
FEW_UNITS = 20
SKEW = 10
HEAVY, HEAVY_TIMES = 0.1, 5  # a row dominates with so much of all weight, and so many times its equal share


def skew_text(most: int, least: int) -> str:
    """How many times as many, in as few decimals as tell it from what is no skew.

    >>> skew_text(303, 30), skew_text(455, 30)
    ('10.1:1', '15:1')
    """
    ratio = most / least
    digits = next(digits for digits in itertools.count() if round(ratio, digits) != SKEW or ratio == SKEW)
    return f"{ratio:,.{digits}f}:1"


def on_few_units(units: int | None, what: str = "unit") -> Iterator[str]:
    """Units that are few, where intervals leave them out in turn.

    >>> next(on_few_units(2, "document")), next(on_few_units(4))
    ('2 documents do not show how much documents vary: no interval.', \
'Only 4 units: this applies to new ones only if they are like these.')
    """
    if units is not None and units < FEWEST_UNITS:
        yield f"{counted(units, what)} {'does' if units == 1 else 'do'} not show how much {what}s vary: no interval."
    elif units is not None and units < FEW_UNITS:
        yield f"Only {units} {what}s: this applies to new ones only if they are like these."


def on_weights(weighing: Weighing, what: str = "row") -> Iterator[str]:
    """Weights that differ, and a row that dominates.

    >>> list(on_weights(Weighing(200, 153.2, 0.02)))
    ['Weights differ: 200 rows say as much as 153.2 of equal weight (effective n).']
    >>> next(on_weights(Weighing(200, 1.0, 0.9998)))
    'One row carries at least 99.9% of all weight: results are those of this row, and intervals are too narrow.'
    """
    if weighing.heaviest >= max(HEAVY, HEAVY_TIMES / weighing.rows):
        share = min(floor(weighing.heaviest * 1000) / 1000, 0.999)
        yield (
            f"One {what} carries at least {share:.1%} of all weight: results are those of this {what}, "
            "and intervals are too narrow."
        )
    if round(weighing.effective, 1) < weighing.rows:
        rows, effective = counted(weighing.rows, what), f"{weighing.effective:,.1f}"
        yield f"Weights differ: {rows} say as much as {effective} of equal weight (effective n)."
