"""Reliability: predictions by how sure they are, in tenths, and how many of each are right."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mercalli.estimates.intervals import Intervals, finite
from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.inputs.chances import CONFIDENCE, NINES, WIDE
from mercalli.metrics.ratio import ratio
from mercalli.tasks.labels.confidence.result import ReliabilityBin
from mercalli.tasks.labels.confidence.sample import ConfidenceSample
from mercalli.uncertainty.intervals import wilson

TENTHS = 10
NO_ENDS = np.full(TENTHS, np.nan)


def reliability(sample: ConfidenceSample) -> Iterator[ReliabilityBin]:
    """The tenths of confidence that occur."""
    entries = sample.entries
    inside = np.where(sample.said, np.minimum(entries.place, round(WIDE * NINES)) // (WIDE // TENTHS), TENTHS)
    parts = (entries.weight, sample.hits, entries.sums[CONFIDENCE][0], entries.weight_sq)
    mass, hits, promised, squares = (sums(inside, part, TENTHS + 1)[:-1] for part in parts)
    share = ratio(hits, mass)
    low, high = _ends(sample, inside, share, ratio(mass**2, squares)) if sample.can_resample else (NO_ENDS, NO_ENDS)
    for at in np.flatnonzero(mass > 0).tolist():
        numbers = (mass[at], promised[at] / mass[at], share[at])
        ends = (finite(float(end[at])) for end in (low, high))
        yield ReliabilityBin(at / TENTHS, (at + 1) / TENTHS, *map(float, numbers), *ends)


def _ends(sample: ConfidenceSample, inside: Ints, share: Floats, trials: Floats) -> tuple[Floats, Floats]:
    """Both ends of the share that is right in each tenth."""
    if sample.units is None:
        low, high = wilson(share, trials, sample.settings.level)
        return low, high
    cell, size = sample.unit * (TENTHS + 1) + inside, sample.units * (TENTHS + 1)
    parts = (sample.hits, sample.entries.weight)
    hits, mass = (sums(cell, part, size).reshape(-1, TENTHS + 1)[:, :-1] for part in parts)
    without = ratio(hits.sum(axis=0) - hits, mass.sum(axis=0) - mass)
    found = Intervals.over_units(share, without, (np.zeros(TENTHS), np.ones(TENTHS)), sample.settings.level)
    return found.low, found.high
