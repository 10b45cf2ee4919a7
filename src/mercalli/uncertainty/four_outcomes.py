"""Intervals of what decisions are worth where an outcome was hardly seen, which replicates would say too narrowly."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts
from mercalli.uncertainty.intervals import wilson


def worth_interval(counts: Counts, prices: Mapping[str, float], rows: float, level: float) -> Floats:
    """Ends of the worth per case, from Wilson's of the shares of positives, misses and false alarms: (2,).

    The distances of the three from their ends add up as those of independent parts do (MOVER; Zou and Donner 2008).
    `rows` is how many rows of the same weight the counts stand for.

    >>> perfect = Counts(tp=20, fp=0, fn=0, tn=80)
    >>> costs = {"value_tp": 0.0, "cost_fp": 1.0, "cost_fn": 10.0, "value_tn": 0.0}
    >>> worth_interval(perfect, costs, 100, 0.95)
    array([-0.3243,  0.    ])
    """
    hit, alarm, miss, rest = prices["value_tp"], -prices["cost_fp"], -prices["cost_fn"], prices["value_tn"]
    total, positives = float(counts.total), float(counts.positives)
    share = positives / total
    missed = float(np.nan_to_num(ratio(counts.fn, positives)))
    alarmed = float(np.nan_to_num(ratio(counts.fp, total - positives)))
    of_positives, of_negatives = hit + (miss - hit) * missed, rest + (alarm - rest) * alarmed
    slopes = np.array([of_positives - of_negatives, share * (miss - hit), (1 - share) * (alarm - rest)])
    shares = np.array([share, missed, alarmed])
    trials = np.array([1.0, share, 1 - share]) * rows
    down, up = wilson(shares, np.maximum(trials, 1e-9), level) - shares
    value = share * of_positives + (1 - share) * of_negatives
    falls, rises = (np.where(slopes > 0, *ends) * slopes for ends in ((down, up), (up, down)))
    return np.array([value - np.sqrt((falls**2).sum()), value + np.sqrt((rises**2).sum())])
