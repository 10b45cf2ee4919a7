"""The one way in: whatever was given as data becomes a source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeGuard

from mercalli.engines.arrays import ArraySource
from mercalli.engines.frames import FrameSource
from mercalli.engines.source import Source
from mercalli.io.joins import JoinedTable
from mercalli.io.tables import Table


def source_of(data: object, encoding: str = "utf-8") -> Source:
    """A dict of arrays, paths, or any data frame."""
    if isinstance(data, ArraySource):
        return data
    if isinstance(data, Mapping):
        return ArraySource.check({str(name): values for name, values in data.items()})
    from mercalli.engines.frames import FrameSource  # noqa: PLC0415 - 70 ms, not needed for arrays

    if isinstance(data, FrameSource):
        return data
    if isinstance(data, str | Path) or are_paths(data):
        from mercalli.io.tables import open_table  # noqa: PLC0415 - 100 ms, only for files

        return table_source(open_table(data, encoding=encoding))
    return FrameSource.check(data)


def table_source(table: Table | JoinedTable) -> FrameSource:
    """Files that an engine has opened; what is wrong with them is told with the line."""
    from mercalli.engines.frames import FrameSource  # noqa: PLC0415 - as above

    return FrameSource.check(table.relation, table.origin, table.error)


def are_paths(data: object) -> TypeGuard[Sequence[str | Path]]:
    """Whether something is a list of texts or paths."""
    return isinstance(data, list | tuple) and bool(data) and all(isinstance(each, str | Path) for each in data)
