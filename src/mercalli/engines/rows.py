"""Rows: whole columns of numbers and keys, for statistics that no group-by makes smaller."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.codes import coded
from mercalli.errors import ColumnError
from mercalli.inputs.tally import MISSING, Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.engines.frames import FrameSource
    from mercalli.engines.source import Source
    from mercalli.inputs.arrays import Bools, Floats

SHOWN = 3
TEXT = "VARCHAR"
AS_THEY_ARE = ("BOOLEAN", "DOUBLE", "FLOAT", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", TEXT)
NUMBER = "coalesce(try_cast({0} as double), case lower(trim({0})) when 'true' then 1.0 when 'false' then 0.0 end)"


@dataclass(frozen=True)
class Rows:
    """Columns of equal length; `counted` says how rows are: "index" from 0, "row" from 1, or not at all."""

    arrays: ArraySource
    counted: str = "index"

    @classmethod
    def of(cls, source: Source, numbers: Sequence[str], keys: Sequence[str]) -> Rows:
        """The columns of any source, those of files cast to numbers where they are read."""
        if isinstance(source, ArraySource):
            return cls(source)
        framed = cast("FrameSource", source)
        if framed.frame.implementation.is_duckdb():
            return cls(_queried(framed, numbers, keys), "row")
        return _collected(framed, [*numbers, *keys])

    @property
    def origin(self) -> str:
        """What the data is called in messages."""
        return self.arrays.origin

    def numbers(self, name: str) -> Floats:
        """A column as numbers, NaN where there is none."""
        return self.arrays.numbers(name)

    def column(self, name: str) -> Column:
        """A column as codes of its values."""
        codes, values = coded(self.arrays.arrays[name])
        return Column(values, np.where(codes == len(values), MISSING, codes.astype(np.int64))).occurring()

    def take(self, chosen: Bools) -> Rows:
        """Some of the rows, which are then counted anew."""
        arrays = {name: array[chosen] for name, array in self.arrays.arrays.items()}
        return replace(self, arrays=replace(self.arrays, arrays=arrays))

    def first(self, chosen: Bools) -> str:
        """Words for the first rows that are chosen."""
        start = {"index": 0, "row": 1}.get(self.counted)
        places = [str(at) for at in np.flatnonzero(chosen)[:SHOWN] + (start or 0)]
        return f" (first at {self.counted} {', '.join(places)})" if places and start is not None else ""


def _collected(source: FrameSource, names: Sequence[str]) -> Rows:
    """Columns of an eager frame, or of a lazy one that is collected now."""
    frame: Any = source.frame.select(*dict.fromkeys(names)).lazy().collect()
    arrays = ArraySource.check({name: frame[name].to_native() for name in frame.columns})
    unordered = source.frame.implementation.is_pyspark()
    return Rows(replace(arrays, origin=source.origin), "" if unordered else "row")


def _queried(source: FrameSource, numbers: Sequence[str], keys: Sequence[str]) -> ArraySource:
    """Columns of a DuckDB relation: text cast to numbers, and what arrays cannot hold exactly to text."""
    relation: Any = source.frame.to_native()
    place = {name: f"#{at}" for at, name in enumerate(relation.columns, 1)}
    kinds = {name: str(kind) for name, kind in zip(relation.columns, relation.types, strict=True)}
    texts = [name for name in numbers if kinds[name] == TEXT]
    wanted = {name: NUMBER.format(place[name]) if name in texts else place[name] for name in numbers}
    wanted |= {
        name: place[name] if kinds[name] in AS_THEY_ARE else f"{place[name]}::varchar"
        for name in keys
        if name not in wanted
    }
    listed = ", ".join(f"{how} as column_{at}" for at, how in enumerate(wanted.values()))
    fetched = relation.project(listed).fetchnumpy()
    found = {name: _filled(fetched[f"column_{at}"]) for at, name in enumerate(wanted)}
    for name in texts:
        if np.isnan(found[name]).any():
            _check_numbers(relation.project(f"{place[name]} as value"), name, source.origin)
    return replace(ArraySource.check(found), origin=source.origin)


def _filled(column: Any) -> Any:  # noqa: ANN401 - as DuckDB gives it
    """Numbers without a mask: NaN where one is missing."""
    masked = isinstance(column, np.ma.MaskedArray) and column.dtype.kind == "f"
    return column.filled(np.nan) if masked else column


def _check_numbers(relation: Any, name: str, origin: str) -> None:  # noqa: ANN401 - a DuckDB relation
    """Refuse text that is no number."""
    numbered = relation.project("row_number() over () as place, value")
    wrong = numbered.filter(f"trim(value) <> '' and {NUMBER.format('value')} is null").limit(1).fetchall()
    for place, value in wrong:
        raise ColumnError.not_numeric(name, repr(value), f" (first at row {place})", origin)
