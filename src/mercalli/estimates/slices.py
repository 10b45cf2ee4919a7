"""Slices: the same report on every group of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from mercalli.estimates.progress import Progress, quiet
from mercalli.stats.groups import slices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mercalli.stats.groups import Entries, Slice

Report = TypeVar("Report")


def slice_reports(
    entries: Entries, report: Callable[[Slice], Report], progress: Progress = quiet, what: str = "resampling slices"
) -> tuple[Report, ...]:
    """What `report` says of every slice, in their order."""
    return tuple(_told(list(slices(entries)), report, progress, what))


def _told(every: list[Slice], report: Callable[[Slice], Report], progress: Progress, what: str) -> Iterator[Report]:
    for done, part in enumerate(every, 1):
        yield report(part)
        progress(what, done, len(every))
