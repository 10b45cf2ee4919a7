"""Sites: how often the interval of their mean held the mean, and that of the next site held its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bench.coverage.table import lines
from mercalli.uncertainty.intervals import wilson
from mercalli.uncertainty.random_effects import RandomEffects, log_odds, shares

if TYPE_CHECKING:
    from collections.abc import Iterator

LEVEL, MEAN = 0.95, 1.25  # log-odds: .777
SITES, SPREADS = (5, 7, 10, 20), (0.0, 0.3, 0.6, 1.0)
FEWEST, MOST = 100, 500  # rows of a site


def sites(simulations: int = 2000) -> Iterator[str]:
    """Shares of sites with 100 to 500 rows, around .777, that vary on the scale of log-odds.

    How often 95 % intervals held: the mean of sites by random effects, the value of one more site, and, in brackets,
    that value by the interval of all rows together, which is what is often said.
    """
    rng = np.random.default_rng(23)
    return lines(
        ("sites", *(f"spread {spread:g}: mean, next site" for spread in SPREADS)),
        ([f"{size}", *(_held(size, spread, simulations, rng) for spread in SPREADS)] for size in SITES),
    )


def _held(size: int, spread: float, simulations: int, rng: np.random.Generator) -> str:
    mean, new, pooled = np.mean([_one(size, spread, rng) for _ in range(simulations)], axis=0)
    return f"{mean:.1%}, {new:.1%} ({pooled:.0%})"


def _one(size: int, spread: float, rng: np.random.Generator) -> tuple[bool, bool, bool]:
    rows = rng.integers(FEWEST, MOST + 1, size).astype(np.float64)
    true = MEAN + spread * rng.standard_normal(size + 1)
    right = rng.binomial(rows.astype(np.int64), shares(true[:-1]))
    low, high = wilson(right / rows, rows, LEVEL)
    found = RandomEffects.of(*log_odds(right / rows, low, high, rows, LEVEL))
    all_low, all_high = wilson(np.array([right.sum() / rows.sum()]), np.array([rows.sum()]), LEVEL)
    new = true[-1]
    return (
        _between(MEAN, found.interval(LEVEL)),
        _between(new, found.next_site(LEVEL)),
        _between(float(shares(new)), (float(all_low[0]), float(all_high[0]))),
    )


def _between(value: float, ends: tuple[float, float]) -> bool:
    return bool(ends[0] <= value <= ends[1])
