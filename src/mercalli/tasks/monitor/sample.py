"""Draw predictions for review: at random within strata, each with its chance."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Floats, Ints, distinct_rows
from mercalli.io.sheets import sheet
from mercalli.tasks.monitor.doors import store
from mercalli.tasks.monitor.doors.store import OpenWatch, Rows
from mercalli.tasks.monitor.watch import OPEN

COLUMNS = ("id", "truth", "chance")
FEWEST = 2  # of a stratum, so that it can be told how its predictions vary
STRATUM = ("model", "pred", "band")


@dataclass(frozen=True)
class ReviewList:
    """Predictions to review: their ids, and the chance that each had to be drawn."""

    ids: tuple[str, ...]
    chances: tuple[float, ...]

    @property
    def csv(self) -> str:
        """A file in which somebody fills in the truths; it does not say what was predicted, which might sway them."""
        return sheet(
            "review", COLUMNS, ((*row[:1], None, row[1]) for row in zip(self.ids, self.chances, strict=True))
        ).csv


def monitor_sample(
    watch: str | Path, n: int | None = None, *, by: Literal["pred"] | None = None, seed: int = 0, again: bool = False
) -> ReviewList:
    """Draw open predictions for review, at random within strata, and note in the watch that they were drawn.

    A stratum is a predicted class, of a model and a band of scores if there are several. Strata get a share of `n` by
    their size, and at least two if there is room.

    Args:
        watch: The folder of the watch.
        n: How many to draw.
        by: "pred" draws the same number of every predicted class, which helps its precision and costs recall.
        seed: Start of the random numbers.
        again: Draw nothing, and list what was drawn before and has no truth yet.

    Returns:
        The ids that were drawn, with their chances.
    """
    if by not in (None, "pred"):
        raise SettingError.choice("by", by, ("pred",))
    if (n is None) != again:
        raise SettingError.named("n", "says how many to draw: give it, or `again` for what was drawn before.")
    with store.opened(watch) as found:
        return _still_open(found) if n is None else _drawn(found, n, by, np.random.default_rng(seed))


def _still_open(found: OpenWatch) -> ReviewList:
    keys = found.rows.keys
    return _listed(found.rows, np.flatnonzero((keys["chance"] > 0) & (keys["kind"] == OPEN)), found.kept.watch.chances)


def _listed(rows: Rows, at: Ints, chances: tuple[float, ...]) -> ReviewList:
    each = [chances[code] for code in rows.keys["chance"][at].tolist()]
    return ReviewList(tuple(rows.ids[int(place)] for place in at), tuple(each))


def _drawn(found: OpenWatch, n: int, by: str | None, rng: np.random.Generator) -> ReviewList:
    keys = {key: part.copy() for key, part in found.rows.keys.items()}
    ready = np.flatnonzero((keys["kind"] == OPEN) & (keys["chance"] == 0))
    if not 0 < n <= len(ready):
        raise SettingError.outside(
            "n", n, f"a whole number from 1 to {len(ready):,}, the predictions that can be drawn"
        )
    strata, stratum = distinct_rows(
        [keys[key][ready] for key in STRATUM], [int(keys[key].max()) + 1 for key in STRATUM]
    )
    sizes = np.bincount(stratum)
    wanted = shares(sizes, n, _equal(strata[STRATUM.index("pred")], sizes) if by else sizes.astype(np.float64))
    chances = list(found.kept.watch.chances)
    chosen = []
    for each in np.flatnonzero(wanted).tolist():
        chance = round(float(wanted[each] / sizes[each]), 12)
        if chance not in chances:
            chances.append(chance)
        own = rng.choice(ready[stratum == each], wanted[each], replace=False)
        keys["chance"][own] = chances.index(chance)
        chosen.append(own)
    rows = Rows(found.rows.ids, keys)
    found.put(rows, tuple(chances))
    return _listed(rows, rng.permutation(np.concatenate(chosen)), tuple(chances))


def _equal(pred: Ints, sizes: Ints) -> Floats:
    """Weights of strata so that every predicted class has the same."""
    of_class = np.bincount(pred, sizes)[pred]
    weights: Floats = sizes / of_class
    return weights


def shares(sizes: Ints, n: int, weights: Floats) -> Ints:
    """How many of each stratum: by weight, at most all, and at least two each if there is room for that.

    >>> shares(np.array([100, 900]), 100, np.array([100.0, 900.0])), shares(np.array([1, 9, 90]), 10, np.ones(3))
    (array([10, 90]), array([1, 5, 4]))
    """
    least = np.minimum(sizes, FEWEST)
    wanted = least if least.sum() <= n else np.zeros_like(sizes)
    while (left := n - int(wanted.sum())) > 0:
        room = sizes - wanted
        share = np.where(room > 0, np.maximum(weights * n / weights.sum() - wanted, 1e-9), 0.0)
        more = np.minimum(np.floor(share * left / share.sum()).astype(np.int64), room)
        if not more.any():
            more[np.argsort(-np.where(room > 0, share, -1.0), kind="stable")[: min(left, int((room > 0).sum()))]] = 1
        wanted = wanted + more
    return wanted
