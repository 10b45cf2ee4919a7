"""Numbers by something: windows, bins, classes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile


@dataclass(frozen=True)
class FieldTable:
    """A table of numbers with a title."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[float | None, ...], ...]

    def useful_from(self, enough: float | None) -> float | None:
        """Of scores by window: the smallest window from which on none falls below one that is enough.

        >>> rows = ((1.0, 0.4), (3.0, 0.7), (5.0, 0.5), (9.0, 0.8), (17.0, None))
        >>> FieldTable("by window", ("window", "score"), rows).useful_from(0.6)
        9.0
        """
        known = [(row[0], row[1]) for row in self.rows if row[0] is not None and row[1] is not None]
        good = takewhile(lambda each: enough is not None and each[1] >= enough, reversed(known))
        return min((window for window, _ in good), default=None)
