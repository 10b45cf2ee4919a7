"""Maps of probabilities: how well they rank, how far they can be taken at their word, and their skill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.metrics.ratio import ratio
from mercalli.metrics.scores.average_precision import average_precision
from mercalli.metrics.scores.roc_auc import roc_auc
from mercalli.stats.scores import ScoreTable
from mercalli.stats.tiles import TileSums, tiles_in
from mercalli.tasks.wildfire.codes import Reading
from mercalli.tasks.wildfire.compare import Compared, Number
from mercalli.tasks.wildfire.errors import FireError
from mercalli.tasks.wildfire.estimate import SHARE, Ends, FieldNumbers, over_units
from mercalli.tasks.wildfire.field.passes import Again, FieldStrip
from mercalli.tasks.wildfire.result import FieldTable

BINS = 10  # of the table of reliability
MOST_SCORES = 1 << 20  # beyond these, scores are read in as many steps from 0 to 1
RANKS = 256  # groups of scores whose counts are kept by tile, to resample how they rank
HEADER = ("from", "to", "cells", "mean probability", "observed share", "low", "high")
BRIER, SKILL = 0, 2  # places among the numbers of sums
RANGES = (SHARE, SHARE, (-inf, 1.0), *[SHARE] * (1 + BINS))  # of the numbers of sums
ONE_KIND = "every cell is of one kind"


class ProbabilityPass:
    """All scores with their positives and negatives; and by tile squared errors, and cells by tenths.

    Columns of `sums`: cells, positives, squared error, that of the reference; then for each tenth cells, the sum of
    probabilities, and positives.
    """

    def __init__(self, shape: tuple[int, int], side: int, truth: Reading, model: str, reference: str | None) -> None:
        """How the observation is read, and what the maps of probabilities are called."""
        self.shape, self.truth, self.names = shape, truth, (model, reference or "")
        self.referred = reference is not None
        tiles_in(shape, side, 2 * RANKS)  # as many as ranking will need, before anything is read
        self.sums = TileSums.empty(shape, side, 4 + 3 * BINS)
        self.table = ScoreTable.of(np.zeros(0), np.zeros(0, np.bool_))
        self.coarse = False

    def add(self, strip: FieldStrip) -> None:
        """The next rows."""
        known, truth, chance = strip.known, self._positive(strip), strip.answers.astype(np.float64)
        against = np.zeros(known.shape) if strip.reference is None else strip.reference
        for name, values in zip(self.names, (chance, against), strict=True):
            check_chances(values[known], name)
        parts = (known, truth, (chance - truth) ** 2, (against - truth) ** 2)
        self.sums.add(strip.start, 0, *(np.where(known, part, 0.0) for part in parts))
        chances, positive = chance[known], truth[known]
        level = np.minimum((chances * BINS).astype(np.int64), BINS - 1)
        for at, weight in enumerate((None, chances, positive.astype(np.float64))):
            self.sums.add_levels(strip.start, level, known, size=BINS, place=4 + at * BINS, weight=weight)
        self._merge(ScoreTable.of(chances, positive))

    def _positive(self, strip: FieldStrip) -> Bools:
        return self.truth.binary(strip.values, strip.known).positive & strip.known

    def _merge(self, table: ScoreTable) -> None:
        """Scores are exact until there are too many different ones to hold."""
        self.table += table.rounded(MOST_SCORES) if self.coarse else table
        if len(self.table.score) > MOST_SCORES and not self.coarse:
            self.table, self.coarse = self.table.rounded(MOST_SCORES), True

    def numbers(self, settings: Settings, again: Again) -> FieldNumbers:
        """Ranking, squared errors and skill with intervals, and reliability by tenths."""
        units = self.sums.units
        brier, reference, skill, base, *shares = over_units(units, self._numbers, settings, "probability", RANGES)
        precision, area = self._ranking(settings, again)
        return FieldNumbers(
            (
                precision.quantity("average_precision", "average precision", "", ONE_KIND),
                area.quantity("roc_auc", "area under the ROC curve", "", ONE_KIND),
                brier.quantity("brier", "Brier score"),
                reference.quantity("brier_reference", "Brier score of the reference"),
                skill.quantity("brier_skill", "Brier skill", "", "the reference is perfect"),
                base.quantity("base_rate", "share observed"),
            ),
            self._reliability(units.sum(axis=0), shares),
            tuple(self._notes(skill)),
        )

    @property
    def compared(self) -> Compared:
        """The Brier score, and its skill."""
        return Compared(
            (Number("brier", -1), Number("brier_skill", 1)), lambda sums: self._numbers(sums)[..., [BRIER, SKILL]]
        )

    def _numbers(self, sums: Floats) -> Floats:
        """Brier score, that of the reference, the skill, the base rate, and the observed share of each tenth."""
        cells, positives = sums[..., 0], sums[..., 1]
        base, brier = ratio(positives, cells), ratio(sums[..., 2], cells)
        reference = ratio(sums[..., 3], cells) if self.referred else base * (1 - base)
        shares = ratio(sums[..., 4 + 2 * BINS :], sums[..., 4 : 4 + BINS])
        first = np.stack([brier, reference, 1 - ratio(brier, reference), base], axis=-1)
        return np.concatenate([first, shares], axis=-1)

    def _notes(self, skill: Ends) -> Iterator[str]:
        if self.coarse:
            steps = f"1/{MOST_SCORES:,}"
            yield f"There are very many different probabilities: to rank them they were read in steps of {steps}."
        if skill.value is not None and skill.value <= 0:
            yield "No better than the reference, by the Brier score."

    def _reliability(self, sums: Floats, shares: list[Ends]) -> FieldTable:
        """Cells by tenths of the probability: how many, what was predicted, and what happened."""
        cells, chances = sums[4 : 4 + BINS].tolist(), sums[4 + BINS : 4 + 2 * BINS].tolist()
        rows = tuple(
            (at / BINS, (at + 1) / BINS, cells[at], chances[at] / cells[at], each.value, each.low, each.high)
            for at, each in enumerate(shares)
            if cells[at]
        )
        return FieldTable("Reliability", HEADER, rows)

    def _ranking(self, settings: Settings, again: Again) -> list[Ends]:
        """Average precision and ROC-AUC of all scores; intervals from groups of scores, moved to the exact values."""
        exact = _ranks(self.table)
        if np.isnan(exact).any() or not settings.replicates:
            return [Ends(finite(each)) for each in exact.tolist()]
        bounds = group_bounds(self.table, RANKS)
        sums = TileSums.empty(self.shape, self.sums.side, 2 * RANKS)

        def add(strip: FieldStrip) -> None:
            chance = strip.answers[strip.known].astype(np.float64)
            level: Ints = np.searchsorted(bounds, chance, side="right") * 2 + self._positive(strip)[strip.known]
            sums.add_levels(strip.start, level, strip.known, size=2 * RANKS)

        again(add)
        moved = exact - _grouped(sums.units.sum(axis=0))
        ranks = over_units(sums.units, lambda each: _grouped(each) + moved, settings, "ranking", [SHARE] * len(exact))
        return [_held(each) for each in ranks]


def _held(ends: Ends) -> Ends:
    """Within 0 and 1."""
    kept = {name: None if each is None else min(max(each, 0.0), 1.0) for name, each in vars(ends).items()}
    return replace(ends, **kept)


def _ranks(table: ScoreTable) -> Floats:
    """Average precision and ROC-AUC: (..., 2); neither where every cell is of one kind."""
    values = np.stack([average_precision(table), roc_auc(table)], axis=-1)
    return np.where(np.isnan(values).any(axis=-1, keepdims=True), np.nan, values)


def _grouped(sums: Floats) -> Floats:
    """The same numbers of groups of scores, each with negatives and positives from the lowest on."""
    falling = sums[..., ::-1]
    score = np.arange(RANKS, 0, -1, dtype=np.float64)
    return _ranks(ScoreTable(score, falling[..., 0::2], falling[..., 1::2]))


def check_chances(chance: Floats, name: str) -> None:
    """Refuse numbers below 0 or above 1."""
    odd = chance[(chance < 0) | (chance > 1)]
    if odd.size:
        raise FireError.not_probabilities(name, float(odd[0]))


def group_bounds(table: ScoreTable, groups: int) -> Floats:
    """The lowest score of every group but the first; rising. Each score is a group where there are few enough.

    Positives and negatives weigh as much as a whole, so that few positives are ranked as finely as many negatives. A
    score that alone outweighs an even share is a group, and what is left is shared by the others.

    >>> from mercalli.stats.scores import ScoreTable
    >>> group_bounds(ScoreTable.of(np.array([0, 0, 0, 0.2, 0.7]), np.array([0, 1, 0, 0, 1], bool)), 4)
    array([0.2, 0.7])
    """
    rising = table.score[::-1]
    if len(rising) <= groups:
        return rising[1:]
    mass = (table.positive / table.positive.sum() + table.negative / table.negative.sum())[::-1]
    heavy = _heavy(mass, groups)
    alone = np.isin(np.arange(len(mass)), heavy)
    light = np.where(alone, 0.0, mass)
    share = np.floor((np.cumsum(light) - light) / light.sum() * (groups - 2 * len(heavy)))
    starts: Bools = alone[1:] | alone[:-1] | (share[1:] > share[:-1])
    return rising[1:][starts]


def _heavy(mass: Floats, groups: int) -> Ints:
    """Scores that outweigh an even share of what is left without the heavier ones; each may part its neighbours."""
    order: Ints = np.argsort(-mass, kind="stable")[: groups // 2 - 1]
    falling = mass[order]
    left = mass.sum() - np.cumsum(falling) + falling
    is_heavy = falling > left / (groups - 2 * np.arange(len(order)))
    return order[np.logical_and.accumulate(is_heavy)]
