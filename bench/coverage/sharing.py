"""Counts that were rounded to be shared: intervals whose replicates go through the same rounding, and without that."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from bench.coverage.table import lines
from mercalli import read_demo
from mercalli.metrics.catalogue import parse
from mercalli.stats.confusion import Confusion
from mercalli.stats.margins import CELLS, MARGINS, Margins, Noise, fitted
from mercalli.stats.sharing import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVEL, REPLICATES, BASE = 0.95, 300, 5
CASES = ((1_000, 1), (5_000, 1), (300, 10), (1_000, 5))  # rows of a site, and sites
METRICS = ("accuracy", "f1_macro", "recall")


def sharing(simulations: int = 500) -> Iterator[str]:
    """Shared counts of sites, rounded to 5 and added up: how often 95 % intervals held the value of the real table.

    Tables are drawn from that of a system on 4,986 messages of 10 classes. Recall is that of the rarest, which is one
    row in 139. In brackets: replicates as if nothing had been rounded.
    """
    truth, rng = _real(), np.random.default_rng(22)
    found = []
    for table in (MARGINS, CELLS):
        for size, sites in CASES:
            held = np.mean([_one(truth, table, size, sites, rng) for _ in range(simulations)], axis=0)
            shares = (f"{aware:.0%} ({plain:.0%})" for plain, aware in held.T)
            found.append((f"{table}, {sites} x {size:,}" if sites > 1 else f"{table}, {size:,}", *shares))
    header = ("shared, rows", "accuracy", "macro F1", "recall of the rarest class")
    return lines(header, found)


@cache
def _real() -> Floats:
    """The table of a system of the demo."""
    demo = read_demo()
    classes = sorted(set(demo["truth"]))
    cells = np.zeros((len(classes), len(classes) + 1))
    for one, other in zip(demo["truth"], demo["tfidf_linear_svm"], strict=True):
        cells[classes.index(one), classes.index(other)] += 1
    return cells


def _one(truth: Floats, table: str, size: int, sites: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Whether intervals that ignore rounding, and those that contain it, hold the values of the real table."""
    wanted, rule = _values(truth), Rule(base=BASE)
    parts = rng.multinomial(size, (truth / truth.sum()).ravel(), sites).reshape(sites, *truth.shape)
    shared = _released(parts, table, rule, rng)
    tables = rng.multinomial(int(shared.sum()), (shared / shared.sum()).ravel(), REPLICATES)
    drawn = tables.reshape(REPLICATES, *truth.shape).astype(np.float64)
    noisy = Noise(rule, table, sites)(drawn, rng)
    return np.stack([_held(_values(each), wanted) for each in (drawn, noisy)])


def _released(parts: NDArray[np.int64], table: str, rule: Rule, rng: np.random.Generator) -> NDArray[np.int64]:
    """The tables of the sites, each rounded and all added up, as the one who merges has them."""
    if table == CELLS:
        added: NDArray[np.int64] = rule.redrawn(parts, 1, rng).sum(axis=0)
        return added
    margins = Margins.of(parts.astype(np.float64))
    rounded = margins.each(lambda counts: rule.redrawn(counts.astype(np.int64), 1, rng).sum(axis=0).astype(np.float64))
    return fitted(rounded)


def _values(cells: Floats) -> Floats:
    confusion = Confusion(cells, tuple(map(str, range(cells.shape[-2]))))
    with np.errstate(all="ignore"):
        accuracy, macro, recall = (np.asarray(parse(name)(confusion)) for name in METRICS)
    rarest = np.nan_to_num(recall[..., _real().sum(axis=1).argmin()])  # without rows it is as if none were found
    return np.stack([accuracy, macro, rarest], axis=-1)


def _held(drawn: Floats, wanted: Floats) -> NDArray[np.bool_]:
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    held: NDArray[np.bool_] = (low <= wanted) & (wanted <= high)
    return held
