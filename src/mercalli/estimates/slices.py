"""Slices: the same report on every group of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mercalli.estimates.progress import Progress, quiet, steps
from mercalli.stats.groups import Entries, Slice, slices

Report = TypeVar("Report")


def slice_reports(
    entries: Entries, report: Callable[[Slice], Report], progress: Progress = quiet, what: str = "resampling slices"
) -> tuple[Report, ...]:
    """What `report` says of every slice, in their order."""
    return tuple(report(part) for part in steps(list(slices(entries)), what, progress))
