"""What of exact counts may be shared, before it is rounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mercalli.stats.entries import Entries


@dataclass(frozen=True)
class Projection:
    """Fewer numbers, still exact.

    Attributes:
        question: The header that goes with them.
        entries: The numbers.
        rows: How many rows they are of, once they are rounded.
    """

    question: Mapping[str, Any]
    entries: Entries
    rows: Callable[[Entries], int]
