"""What limits a result."""

from __future__ import annotations

import itertools

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
