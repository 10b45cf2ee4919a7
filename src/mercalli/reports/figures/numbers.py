"""Numbers in few signs."""

from __future__ import annotations

from mercalli.reports.words import DIGITS, count
from mercalli.results.text import number

MINUS = "\N{MINUS SIGN}"
LARGE, LARGER, LARGEST = 10, 1_000, 1e7
BEYOND_WORDS = 1e12
SIZES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def value_text(value: float) -> str:
    """A value in as many decimals as its size leaves room for.

    >>> value_text(0.72771), value_text(37.37), value_text(19010.375), value_text(2.5e8)
    ('0.728', '37.4', '19,010', '250M')
    """
    if abs(value) >= LARGEST:
        return short(value, most=LARGEST)
    digits = DIGITS if abs(value) < LARGE else 1 if abs(value) < LARGER else None
    return (f"{value:,.0f}" if digits is None else number(value, digits)).replace("-", MINUS)


def short(value: float, *, most: float = 1e5) -> str:
    """A number with a letter for its size, from `most` on.

    >>> short(4986.0), short(1234567.0), short(20000, most=1e4), short(3e40)
    ('4,986', '1.23M', '20k', '3e+40')
    """
    if abs(value) >= BEYOND_WORDS:
        return f"{value:.3g}".replace("-", MINUS)
    for size, letter in SIZES:
        if abs(value) >= max(size, most):
            return f"{value / size:.3g}{letter}".replace("-", MINUS)
    return count(value).replace("-", MINUS)


def tick_text(value: float) -> str:
    """A place on an axis.

    >>> tick_text(0.2), tick_text(80000.0)
    ('0.2', '80k')
    """
    return f"{value:g}".replace("-", MINUS) if abs(value) < LARGER else short(value, most=LARGER)
