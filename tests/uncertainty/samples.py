"""Samples from tables of counts, for simulations that have no rows."""

from __future__ import annotations

import numpy as np

from mercalli.stats.sample import Sample


def sample_of_table(table, classes):
    """One system's sample from (K, K + 1) counts."""
    return sample_of_units(table[None], classes, units=False)


def sample_of_units(tables, classes, *, units):
    """One system's sample from the table of every unit, (U, K, K + 1); the units are forgotten if not wanted."""
    kept = tables if units else tables.sum(axis=0, keepdims=True)
    flat = kept.reshape(len(kept), -1)
    unit, cell = np.nonzero(flat)
    rows = flat[unit, cell].astype(np.float64)
    shape = (1, *tables.shape[1:])
    return Sample(tuple(classes), shape, (cell,), rows, rows, rows, unit if units else None, len(kept), weighted=False)
