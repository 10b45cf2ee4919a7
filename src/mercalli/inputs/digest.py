"""A digest of labels: the same items give the same digest, in any order, from any engine."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.arrays import sums
from mercalli.inputs.distinct import distinct_rows

if TYPE_CHECKING:
    from mercalli.inputs.labels import Labels


def digest(labels: Labels) -> str:
    """SHA-256 over the classes, the sorted combinations and how often each occurred."""
    columns = [*labels.by.values(), *labels.context.values(), *([labels.unit] if labels.unit else [])]
    size = len(labels.classes.names)
    keys = [labels.truth, *labels.preds, *(column.codes for column in columns)]
    sizes = [size, *[size + 1] * len(labels.preds), *(len(column.values) for column in columns)]
    combinations, position = distinct_rows(keys, sizes)
    weights = [sums(position, part, len(combinations[0])) for part in (labels.rows, labels.weight, labels.weight_sq)]
    names = [labels.classes.names, *(column.values for column in columns)]
    seal = sha256(json.dumps(names, ensure_ascii=False).encode())
    for part in [*combinations, *weights]:
        seal.update(np.ascontiguousarray(part, part.dtype.newbyteorder("<")).tobytes())
    return f"sha256:{seal.hexdigest()}"
