"""The one way in: whatever was given as data becomes a source."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mercalli.engines.arrays import ArraySource

if TYPE_CHECKING:
    from mercalli.engines.source import Source


def source_of(data: object, encoding: str = "utf-8") -> Source:
    """A dict of arrays, paths, or any data frame."""
    if isinstance(data, ArraySource):
        return data
    if isinstance(data, Mapping):
        return ArraySource.check({str(name): values for name, values in data.items()})
    from mercalli.engines.frames import FrameSource  # noqa: PLC0415 - 70 ms, not needed for arrays

    if isinstance(data, FrameSource):
        return data
    if isinstance(data, str | Path) or _is_paths(data):
        from mercalli.io.tables import open_table  # noqa: PLC0415 - 100 ms, only for files

        table = open_table(data, encoding=encoding)  # type: ignore[arg-type]
        return FrameSource.check(table.relation, table.origin, table.files.error)
    return FrameSource.check(data)


def _is_paths(data: object) -> bool:
    return isinstance(data, list | tuple) and bool(data) and all(isinstance(each, str | Path) for each in data)
