"""Numbers by something: windows, bins, classes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FieldTable:
    """A table of numbers with a title."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[float | None, ...], ...]
