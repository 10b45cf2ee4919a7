"""How gains, and the people whom they are of, are said."""

from __future__ import annotations

from mercalli.results.measure import Measure
from mercalli.tasks.uplift.result import PER, Target
from mercalli.text.numbers import NOTHING, percent


def target_text(target: Target) -> str:
    """K as it was asked for and as it was used.

    >>> from types import SimpleNamespace as Target
    >>> target_text(Target(asked=200, k=(200.0,))), target_text(Target(asked=0.1, k=(50.0, 52.0)))
    ('200', '10% = 50 + 52')
    """
    used = " + ".join(people(k) for k in target.k)
    asked = percent(target.asked) if target.asked < 1 else f"{target.asked:,.0f} each"
    return used if target.asked >= 1 and len(target.k) == 1 else f"{asked} = {used}"


def people(value: float) -> str:
    """People as whole numbers, weights with one decimal.

    >>> people(1200.0), people(12.34)
    ('1,200', '12.3')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"


def gained(value: float | None) -> str:
    """A gain with its sign.

    >>> gained(12.345), gained(-0.04), gained(None)
    ('+12.3', '-0.0', '-')
    """
    return NOTHING if value is None else f"{value:+,.1f}"


def gain_text(value: float | None, low: float | None, high: float | None) -> str:
    """A gain with its interval, if it has one."""
    return gained(value) + ("" if low is None else f" [{gained_span(low, high)}]")


def gained_span(low: float | None, high: float | None) -> str:
    """Both ends of the interval of a gain."""
    return NOTHING if low is None or high is None else f"{gained(low)} to {gained(high)}"


def effect_text(effect: Measure) -> str:
    """What treating anybody gains, per 1,000."""
    return gain_text(*effect.times(PER))
