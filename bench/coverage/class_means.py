"""Means over classes of which some are rare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from bench.coverage.table import lines
from mercalli import parse, read_profile
from mercalli.estimates.confusion import estimates
from mercalli.estimates.paired_tables import paired_tables
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.metrics.profiled import metrics_of
from mercalli.stats.confusion import Confusion
from mercalli.stats.sample import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

METRICS = ("accuracy", "f1_macro", "recall_macro", "precision_macro", "dua", "ecs", "mcc")
CLASSES = (
    "requests_or_urgent_needs",
    "injured_or_dead_people",
    "infrastructure_and_utility_damage",
    "sympathy_and_support",
    "not_humanitarian",
)
ANSWERS = np.array(
    [
        [0.60, 0.15, 0.10, 0.10, 0.05],
        [0.05, 0.75, 0.10, 0.05, 0.05],
        [0.05, 0.05, 0.70, 0.10, 0.10],
        [0.02, 0.03, 0.05, 0.80, 0.10],
        [0.02, 0.03, 0.05, 0.05, 0.85],
    ]
)
Way = Literal["auto", "percentile"]
WAYS: tuple[Way, ...] = ("auto", "percentile")
MEANS = ("f1_macro", "precision_macro", "recall_macro")
MANY = (
    (20, 100, "equal", 0.7),
    (20, 100, "falling", 0.9),
    (20, 300, "equal", 0.4),
    (20, 300, "equal", 0.7),
    (20, 300, "equal", 0.9),
    (20, 300, "falling", 0.9),
    (20, 2_000, "falling", 0.9),
    (10, 100, "falling", 0.9),
    (10, 300, "falling", 0.6),
)
PAIRS = (
    (20, 100, "equal", 0.7, 0.7),
    (20, 100, "falling", 0.9, 0.9),
    (20, 300, "falling", 0.9, 0.9),
    (20, 300, "equal", 0.7, 0.6),
    (20, 100, "falling", 0.9, 0.6),
    (20, 500, "falling", 0.9, 0.8),
    (10, 100, "falling", 0.9, 0.6),
)
SHARES = {"rare": (0.015, 0.02, 0.20, 0.30, 0.465), "common": (0.03, 0.10, 0.20, 0.27, 0.40)}


def class_means(simulations: int = 1000) -> Iterator[str]:
    """Values of five classes, the rarest with 1.5 or 3 % of the rows: how often intervals held the true value."""
    cases = [(shares, rows) for rows in (300, 2000) for shares in SHARES]
    found = [(f"{rows:,}", shares, *coverage(shares, rows, simulations).values()) for shares, rows in cases]
    return lines(("rows", "classes", *METRICS), found)


def many_classes(simulations: int = 400) -> Iterator[str]:
    """Means over many classes of few rows: how often intervals held the true value, and percentiles alone in brackets.

    In `falling` classes the rarest has a twentieth of the rows of the most frequent one, and a third of its recall.
    """
    found = []
    for classes, rows, shares, recall in MANY:
        cells = _many(classes, shares, recall)
        panel = Panel(tuple(map(parse, MEANS)), classes)
        both = (_held(cells, panel, rows, simulations, method) for method in WAYS)
        held = [f"{wide:.1%} ({narrow:.1%})" for wide, narrow in zip(*both, strict=True)]
        found.append((str(classes), f"{rows:,}", shares, f"{recall:.2f}", *held))
    return lines(("classes", "rows", "shares", "recall", *MEANS), found)


def differences_of_means(simulations: int = 400) -> Iterator[str]:
    """Differences of two systems that give the same answer by chance alone on every other row, as `many_classes`.

    How often intervals held the true difference, with percentiles alone in brackets. Where both are equally good the
    rest is how often the first was called better or worse: by an interval without 0 and a p-value of .05 at most.
    """
    found = []
    for classes, rows, shares, *recalls in PAIRS:
        cells = [_many(classes, shares, recall) for recall in recalls]
        panel = Panel(tuple(map(parse, MEANS)), classes)
        (wide, shown), (narrow, _) = (_differences(cells, panel, rows, simulations, method) for method in WAYS)
        called = [f"{share:.1%}" if recalls[0] == recalls[1] else "-" for share in shown]
        held = [f"{one:.1%} ({other:.1%})" for one, other in zip(wide, narrow, strict=True)]
        found.append((str(classes), f"{rows:,}", shares, " and ".join(map("{:.2f}".format, recalls)), *held, *called))
    return lines(("classes", "rows", "shares", "recalls", *MEANS, *(f"{name} called" for name in MEANS)), found)


def _differences(
    cells: list[NDArray[np.float64]], panel: Panel, rows: int, simulations: int, method: Way
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How often intervals held the difference, and how often one system was called better."""
    names = tuple(f"class {at}" for at in range(panel.size))
    one, two = (panel(Confusion(each[None], names)) for each in cells)
    held, shown = [], []
    for seed in range(simulations):
        settings = Settings(replicates=400, method=method, seed=seed)
        found = paired_tables(_pair(cells, rows, names, np.random.default_rng([29, seed])), panel, settings, 400)
        low, high = found.intervals.low, found.intervals.high
        held.append((low <= one - two) & (one - two <= high))
        shown.append(((low > 0) | (high < 0)) & (found.p <= 0.05))  # noqa: PLR2004 - the usual level
    return np.mean(held, axis=0), np.mean(shown, axis=0)


def _pair(cells: list[NDArray[np.float64]], rows: int, names: tuple[str, ...], rng: np.random.Generator) -> Sample:
    """Two systems that throw the same dice on every other row."""
    size = len(names)
    truth = rng.choice(size, rows, p=cells[0].sum(axis=1))
    dice = rng.random(rows)
    both = dice, np.where(rng.random(rows) < 0.5, dice, rng.random(rows))  # noqa: PLR2004 - every other row
    ends = ((each[:, :size] / each.sum(axis=1, keepdims=True)).cumsum(axis=1)[truth] for each in cells)
    preds = (np.minimum((die[:, None] > end).sum(axis=1), size - 1) for die, end in zip(both, ends, strict=True))
    entries, times = np.unique(np.stack([truth * (size + 1) + pred for pred in preds]), axis=1, return_counts=True)
    count = times.astype(np.float64)
    return Sample(names, (1, size, size + 1), tuple(entries), count, count, count, None, 1, weighted=False)


def _many(classes: int, shares: str, recall: float) -> NDArray[np.float64]:
    """The share of every cell; errors go to any other class."""
    falling = np.linspace(0, 1, classes) * (shares == "falling")
    share, right = 20.0**-falling, recall * (1 - falling * 2 / 3)
    cells = np.repeat(((1 - right) / (classes - 1))[:, None], classes, axis=1)
    np.fill_diagonal(cells, right)
    return np.pad((share / share.sum())[:, None] * cells, ((0, 0), (0, 1)))


def coverage(shares: str, rows: int, simulations: int, method: Way = "auto") -> dict[str, float]:
    """How often each metric's 95 % interval holds the value it has in the population."""
    cells = np.pad(np.array(SHARES[shares])[:, None] * ANSWERS, ((0, 0), (0, 1)))
    known = metrics_of(read_profile("humaid"), CLASSES)
    panel = Panel(tuple(parse(name, known) for name in METRICS), len(CLASSES))
    return dict(zip(METRICS, _held(cells, panel, rows, simulations, method).tolist(), strict=True))


def _held(cells: NDArray[np.float64], panel: Panel, rows: int, simulations: int, method: Way) -> NDArray[np.float64]:
    names = CLASSES if len(cells) == len(CLASSES) else tuple(f"class {at}" for at in range(len(cells)))
    truth, held = panel(Confusion(cells[None], names)), []
    tables = np.random.default_rng(23).multinomial(rows, cells.ravel(), size=simulations)
    for seed, table in enumerate(tables):
        settings = Settings(replicates=400, method=method, seed=seed)
        sample = sample_of(table.reshape(cells.shape), names)
        found = estimates(sample, panel, settings, "coverage").intervals
        held.append((found.low <= truth) & (truth <= found.high))
    return np.mean(held, axis=0)


def sample_of(table: NDArray[np.int64], names: tuple[str, ...]) -> Sample:
    """One system's sample from (K, K + 1) counts."""
    cell = np.flatnonzero(table)
    rows = table.ravel()[cell].astype(np.float64)
    return Sample(names, (1, *table.shape), (cell,), rows, rows, rows, None, 1, weighted=False)
