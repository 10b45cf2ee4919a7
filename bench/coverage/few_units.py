"""Values over few units, each left out in turn: accuracy, macro F1, HumImpact and the counts of tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bench.coverage.table import lines
from mercalli import parse
from mercalli.estimates.intervals import Intervals
from mercalli.stats.confusion import Confusion
from mercalli.stats.counts import Counts
from mercalli.stats.extraction import Extraction
from mercalli.stats.label_sets import Kinds, LabelSets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.random import Generator
    from numpy.typing import NDArray

    Values = Callable[[NDArray[np.float64]], NDArray[np.float64]]

UNITS = (3, 4, 8, 20, 40)
TESTED = (4, 8, 20, 40)
SHARES = np.array([0.10, 0.15, 0.20, 0.25, 0.30])  # of five classes
CELLS = 256  # of a tile
# Sentences: is it relevant, how many sectors has it, was it taken for relevant, was a right sector named?
SENTENCES = [
    (0, 0, 0, 0),
    (0, 0, 1, 0),
    (1, 1, 0, 0),
    (1, 1, 1, 1),
    (1, 1, 1, 0),
    (1, 2, 0, 0),
    (1, 2, 1, 1),
    (1, 2, 1, 0),
]


def few_units(simulations: int = 4000) -> Iterator[str]:
    """Values over few units: how often 95 % intervals held the true value."""
    rows = [(f"{units}", *(held(name, units, simulations) for name in STATISTICS)) for units in UNITS]
    return lines(("units", *STATISTICS), rows)


def differences(simulations: int = 4000) -> Iterator[str]:
    """Differences of two systems that are equally good: how often the interval excluded 0."""
    named = ("accuracy .70", "macro F1", "HumImpact", "csi of tiles")
    rows = [(f"{units}", *(false_difference(name, units, simulations) for name in named)) for units in TESTED]
    return lines(("units", *named), rows)


def held(name: str, units: int, simulations: int) -> float:
    """The share of intervals of a statistic over so many units that held its true value."""
    draw, values = STATISTICS[name]
    truth = values(draw(np.random.default_rng(1), (1, 400_000)).sum(axis=1))[0]
    drawn = draw(np.random.default_rng([units, 7]), (simulations, units))
    found = _intervals(values, drawn)
    return float(np.mean((found.low <= truth) & (truth <= found.high)))


def _intervals(values: Values, drawn: NDArray[np.float64]) -> Intervals:
    """As the library makes them, from the sums over units (simulations, units, parts) without each in turn."""
    total = drawn.sum(axis=1)
    without = np.stack([values(total - drawn[:, at]) for at in range(drawn.shape[1])])
    return Intervals.over_units(values(total), without, (np.zeros(len(total)), np.ones(len(total))), 0.95)


def false_difference(name: str, units: int, simulations: int) -> float:
    """The share of intervals of a difference that excluded 0, where systems are exchanged unit by unit at random."""
    draw, values = STATISTICS[name]
    rng = np.random.default_rng([units, 11])
    one, two = (draw(rng, (simulations, units)) for _ in range(2))
    totals = one.sum(axis=1), two.sum(axis=1)
    value = values(totals[0]) - values(totals[1])
    without = np.stack([values(totals[0] - one[:, at]) - values(totals[1] - two[:, at]) for at in range(units)])
    found = Intervals.over_units(value, without, None, 0.95)
    return float(np.mean((found.low > 0) | (found.high < 0)))


def _rows(rng: Generator, shape: tuple[int, int]) -> NDArray[np.int64]:
    return rng.integers(20, 61, shape)


def _right(between: tuple[float, float]) -> Callable[[Generator, tuple[int, int]], NDArray[np.float64]]:
    """Right and wrong rows of units of 20 to 60 whose own accuracy varies."""

    def draw(rng: Generator, shape: tuple[int, int]) -> NDArray[np.float64]:
        rows = _rows(rng, shape)
        right = rng.binomial(rows, rng.beta(*between, shape))
        return np.stack([right, rows - right], axis=-1).astype(np.float64)

    return draw


def _accuracy(parts: NDArray[np.float64]) -> NDArray[np.float64]:
    return parts[..., 0] / parts.sum(axis=-1)


def _tables(rng: Generator, shape: tuple[int, int]) -> NDArray[np.float64]:
    """Tables of five classes, of units whose own accuracy varies; errors go to other classes by their frequency."""
    size = len(SHARES)
    right = rng.beta(7, 3, (*shape, 1, 1))
    cells = SHARES[:, None] * (right * np.eye(size) + (1 - right) * SHARES)
    drawn = rng.multinomial(_rows(rng, shape), cells.reshape(*shape, size**2) / cells.sum(axis=(-2, -1))[..., None])
    return drawn.astype(np.float64)


def _macro_f1(parts: NDArray[np.float64]) -> NDArray[np.float64]:
    table = parts.reshape(*parts.shape[:-1], len(SHARES), len(SHARES))
    return np.asarray(parse("f1_macro")(Confusion.of(table)))


def _sentences(rng: Generator, shape: tuple[int, int]) -> NDArray[np.float64]:
    """Sentences of documents by kind: how many are relevant, are found and get a right sector varies."""
    relevant, several, found, named = (rng.beta(*between, shape) for between in ((2, 4), (1, 4), (7, 3), (6, 4)))
    alarm, size = rng.beta(1, 9, shape), rng.integers(20, 61, shape)
    one, two = relevant * (1 - several), relevant * several
    shares = [(1 - relevant) * (1 - alarm), (1 - relevant) * alarm]
    for part in (one, two):
        shares += [part * (1 - found), part * found * named, part * found * (1 - named)]
    return rng.multinomial(size, np.stack(shares, axis=-1)).astype(np.float64)


def _humimpact(parts: NDArray[np.float64]) -> NDArray[np.float64]:
    relevant, sectors, extracted, right = np.array(SENTENCES).T
    kinds, codes = Kinds.of([sectors, extracted, right, relevant, extracted])
    rows = np.zeros((*parts.shape[:-1], len(kinds.truth)))
    rows[..., codes] = parts
    none = np.zeros((*parts.shape[:-1], 1))
    return np.asarray(parse("HumImpact")(Extraction(LabelSets(("sector",), none, none, none, kinds, rows))))


def _tiles(rng: Generator, shape: tuple[int, int]) -> NDArray[np.float64]:
    """The four counts of tiles of which 3 in 10 cells burned and 7 in 10 of these were found, both varying."""
    burned = rng.binomial(CELLS, rng.beta(3, 7, shape))
    found = rng.binomial(burned, rng.beta(7, 3, shape))
    false = rng.binomial(CELLS - burned, rng.beta(0.5, 6.5, shape))
    return np.stack([found, false, burned - found, CELLS - burned - false], axis=-1).astype(np.float64)


def _of_tiles(metric: str) -> Values:
    return lambda parts: np.asarray(parse(metric)(Counts(*np.moveaxis(parts, -1, 0))))


STATISTICS = {
    "accuracy .70": (_right((7, 3)), _accuracy),
    "accuracy .95": (_right((19, 1)), _accuracy),
    "macro F1": (_tables, _macro_f1),
    "HumImpact": (_sentences, _humimpact),
    "csi of tiles": (_tiles, _of_tiles("csi")),
    "recall of tiles": (_tiles, _of_tiles("recall")),
    "precision of tiles": (_tiles, _of_tiles("precision")),
}
