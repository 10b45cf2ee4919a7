"""Columns of intervals, which are left out where nothing was resampled."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.results.measure import Provenance

Cell = TypeVar("Cell")


def has_intervals(provenance: Provenance) -> bool:
    """Whether anything was resampled."""
    return bool(provenance.settings["replicates"])


def with_interval(provenance: Provenance, cells: Sequence[Cell], at: int) -> list[Cell]:
    """Cells of a row or a header; the interval, at one place of them, only if there is one.

    >>> from types import SimpleNamespace as Provenance
    >>> with_interval(Provenance(settings={"replicates": 0}), ["auuc", "0.1", "-", "0"], 2)
    ['auuc', '0.1', '0']
    """
    return [*cells] if has_intervals(provenance) else [*cells[:at], *cells[at + 1 :]]
