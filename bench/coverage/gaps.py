"""The gap between groups: percentiles of the maximum minus the minimum, and intervals for all pairs at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bench.coverage.table import lines
from mercalli.estimates.gaps import GroupValues
from mercalli.uncertainty.simultaneous import Pairs, shrunken

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVEL, DRAWS, REPLICATES = 0.95, 2_000, 400
LANGUAGES = (7251, 1361, 1172, 606, 229, 223, 113)  # rows of the languages of CrisisLex
WEIGHTS, URGENT = (5.0, 1.0), 0.3  # of two classes, and the share of the first
PLAIN = (
    ("3 equal", (100,) * 3, 0.0),
    ("10 equal", (100,) * 10, 0.0),
    ("7 equal, sizes of the CrisisLex languages", LANGUAGES, 0.0),
    ("3", (200,) * 3, 0.2),
    ("4", (60, 200, 500, 1000), 0.3),
)
WEIGHTED = (
    ("class-weighted accuracy, 5 equal", (60, 150, 300, 500, 1000), 0.0),
    ("the same, 3", (150, 400, 1000), 0.139),
)


def gaps(simulations: int = 2000) -> Iterator[str]:
    """Gaps between groups: how often 95 % intervals held the true gap."""
    found = [(name, _sizes(sizes), f"{gap:g}", *plain(sizes, gap, simulations)) for name, sizes, gap in PLAIN]
    found += [
        (name, _sizes(sizes), f"{gap:g}", *weighted(sizes, gap, simulations // 4)) for name, sizes, gap in WEIGHTED
    ]
    return lines(("groups", "rows each", "true gap", "percentiles of the gap", "all pairs at once"), found)


def _sizes(sizes: Sequence[int]) -> str:
    return f"{sizes[0]:,}" if len(set(sizes)) == 1 else f"{min(sizes):,} to {max(sizes):,}"


def plain(sizes: Sequence[int], gap: float, simulations: int) -> tuple[float, float]:
    """Proportions around .7; the groups are spread evenly over the gap."""
    rng, trials = np.random.default_rng(29), np.array(sizes, np.float64)
    true = np.linspace(0.7 + gap / 2, 0.7 - gap / 2, len(sizes))
    held = np.zeros(2)
    for found in rng.binomial(sizes, true, size=(simulations, len(sizes))).astype(np.float64):
        drawn = rng.binomial(sizes, found / trials, size=(REPLICATES, len(sizes))) / trials
        values, errors = shrunken(found, trials, LEVEL)
        pairs = Pairs.of(values, errors, rng.standard_normal((DRAWS, len(sizes))) * errors, LEVEL)
        held += holds(gap, drawn), _between(gap, pairs.ends(1.0))
    return held[0] / simulations, held[1] / simulations


def weighted(sizes: Sequence[int], gap: float, simulations: int) -> tuple[float, float]:
    """Accuracy in which the first class weighs five times as much, from replicates of each group."""
    rng, names = np.random.default_rng(31), tuple(map(str, sizes))
    shares = np.linspace(0.7 + gap / 2, 0.7 - gap / 2, len(sizes))
    cells = np.stack([_cells(share) for share in shares])
    held = np.zeros(2)
    for _ in range(simulations):
        tables = np.stack([rng.multinomial(size, each) for size, each in zip(sizes, cells, strict=True)])
        drawn = np.stack(
            [_value(rng.multinomial(size, each / size, REPLICATES)) for size, each in zip(sizes, tables, strict=True)],
            axis=1,
        )
        ours = GroupValues.of_replicates(names, _value(tables), drawn, LEVEL).pairs.ends(1.0)
        held += holds(gap, drawn), _between(gap, ours)
    return held[0] / simulations, held[1] / simulations


def _cells(right: float) -> Floats:
    """Right and wrong items of both classes, which are found equally often."""
    return np.array([URGENT * right, URGENT * (1 - right), (1 - URGENT) * right, (1 - URGENT) * (1 - right)])


def _value(tables: NDArray[np.int64]) -> Floats:
    urgent, other = WEIGHTS
    above = urgent * tables[..., 0] + other * tables[..., 2]
    return above / (above + urgent * tables[..., 1] + other * tables[..., 3])


def holds(gap: float, drawn: Floats) -> bool:
    """Whether percentiles of the maximum minus the minimum hold the gap."""
    low, high = np.quantile(np.ptp(drawn, axis=1), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return _between(gap, (low, high))


def _between(gap: float, ends: tuple[float, float]) -> bool:
    return bool(ends[0] <= gap <= ends[1])
