"""Words that stand for the values of a column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Words:
    """Words for the values of a column.

    Attributes:
        words: Value -> word.
        other: The word for what is missing, or not among the values.
        beside: A column that is looked at as well ...
        pairs: ... and (value, value of that column) -> word, where the two together mean something else.
    """

    words: Mapping[object, str]
    other: str
    beside: str | None = None
    pairs: Mapping[tuple[object, object], str] = field(default_factory=dict[tuple[object, object], str])
