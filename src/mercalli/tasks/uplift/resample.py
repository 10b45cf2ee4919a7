"""Replicates of a trial: what its table could have been, had other people been drawn into each arm.

Arms keep their sizes: people are drawn within their arm, and whole units within those that have the same arms. Where
people share an entry, how many are drawn is exact, and what they add up to has the mean and covariance it would have.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.stats.uplift import UpliftTable
from mercalli.tasks.uplift.sample import ARMS, UpliftSample
from mercalli.uncertainty.multinomial import times_of_cells

BLOCK_NUMBERS = 4_000_000
PARTS = 3


def can_resample(sample: UpliftSample) -> bool:
    """At least two units of each arm; people may be few."""
    return sample.unit is None or min(arm_units(sample)) > 1


def arm_units(sample: UpliftSample) -> tuple[int, ...]:
    """How many units have treated people, and how many have controls."""
    unit = np.empty(0, np.int64) if sample.unit is None else sample.unit
    return tuple(len(np.unique(unit[sample.arm == arm])) for arm in range(ARMS))


def uplift_replicates(sample: UpliftSample, count: int, rng: np.random.Generator) -> Iterator[UpliftTable]:
    """`count` replicates of a table, in blocks with a leading axis."""
    return (sample.tables(drawn) for drawn in uplift_draws(sample, count, rng))


def uplift_draws(sample: UpliftSample, count: int, rng: np.random.Generator) -> Iterator[Floats]:
    """What is drawn of each entry, (replicates, 3, entries), in blocks; it fits all systems that share the entries."""
    draw = _drawn_people if sample.unit is None else _drawn_units
    return (draw(sample, size, rng) for size in _blocks(sample, count))


def uplift_left_out(sample: UpliftSample) -> Iterator[Floats]:
    """What is left of each entry without one of the units each, as draws are."""
    units, start = sample.units or 0, 0
    for size in _blocks(sample, units):
        yield (1 - np.eye(size, units, start))[:, None, sample.unit] * sample.parts
        start += size


def uplift_exchanges(sample: UpliftSample, count: int, rng: np.random.Generator) -> Iterator[Floats]:
    """How much of each entry exchanges the places that two systems give it, by the toss of a coin, as draws are.

    Every person tosses one, or every unit.
    """
    for size in _blocks(sample, count):
        if sample.unit is not None:
            yield rng.integers(0, 2, (size, sample.units or 0))[:, None, sample.unit] * sample.parts
            continue
        heads = rng.binomial(sample.rows.astype(np.int64), 0.5, (size, len(sample.rows))).astype(np.float64)
        moved = heads[:, None] * (sample.parts / sample.rows)
        spare = heads * (1 - heads / sample.rows)  # how much a part of an entry varies around its mean
        yield moved if sample.spread is None else moved + _noise(sample.spread, spare, rng)


def _blocks(sample: UpliftSample, count: int) -> Iterator[int]:
    """`count` cut into sizes that keep memory bounded."""
    numbers = PARTS * max(len(sample.rows), ARMS * len(sample.score))
    size = max(1, BLOCK_NUMBERS // numbers)
    return (min(size, count - start) for start in range(0, count, size))


def _drawn_people(sample: UpliftSample, count: int, rng: np.random.Generator) -> Floats:
    times = np.empty((count, len(sample.rows)))
    for arm in range(ARMS):
        chosen = np.flatnonzero(sample.arm == arm)
        times[:, chosen] = times_of_cells(sample.rows[chosen], count, rng)
    drawn = times[:, None] * (sample.parts / sample.rows)
    return drawn if sample.spread is None else drawn + _noise(sample.spread, times, rng)


def _noise(spread: Floats, times: Floats, rng: np.random.Generator) -> Floats:
    """How far sums over so many people of each entry lie from their mean."""
    normal = rng.standard_normal((*times.shape, PARTS))
    noise: Floats = np.einsum("rej,eij,re->rie", normal, spread, np.sqrt(times))
    return noise


def _drawn_units(sample: UpliftSample, count: int, rng: np.random.Generator) -> Floats:
    unit = np.empty(0, np.int64) if sample.unit is None else sample.unit
    times = np.zeros((count, int(unit.max(initial=0)) + 1))
    for alike in _strata(sample.arm, unit):
        times[:, alike] = rng.multinomial(len(alike), np.full(len(alike), 1 / len(alike)), size=count)
    drawn: Floats = times[:, None, unit] * sample.parts
    return drawn


def _strata(arm: Ints, unit: Ints) -> Iterator[Ints]:
    """Units with treated people only, with controls only, and with both."""
    has = np.zeros((ARMS, int(unit.max(initial=0)) + 1), np.bool_)
    has[arm, unit] = True
    for treated, controls in ((True, False), (False, True), (True, True)):
        found = np.flatnonzero((has[0] == treated) & (has[1] == controls))
        if len(found):
            yield found
