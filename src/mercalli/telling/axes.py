"""Round numbers along an axis, the same for every drawing."""

from __future__ import annotations

from math import ceil, floor, log10

STEPS = (1, 2, 2.5, 5, 10)
ROUNDING = 1e-9


def round_step(least: float) -> float:
    """The smallest round number that is no smaller than some number.

    >>> round_step(0.13), round_step(0.23), round_step(700)
    (0.2, 0.25, 1000.0)
    """
    tenth = 10.0 ** floor(log10(least))
    return next(step * tenth for step in STEPS if step * tenth >= least * (1 - ROUNDING))


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two ends, with at most so many steps between them.

    >>> ticks(0.6, 0.8, 4), ticks(-0.02, 1.0, 4)
    ([0.6, 0.65, 0.7, 0.75, 0.8], [0.0, 0.5, 1.0])
    """
    step = round_step((high - low) / most)
    first, last = ceil(low / step - ROUNDING), floor(high / step + ROUNDING)
    return [round(at * step, 12) + 0.0 for at in range(first, last + 1)]
