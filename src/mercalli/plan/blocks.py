"""Blocks of time as units: how wide they are where nobody says so, and whether they still resemble each other."""

from __future__ import annotations

import numpy as np

from mercalli.engines.keys import with_keys
from mercalli.engines.source import Source
from mercalli.errors import ColumnError
from mercalli.inputs.arrays import sums
from mercalli.inputs.classes import label_text, normal
from mercalli.inputs.keys.key import Written
from mercalli.inputs.keys.over_time import bin_hours
from mercalli.inputs.labels import MISSING_SLICE, Labels
from mercalli.inputs.times import HOUR, duration, instants
from mercalli.uncertainty.blocks import FEWEST_BLOCKS, block_width, neighbours

BIN = "bin"


def sized_unit(source: Source, unit: str | None, truth: str, pred: str) -> str | None:
    """The unit as it was named; `bin(ts)` gets the smallest width at which blocks do not resemble their neighbours."""
    found = None if unit is None or unit in source.columns else Written.read(unit, [BIN])
    if found is None or len(found.plain) != 1:
        return unit
    hourly = found.with_width("1h")
    tally = with_keys(source, [hourly]).tally([hourly, truth, pred], None)
    hours, first, second = (tally.columns[name] for name in (hourly, truth, pred))
    known = np.array([value != MISSING_SLICE for value in hours.values])[hours.codes]
    texts = [None if value == MISSING_SLICE else f"{value}Z" for value in hours.values]
    numbers = instants(texts)[hours.codes[known]] // HOUR
    right = [
        one >= 0 and two >= 0 and normal(label_text(first.values[one])) == normal(label_text(second.values[two]))
        for one, two in zip(first.codes[known], second.codes[known], strict=True)
    ]
    rows = tally.rows[known].astype(np.float64)
    distinct, position = np.unique(numbers, return_inverse=True)
    above, below = (sums(position, each, len(distinct)) for each in (rows * np.array(right), rows))
    width = block_width(distinct, above, below)
    if width is None:
        raise ColumnError.named(
            unit or "", f"covers fewer than {FEWEST_BLOCKS} hours, too few for blocks of time. Leave the unit out."
        )
    return found.with_width(width.width)


def still_alike(labels: Labels, unit: str | None) -> str | None:
    """That blocks of time resemble their neighbours, if they do."""
    key = None if unit is None else Written.read(unit, [BIN])
    if key is None or labels.unit is None:
        return None
    size, names = len(labels.unit.values), [str(value) for value in labels.unit.values]
    hours = bin_hours(names)
    blocks = np.array([round(hours[name] * HOUR / duration(key.plain[1])) for name in names])
    order = np.argsort(blocks)
    hits = labels.weight * (labels.truth == labels.preds[0])
    right, rows = (sums(labels.unit.codes, each, size) for each in (hits, labels.weight))
    correlation, alike = neighbours((right - rows * right.sum() / rows.sum())[order], blocks[order])
    if not alike:
        return None
    return (
        f"Blocks of time ({unit}) still resemble their neighbours (correlation {correlation:.2f}), so intervals are "
        f"too narrow. Wider blocks, or more events, would tell more."
    )
