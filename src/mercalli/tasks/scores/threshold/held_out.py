"""Thresholds chosen on some rows and applied to the others, over several splits of the rows.

What one split gives depends on how the dice fell. So the rows are split many times, and every row counts as acted on in
the share of splits in which it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints, distinct_rows, sums
from mercalli.inputs.scores import Scores
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.threshold.choice import Wish, choose

FOLDS, SPLITS = 5, 16


@dataclass(frozen=True)
class HeldOut:
    """Entries, the share of splits in which each was acted on, and the thresholds of all folds of all splits."""

    entries: Scores
    acted: Floats
    thresholds: tuple[float | None, ...]
    splits: int


def held_out(scores: Scores, table: ScoreTable, wish: Wish, settings: Settings) -> HeldOut | None:
    """Thresholds chosen without a fold, applied to it; none if every split leaves one class only, or nothing."""
    plain = scores.unit is None and scores.acted is None
    entries = _merged(scores) if plain else scores
    units = None if scores.unit is None else len(np.unique(scores.unit.codes))
    folds = FOLDS if units is None else min(FOLDS, units)
    rng = generator(settings, "folds")  # the same for all systems, so that equal orders get equal folds
    acted, found = np.zeros(len(entries.score)), list[list[float | None]]()
    for _ in range(1 if folds == units else SPLITS):  # to leave out every unit in turn is always the same
        parts = _parts(entries, folds, rng)
        limits = list(_limits(entries, table, parts, wish))
        if len(limits) == folds:
            highest = np.array([np.inf if each is None else each for each in limits])
            acted += ((entries.score[:, None] >= highest) * parts).sum(axis=1)
            found.append(limits)
    if not found:
        return None
    return HeldOut(entries, acted / len(found), tuple(each for limits in found for each in limits), len(found))


def _limits(entries: Scores, table: ScoreTable, parts: Floats, wish: Wish) -> Iterator[float | None]:
    """The threshold without each fold, for as long as what is left has both classes."""
    size = len(table.score)
    place = size - 1 - np.searchsorted(table.score[::-1], entries.score)
    whole = float(entries.weight.sum())
    for part in parts.T:
        weight = entries.weight * (1 - part)
        positive, negative = (sums(place, weight * chosen, size) for chosen in (entries.positive, ~entries.positive))
        if not positive.any() or not negative.any():
            return
        rest = ScoreTable(table.score, positive, negative)
        worth = _worth(entries, place, 1 - part, size)
        yield choose(rest, wish.scaled(float(weight.sum()) / whole), worth).over(entries.edges).threshold


def _worth(entries: Scores, place: Ints, rest: Floats, size: int) -> Floats | None:
    """What acting on nothing, then from every score on, is worth in the rest; None under the same prices for all."""
    if entries.acted is None or entries.left is None:
        return None
    gain = sums(place, (entries.acted - entries.left) * rest, size)
    return float((entries.left * rest).sum()) + np.append(0.0, np.cumsum(gain))


def _parts(entries: Scores, folds: int, rng: np.random.Generator) -> Floats:
    """Which part of each entry is in each fold, by chance: (entries, folds); rows of one unit are in the same."""
    if entries.unit is not None:
        present, unit = np.unique(entries.unit.codes, return_inverse=True)
        return _whole(rng.permutation(np.arange(len(present)) % folds)[unit], folds)
    if entries.acted is not None and entries.left is not None:
        place = np.empty(len(entries.score), np.int64)
        place[np.lexsort([entries.left, entries.acted, entries.positive, entries.score])] = np.arange(len(place))
        return _whole(rng.permutation(np.arange(len(place)) % folds)[place], folds)
    rows = np.zeros((len(entries.rows), folds))
    single = entries.rows == 1
    rows[np.flatnonzero(single), rng.integers(0, folds, int(single.sum()))] = 1.0
    rows[~single] = rng.multinomial(entries.rows[~single], np.full(folds, 1 / folds))
    return rows / entries.rows[:, None]


def _whole(fold: Ints, folds: int) -> Floats:
    """Entries that are in one fold each."""
    parts: Floats = np.eye(folds)[fold]
    return parts


def _merged(scores: Scores) -> Scores:
    """Entries of one score and class as one, in their order, so that the order of the data plays no part."""
    distinct, code = np.unique(scores.score, return_inverse=True)
    (place, positive), position = distinct_rows([code, scores.positive.astype(np.int64)], [len(distinct), 2])
    rows, weight, weight_sq = (
        sums(position, part, len(place)) for part in (scores.rows, scores.weight, scores.weight_sq)
    )
    return replace(
        scores,
        score=distinct[place],
        positive=positive == 1,
        by={},
        rows=rows.astype(np.int64),
        weight=weight,
        weight_sq=weight_sq,
    )
