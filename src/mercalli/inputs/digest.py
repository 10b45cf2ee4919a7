"""A digest of labels: the same items give the same digest, in any order, from any engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.labels import Labels


def digest(labels: Labels) -> str:
    """SHA-256 over the classes, the sorted combinations and how often each occurred."""
    names = [labels.classes.names, *(column.values for column in labels.columns)]
    parts = [labels.truth, *labels.preds, *(column.codes for column in labels.columns)]
    return digest_of(names, [*parts, labels.rows, labels.weight, labels.weight_sq])


def digest_of(names: object, parts: Sequence[NDArray[Any]]) -> str:
    """SHA-256 over names and numbers, the same on every machine."""
    seal = sha256(json.dumps(names, ensure_ascii=False).encode())
    for part in parts:
        seal.update(np.ascontiguousarray(part, part.dtype.newbyteorder("<")).tobytes())
    return f"sha256:{seal.hexdigest()}"
