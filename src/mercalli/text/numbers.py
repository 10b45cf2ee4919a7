"""Numbers as they are read: on every screen and page a negative one has the hyphen that files and programs have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import floor, log10

SCORE = re.compile(r"-?\d*\.\d+(e-?\d+)?|[01]|-?\d+e-\d+")
LARGE, LARGER, LARGEST = 10, 1_000, 1e7
BEYOND_WORDS = 1e12
SIZES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def value_text(value: float) -> str:
    """A value in as many decimals as its size leaves room for.

    >>> value_text(0.72771), value_text(-37.37), value_text(19010.375), value_text(2.5e8)
    ('0.728', '-37.4', '19,010', '250M')
    """
    if abs(value) >= LARGEST:
        return short(value, most=LARGEST)
    digits = DIGITS if abs(value) < LARGE else 1 if abs(value) < LARGER else None
    return f"{value:,.0f}" if digits is None else number(value, digits)


def is_score(text: str) -> bool:
    """Whether a text is a number as scores are.

    >>> [text for text in ("0.73", "1", "12", "1e-07", "flood") if is_score(text)]
    ['0.73', '1', '1e-07']
    """
    return SCORE.fullmatch(text) is not None


def short(value: float, *, most: float = 1e5) -> str:
    """A number with a letter for its size, from `most` on.

    >>> short(4986.0), short(1234567.0), short(20000, most=1e4), short(3e40)
    ('4,986', '1.23M', '20k', '3e+40')
    """
    if abs(value) >= BEYOND_WORDS:
        return f"{value:.3g}"
    for size, letter in SIZES:
        if abs(value) >= max(size, most):
            return f"{value / size:.3g}{letter}"
    return count(value)


def tick_text(value: float) -> str:
    """A place on an axis.

    >>> tick_text(0.2), tick_text(80000.0)
    ('0.2', '80k')
    """
    return f"{value:g}" if abs(value) < LARGER else short(value, most=LARGER)


NOTHING = "-"
SIGNS = 4
SMALLEST_P = 0.0005


def number(value: float | None, digits: int = SIGNS) -> str:
    """Four decimals; a dash for what is undefined.

    >>> number(0.72771), number(None), number(-0.00001)
    ('0.7277', '-', '0.0000')
    """
    return NOTHING if value is None else f"{value:z.{digits}f}"


def enough_digits(value: float, least: int = 0, most: int = 4) -> str:
    """As many decimals, between two bounds, as it takes to see three digits of a number below 1.

    >>> enough_digits(1234.5), enough_digits(0.0473), enough_digits(12.3456, 1), enough_digits(1e-9)
    ('1,234', '0.0473', '12.3', '0')
    """
    rounded = round(value, most)
    small = rounded and abs(rounded) < 1
    digits = min(max(least, 2 - floor(log10(abs(rounded)))), most) if small else least
    return f"{rounded:,.{digits}f}"


def percent(level: object) -> str:
    """A confidence as it was given.

    >>> percent(0.95), percent(0.999)
    ('95%', '99.9%')
    """
    return f"{100 * float(str(level)):.6g}%"


def p_text(p: float | None) -> str:
    """A p-value, never written as zero.

    >>> p_text(0.0412), p_text(1e-9)
    ('0.041', '<0.001')
    """
    return NOTHING if p is None else "<0.001" if p < SMALLEST_P else f"{p:.3f}"


DIGITS = 3
SMALLEST_SHARE = 0.005
OPEN = "open"


def interval(low: float | None, high: float | None, *, digits: int = DIGITS) -> str:
    """Both ends; one without an upper limit is open.

    >>> interval(0.7, 0.75), interval(1.2, None), interval(-1112.5, 20, digits=1)
    ('0.700 to 0.750', '1.200 to open', '-1,112.5 to 20.0')
    """
    if low is None:
        return NOTHING
    return f"{low:z,.{digits}f} to {OPEN if high is None else f'{high:z,.{digits}f}'}"


def share_interval(low: float | None, high: float | None) -> str:
    """Both ends of an interval of a share.

    >>> share_interval(0.0241, 0.5), share_interval(None, None)
    ('2.4% to 50.0%', '-')
    """
    return NOTHING if low is None or high is None else f"{low:.1%} to {high:.1%}"


def count(value: float) -> str:
    """A count with thousands marked; weights keep two decimals.

    >>> count(4986.0), count(12.5)
    ('4,986', '12.50')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def amount(value: float) -> str:
    """How much there is in a sentence; sums of weights keep one decimal.

    >>> amount(4986.0), amount(177.6)
    ('4,986', '177.6')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"


def adding_up(sizes: Sequence[float], digits: int) -> list[float]:
    """Rounded so that they still add up: the last one takes what rounding leaves.

    >>> adding_up([0.667, 0.384, -0.051], 2)
    [0.67, 0.38, -0.05]
    """
    parts = [round(size, digits) for size in sizes[:-1]]
    return [*parts, round(round(sum(sizes), digits) - sum(parts), digits)]


def share_text(share: float) -> str:
    """A share in whole percent, never 0% for what is more nor 100% for what is less.

    >>> share_text(0.783), share_text(0.002), share_text(0.998), share_text(0.0)
    ('78%', '<1%', '>99%', '0%')
    """
    if 0 < share < SMALLEST_SHARE:
        return "<1%"
    return ">99%" if 1 - SMALLEST_SHARE < share < 1 else f"{share:.0%}"
