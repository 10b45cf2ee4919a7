"""The one way in: whatever was given as data becomes a source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeGuard

from mercalli.engines.arrays import ArraySource
from mercalli.engines.frames import FrameSource
from mercalli.engines.source import Source
from mercalli.errors import ColumnError, InputError, StatisticError
from mercalli.io.arrow import is_dataset
from mercalli.io.joins import JoinedTable
from mercalli.io.statistics import is_statistic
from mercalli.io.tables import Table
from mercalli.stats.statistic import Statistic


def source_of(data: object, encoding: str = "utf-8") -> Source:
    """A dict of arrays, paths, or any data frame."""
    if isinstance(data, ArraySource):
        return data
    if isinstance(data, Statistic) or is_statistic(data):
        raise StatisticError.no_rows(data.origin if isinstance(data, Statistic) else repr(str(data)))
    if isinstance(data, Mapping) and not is_dataset(data):
        return ArraySource.check({str(name): values for name, values in data.items()})
    from mercalli.engines.frames import FrameSource  # noqa: PLC0415 - 70 ms, not needed for arrays

    if isinstance(data, FrameSource):
        return data
    if isinstance(data, str | Path) or are_paths(data):
        from mercalli.io.tables import open_table  # noqa: PLC0415 - 100 ms, only for files

        return table_source(open_table(data, encoding=encoding))
    return stream_source(data) if is_dataset(data) else frame_source(data)


def frame_source(data: object) -> FrameSource:
    """A frame that its library can be asked about again and again, or what else hands over Arrow batches."""
    from mercalli.engines.frames import FrameSource  # noqa: PLC0415 - as above

    try:
        return FrameSource.check(data)
    except ColumnError:
        raise
    except InputError:
        if not hasattr(data, "__arrow_c_stream__") or isinstance(data, type):
            raise
    return stream_source(data)


def stream_source(data: object) -> FrameSource:
    """A stream that can be read once, or a dataset, kept by DuckDB."""
    from mercalli.engines.frames import FrameSource  # noqa: PLC0415 - as above
    from mercalli.io.arrow import kept_stream  # noqa: PLC0415 - as above

    return FrameSource.check(*kept_stream(data))


def table_source(table: Table | JoinedTable) -> FrameSource:
    """Files that an engine has opened; what is wrong with them is told with the line."""
    from mercalli.engines.frames import FrameSource  # noqa: PLC0415 - as above

    return FrameSource.check(table.relation, table.origin, table.error)


def are_paths(data: object) -> TypeGuard[Sequence[str | Path]]:
    """Whether something is a list of texts or paths."""
    return isinstance(data, list | tuple) and bool(data) and all(isinstance(each, str | Path) for each in data)
