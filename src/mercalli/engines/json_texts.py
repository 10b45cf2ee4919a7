"""Objects and lists as texts of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

import numpy as np

from mercalli.inputs.tally import is_missing

NESTED = (Mapping, list, tuple, np.ndarray)


def json_text(value: object) -> object:
    """An object or list as JSON; anything else as it is.

    >>> json_text({"label": "flood"}), json_text(["fire", "flood"]), json_text("fire")
    ('{"label": "flood"}', '["fire", "flood"]', 'fire')
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, NESTED) else value


def json_texts(values: Iterable[object]) -> list[object]:
    """All values of a column; None where one is missing."""
    return [None if is_missing(value) else json_text(value) for value in values]
