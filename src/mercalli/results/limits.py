"""What limits a result."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from mercalli.text.words import counted
from mercalli.uncertainty.few_units import FEWEST_UNITS

FEW_ROWS = 30
FEW_IN_CLASS = 20
FEW_UNITS = 20
SKEW = 10


def skew_text(most: int, least: int) -> str:
    """How many times as many, in as few decimals as tell it from what is no skew.

    >>> skew_text(303, 30), skew_text(455, 30)
    ('10.1:1', '15:1')
    """
    ratio = most / least
    digits = next(digits for digits in itertools.count() if round(ratio, digits) != SKEW or ratio == SKEW)
    return f"{ratio:,.{digits}f}:1"


def on_units(units: int | None, what: str = "unit", also: str = "") -> Iterator[str]:
    """Units that are few; `also` is what else cannot be done with a single one."""
    if units == 1:
        yield f"There is only one {what}, so there is nothing to resample{also} and no interval."
    elif units is not None and units < FEW_UNITS:
        yield f"Only {units} {what}s are resampled: intervals are rough and tend to be too narrow."


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
