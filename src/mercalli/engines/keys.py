"""Derived keys as columns of a source: computed by the engine that holds the data, before it counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar, cast

import numpy as np

from mercalli.engines.frames import FrameSource
from mercalli.engines.key_sql import with_codes, with_instants
from mercalli.engines.source import Source
from mercalli.errors import ColumnError, MissingError, TimeError
from mercalli.inputs.arrays import Ints
from mercalli.inputs.faulty import FaultyValueError
from mercalli.inputs.keys.key import NO_CODE, Key, Values
from mercalli.inputs.keys.kinds import key_of
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.inputs.recoding import Words
from mercalli.inputs.tally import MISSING, Column
from mercalli.inputs.times import DAY, EPOCH, NO_TIME, NO_ZONE, OWN_ZONE, instants, written

AnySource = TypeVar("AnySource", bound=Source)


def with_keys(source: AnySource, names: Iterable[str | None], unit: str | None = None) -> AnySource:
    """The same rows with a column for every name that is no column but a key, as in `bin(ts, 6h)`.

    Where something a key is made from is missing, rows form a slice of their own; a unit may not be missing.
    """
    made: Source = source
    for name in dict.fromkeys([*names, unit]):
        key = None if name is None or name in made.columns else key_of(name)
        if name is not None and key is not None:
            made = _with_key(made, name, key)
            if name == unit:
                _check_whole(made, name)
    return cast("AnySource", made)  # an engine gives what it was


def with_named_keys(source: Source, names: Mapping[str, str]) -> Source:
    """The same rows with a column for every key, under a name of its own."""
    for name, text in names.items():
        key = key_of(text)
        source = source if key is None else _with_key(source, name, key)
    return source


def with_moments(source: Source, name: str, time: str, zone: str | None, *, dates: bool = True) -> Source:
    """The same rows with a column of microseconds since 1970, empty where there is no time."""
    made = with_instants(source, name, time, zone) if isinstance(source, FrameSource) else None
    if made is not None:
        return made
    copied, kinds = source.copied({name: time}, [name])
    found = _Combinations.of(copied, [name])
    (values,) = found.values
    try:
        times = _as_times(values, kinds[name]) if name in kinds else values
        moments = instants(times, zone, dates=dates)
    except FaultyValueError as fault:
        problem = OWN_ZONE if fault.problem == NO_ZONE else fault.problem
        raise TimeError.faulty(fault.shown, problem, time, source.where(time, [fault.value]), source.origin) from None
    known = {value: str(moment) for value, moment in zip(values, moments, strict=True) if moment != NO_TIME}
    return copied.recoded(name, Words(known, ""))


def where_moment(source: Source, name: str, moment: int) -> str:
    """Words that say which rows have a moment; engines that read times themselves keep it as a number."""
    number = isinstance(source, FrameSource) and source.frame.collect_schema()[name].is_integer()
    return source.where(name, [moment if number else str(moment)])


def _check_whole(source: Source, name: str) -> None:
    column = source.tally([name], None)
    absent = [code for code, value in enumerate(column.columns[name].values) if value == MISSING_SLICE]
    if absent:
        rows = column.rows[np.isin(column.columns[name].codes, absent)]
        raise MissingError.values(f"unit in {name!r}", int(rows.sum()), source.origin)


def _with_key(source: Source, name: str, key: Key) -> Source:
    for column in key.columns:
        if column not in source.columns:
            raise ColumnError.unknown(column, source.columns, source.origin, f" {name!r} is made from it.")
    made = with_codes(source, name, key) if isinstance(source, FrameSource) else None
    return _by_value(source, name, key) if made is None else _with_words(*made, name)


def _with_words(source: Source, key: Key, name: str) -> Source:
    """A column of codes becomes one of words."""
    found = _Combinations.of(source, [name, *(() if key.grouping is None else (key.grouping,))])
    codes = np.array([NO_CODE if code is None else int(str(code)) for code in found.values[0]], np.int64)
    return found.recoded(key, codes)


def _by_value(source: Source, name: str, key: Key) -> Source:
    """Every combination of values that occurs is looked at once, whatever the engine."""
    copies = {name: key.columns[0], **({f"{name} beside": each for each in key.columns[1:]})}
    copied, kinds = source.copied(copies, [each for each in copies if copies[each] in key.times])
    found = _Combinations.of(copied, list(copies))
    values = found.values
    try:
        values = [_as_times(each, kinds[at]) if at in kinds else each for at, each in zip(copies, values, strict=True)]
        fitted = key.fitted(values, found.rows)
        codes = fitted.codes(values, found.rows)
    except FaultyValueError as fault:
        raise _told(source, name, key, values, fault) from None
    return found.recoded(fitted, codes)


@dataclass(frozen=True)
class _Combinations:
    """Every combination of the values of one or two columns, None where one is missing, and in how many rows it is."""

    source: Source
    columns: Sequence[str]
    values: Sequence[Values]
    rows: Ints

    @classmethod
    def of(cls, source: Source, columns: Sequence[str]) -> _Combinations:
        tally = source.tally(columns, None)
        return cls(source, columns, [_values(tally.columns[each]) for each in columns], tally.rows)

    def recoded(self, key: Key, codes: Ints) -> Source:
        """The source with the words of the codes in place of the values in the first column."""
        whole = np.array([None not in each for each in zip(*self.values, strict=True)], np.bool_)
        known = np.flatnonzero((codes != NO_CODE) & whole).tolist()
        firsts, *beside = ([each[at] for at in known] for each in self.values)
        groups = beside[0] if key.grouping is not None else []
        words = key.words(codes[known], groups, self.rows[known]) if known else []
        name, *near = self.columns
        if not near:
            return self.source.recoded(name, Words(dict(zip(firsts, words, strict=True)), MISSING_SLICE))
        pairs = dict(zip(zip(firsts, beside[0], strict=True), words, strict=True))
        plain = dict.fromkeys(firsts, MISSING_SLICE)
        return self.source.recoded(name, Words(plain, MISSING_SLICE, near[0], pairs))


def _told(source: Source, name: str, key: Key, values: Sequence[Values], fault: FaultyValueError) -> ColumnError:
    """What is wrong with a value, with its column and its rows."""
    column = next((column for column, each in zip(key.columns, values, strict=True) if fault.value in each), None)
    if column is None:
        return ColumnError.in_key(name, str(fault))
    place = source.where(column, [fault.value])
    return ColumnError.in_key(name, f"{fault.shown} in {column!r} of {source.origin}{place} {fault.problem}")


def _values(column: Column) -> list[object]:
    """What each entry has, None where it is missing."""
    return [None if code == MISSING else column.values[code] for code in column.codes]


def _as_times(values: Values, kind: str) -> list[object]:
    """Microseconds of a column of times as these: in UTC, without a zone, or dates."""
    return [None if value is None else _of_kind(_time(int(str(value).split(".")[0])), kind) for value in values]


def _time(microseconds: int) -> datetime:
    try:
        return EPOCH + timedelta(microseconds=microseconds)
    except OverflowError:
        raise FaultyValueError(written(microseconds, DAY), "is outside of the years 1 to 9999.") from None


def _of_kind(time: datetime, kind: str) -> object:
    return time if kind == "aware" else time.replace(tzinfo=None) if kind == "naive" else time.date()
