"""Data frames: one group-by expression, run by whatever engine holds the data.

Narwhals carries the expression to pandas, polars, pyarrow, DuckDB, PySpark and dask; only the tally
comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import narwhals as nw
import numpy as np

from mercalli.engines.arrays import ROW, UNCOUNTED, ArraySource
from mercalli.engines.chances import fetched_chances, grouped_chances
from mercalli.engines.copied import copied_frame
from mercalli.engines.nested import unnested_frame
from mercalli.engines.octaves import INSIDE, PLACE, SQUARE, in_octaves
from mercalli.engines.recoded import recoded_frame
from mercalli.engines.rows import fetched_rows, said
from mercalli.errors import ColumnError, FileError, InputError, MissingError, WeightError
from mercalli.inputs.arrays import LARGEST_WEIGHT, Floats, Ints
from mercalli.inputs.chances import Chances, ChanceTally
from mercalli.inputs.ends import Ends
from mercalli.inputs.octaves import Octaves
from mercalli.inputs.recoding import Words
from mercalli.inputs.scores import Inside, ScoreTally
from mercalli.inputs.tally import MISSING_WORDS, NONE_NEEDED, Column, KeptTallies, Present, Tally
from mercalli.inputs.times import NO_TIME

SHOWN = 3
WEIGHT, VALUE, AT = "weight", "value", "row_index"
EXACT = (
    *(nw.String, nw.Boolean, nw.Float32, nw.Float64, nw.Int8, nw.Int16, nw.Int32, nw.Int64),
    *(nw.UInt8, nw.UInt16, nw.UInt32, nw.UInt64, nw.Enum, nw.Categorical),
)


@dataclass(frozen=True)
class FrameSource:
    """A data frame, eager or lazy."""

    frame: nw.DataFrame[Any] | nw.LazyFrame[Any]
    origin: str
    explain: Callable[[str], InputError] | None = None
    _kept: KeptTallies = field(default_factory=KeptTallies, init=False, repr=False, compare=False)

    @classmethod
    def check(
        cls,
        data: Any,  # noqa: ANN401 - any library's frame
        origin: str | None = None,
        explain: Callable[[str], InputError] | None = None,
    ) -> FrameSource:
        """Any data frame that Narwhals knows; `explain` tells in our words what its engine says is wrong."""
        try:
            frame: Any = nw.from_native(data)
        except TypeError:
            raise InputError.not_data(data) from None
        except nw.exceptions.DuplicateError:
            kind = type(data).__module__.split(".")[0]
            raise ColumnError.twice(_twice(data), origin or f"the {kind} frame") from None
        return cls(frame, origin or f"the {frame.implementation.value} frame", explain)

    @property
    def columns(self) -> Sequence[str]:
        """The names of the columns."""
        return list(self.frame.collect_schema().names())

    @property
    def in_memory(self) -> bool:
        """Whether the frame is eager."""
        return isinstance(self.frame, nw.DataFrame)

    def tally(self, keys: Sequence[str], weight: str | None, present: Present = NONE_NEEDED) -> Tally:
        """One group-by over all keys."""
        return self._kept.tally(keys, weight, present, self._tally)

    def _tally(self, keys: Sequence[str], weight: str | None, present: Present) -> Tally:
        return self._tally_of(self._grouped(keys, weight, present), keys, weight)

    def _tally_of(self, groups: Mapping[str, list[Any]], keys: Sequence[str], weight: str | None) -> Tally:
        rows = np.asarray(groups["rows"], np.int64)
        columns = {key: Column.of(groups[f"key_{at}"]) for at, key in enumerate(keys)}
        if weight is not None:
            self._check_weights(groups, rows, weight)
        weights = None if weight is None else (_floats(groups["sum"]), _floats(groups["squares"]))
        return Tally.of(columns, rows, self.origin, weights)

    def score_tally(
        self, score: str, keys: Sequence[str], weight: str | None, bins: int = 0, present: Present = NONE_NEEDED
    ) -> ScoreTally:
        """Rows of an eager frame; of a lazy one, a group-by over scores, or bins of scores, and keys."""
        if isinstance(self.frame, nw.DataFrame):
            names = [score, *keys, *(() if weight is None else (weight,)), *present]
            return self._collected(names).score_tally(score, keys, weight, bins, present)
        octaves = Octaves(bins) if bins else None
        groups = self._grouped(keys, weight, present, _Scored(score, octaves))
        tally, place = self._tally_of(groups, keys, weight), _floats(groups[PLACE])
        if octaves is None:
            return ScoreTally(place, tally)
        sums = (np.nan_to_num(_floats(groups[name])) for name in (INSIDE, SQUARE))
        return ScoreTally.of_bins(place, tally, Inside(*sums), octaves)

    def chance_tally(
        self, asked: Chances, keys: Sequence[str], weight: str | None, present: Present = NONE_NEEDED
    ) -> ChanceTally:
        """Rows of an eager frame; of a lazy one, a group-by over keys and bins of confidence."""
        if isinstance(self.frame, nw.DataFrame):
            names = [*asked.columns, *keys, *present, *(() if weight is None else (weight,))]
            return self._collected(names).chance_tally(asked, keys, weight, present)
        named = {f"key_{at}": key for at, key in enumerate(keys)}
        with self.our_words(weight, *asked.columns):
            groups = self._fetched(grouped_chances(self._chances(asked, named, weight, present), asked, named))
        columns = {key: Column.of(groups[name]) for name, key in named.items()}
        rows = np.asarray(groups["rows"], np.int64)
        weights = None if weight is None else (_floats(groups["sum"]), _floats(groups["squares"]))
        numbers = {name: _floats(values) for name, values in groups.items() if name not in named}
        return fetched_chances(numbers, Tally.of(columns, rows, self.origin, weights))

    def _chances(self, asked: Chances, named: Mapping[str, str], weight: str | None, present: Present) -> Any:  # noqa: ANN401 - a lazy frame
        """The keys, the probabilities as numbers or null, and the weight of every row that is wanted."""
        numbers = {f"p_{at}": column for at, column in enumerate(asked.columns)}
        needed = {f"present_{at}": column for at, column in enumerate(present)}
        columns = {**named, **numbers, **needed, **({} if weight is None else {WEIGHT: weight})}
        picked = self._picked(columns, (*numbers, WEIGHT))
        for name, column in needed.items():
            picked = picked.filter(self._is_there(name, column, present[column]))
        for name, column in numbers.items():
            if self._is_text(column):
                known = nw.when(self._is_there(name, column, MISSING_WORDS)).then(nw.col(name))
                picked = picked.with_columns(known.alias(name))
        exact = [self._exact(name, key) for name, key in named.items()]
        mass = (nw.lit(1.0) if weight is None else nw.col(WEIGHT).cast(nw.Float64)).alias(WEIGHT)
        return picked.select(*exact, *(_known(name) for name in numbers), mass)

    def rows(self, numbers: Sequence[str], keys: Sequence[str]) -> ArraySource:
        """Columns of an eager frame, or of a lazy one that is read now."""
        with self.our_words(*numbers):
            if self.frame.implementation.is_duckdb():
                return fetched_rows(self.frame.to_native(), numbers, keys, self.origin)
            return self._collected([*numbers, *keys])

    def _collected(self, names: Sequence[str]) -> ArraySource:
        frame: Any = self.frame.select(*dict.fromkeys(names)).lazy().collect()
        arrays = ArraySource.check({name: frame[name].to_native() for name in frame.columns})
        counted = UNCOUNTED if self.frame.implementation.is_pyspark() else ROW
        return replace(arrays, origin=self.origin, counted=counted)

    def ends(self, moment: str, keys: Sequence[str]) -> Ends:
        """One group-by with the least and the greatest."""
        names = {f"key_{at}": key for at, key in enumerate(keys)}
        picked = self._picked({**names, VALUE: moment})
        number = nw.col(VALUE)
        if self._is_text(moment):
            number = nw.when(number != "").then(number)
        exact = [self._exact(name, key) for name, key in names.items()]
        whole = picked.select(*exact, number.cast(nw.Float64).alias(VALUE))
        least, most = nw.col(VALUE).min().alias("least"), nw.col(VALUE).max().alias("most")
        with self.our_words():
            groups = self._fetched(whole.group_by(*names).agg(nw.len().alias("rows"), least, most))
        return Ends(self._tally_of(groups, keys, None), *(_moments(groups[name]) for name in ("least", "most")))

    def recoded(self, column: str, words: Words) -> FrameSource:
        """A join with the list of words, made when the frame is counted."""
        return replace(self, frame=recoded_frame(self.frame, column, words))

    def copied(self, copies: Mapping[str, str], times: Collection[str]) -> tuple[FrameSource, Mapping[str, str]]:
        """Copies made by the engine."""
        frame, kinds = copied_frame(self.frame, copies, times)
        return replace(self, frame=frame), kinds

    def unnested(self, column: str) -> FrameSource:
        """The same frame, if the column holds nothing of the kind."""
        frame = unnested_frame(self.frame, column)
        return self if frame is self.frame else replace(self, frame=frame)

    @contextmanager
    def our_words(self, *numbers: str | None) -> Generator[None]:
        """Whatever the engine says while it reads is told in our words; `numbers` are columns that must hold them."""
        try:
            yield
        except InputError:
            raise
        except Exception as error:
            if _is_interrupt(error):
                raise KeyboardInterrupt from None
            raise self._explained(error, *numbers) from error

    def where(self, column: str, values: Sequence[object]) -> str:
        """The first rows, counted from 1 without the header; nothing where the engine keeps no order."""
        if values[0] is None:
            return self._first(column, ~self._is_there(VALUE, column, [str(word) for word in values[1:]]))
        exact = self._is_exact(column)
        return self._first(column, self._exact(VALUE, column).is_in([each if exact else str(each) for each in values]))

    def _grouped(
        self, keys: Sequence[str], weight: str | None, present: Present, scored: _Scored | None = None
    ) -> Mapping[str, list[Any]]:
        with self.our_words(weight, None if scored is None else scored.column):
            return self._fetched(self._expression(keys, weight, present, scored))

    def _expression(self, keys: Sequence[str], weight: str | None, present: Present, scored: _Scored | None) -> Any:  # noqa: ANN401 - eager or lazy
        """The one expression that every engine runs."""
        names = {f"key_{at}": key for at, key in enumerate(keys)}
        needed = {f"present_{at}": column for at, column in enumerate(present)}
        columns = {**names, **needed, **({} if weight is None else {WEIGHT: weight})}
        picked = self._picked(columns, (WEIGHT,)) if scored is None else self._scores(columns, scored.column)
        for name, column in needed.items():
            picked = self._with(picked, name, column, present[column])
        exact = [self._exact(name, key) for name, key in names.items()]
        totals: list[nw.Expr] = []
        if weight is not None:
            number = nw.col(WEIGHT).cast(nw.Float64)
            exact += [number, (number * number).alias("square")]
            totals = [
                nw.col(WEIGHT).sum().alias("sum"),
                nw.col("square").sum().alias("squares"),
                nw.col(WEIGHT).min().alias("least"),
                nw.col(WEIGHT).max().alias("most"),
                nw.col(WEIGHT).count().alias("known"),
            ]
        if scored is None:
            return picked.select(*exact).group_by(*names).agg(nw.len().alias("rows"), *totals)
        if scored.octaves is None:
            made = picked.select(*exact, nw.col(VALUE).cast(nw.Float64).alias(PLACE))
        else:
            made = in_octaves(picked.select(*exact, _known(VALUE)), VALUE, scored.octaves, weight and WEIGHT)
            totals += [nw.col(name).sum() for name in (INSIDE, SQUARE)]
        return made.group_by(PLACE, *names).agg(nw.len().alias("rows"), *totals)

    def _with(self, picked: Any, name: str, column: str, words: Collection[str]) -> Any:  # noqa: ANN401 - eager or lazy
        """The rows that have a value."""
        if self._is_text(column) and self.frame.implementation.is_duckdb():
            return nw.from_native(picked.to_native().filter(said(name, words)))
        return picked.filter(self._is_there(name, column, words))

    def _is_there(self, name: str, column: str, words: Collection[str]) -> nw.Expr:
        """Neither null nor NaN nor text of nothing but blanks, nor one of the words for nothing."""
        known = ~nw.col(name).is_null()
        if self.frame.collect_schema()[column].is_float():
            return known & ~nw.col(name).is_nan()
        if not self._is_text(column):
            return known
        text = nw.col(name).cast(nw.String).str.strip_chars().str.to_lowercase()
        return known & ~text.is_in(["", *sorted(words)])

    def _is_text(self, column: str) -> bool:
        return isinstance(self.frame.collect_schema()[column], nw.String | nw.Categorical | nw.Enum | nw.Object)

    def _scores(self, columns: Mapping[str, str], score: str) -> Any:  # noqa: ANN401 - eager or lazy
        """Some columns and the scores, which are null where a text says that there is none."""
        picked = self._picked({**columns, VALUE: score}, (VALUE, WEIGHT))
        if not self._is_text(score):
            return picked
        if self.frame.implementation.is_duckdb():
            known = f"case when {said(VALUE, MISSING_WORDS)} then {VALUE} end as {VALUE}"
            return nw.from_native(picked.to_native().project(f"* replace ({known})"))
        return picked.with_columns(nw.when(self._is_there(VALUE, score, MISSING_WORDS)).then(nw.col(VALUE)))

    def _picked(self, columns: Mapping[str, str], numbers: Collection[str] = ()) -> Any:  # noqa: ANN401 - eager or lazy
        """Some columns under new names; DuckDB's by their place, because it reads dots in a name as syntax.

        Those of `numbers` are cast later: some engines would take times for numbers, and read 1_000 as one.
        """
        texts = {new for new in numbers if new in columns and self._is_number_text(columns[new])}
        if not self.frame.implementation.is_duckdb():
            return self.frame.select(*(_plain(old, new in texts).alias(new) for new, old in columns.items()))
        places = {column: f"#{place}" for place, column in enumerate(self.columns, 1)}
        parts = {
            new: f"replace({places[old]}, '_', '?')" if new in texts else places[old] for new, old in columns.items()
        }
        return nw.from_native(
            self.frame.to_native().project(", ".join(f"{part} as {new}" for new, part in parts.items()))
        )

    def _is_number_text(self, column: str) -> bool:
        """Whether numbers stand there as text; times are none."""
        if self.frame.collect_schema()[column].is_temporal():
            raise ColumnError.not_numeric(column, "dates or times", "", self.origin)
        return self._is_text(column)

    def _exact(self, name: str, key: str) -> nw.Expr:
        """A key as it is; what DuckDB's arrays cannot hold exactly (dates, decimals, huge numbers) as text."""
        kind = self.frame.collect_schema()[key]
        if kind.is_nested():
            raise InputError.in_column(
                key,
                self.origin,
                "holds lists or structures. Labels, units and slices must be text or numbers, "
                "one for each item: give each a column or a row of its own.",
            )
        return nw.col(name) if self._is_exact(key) else nw.col(name).cast(nw.String)

    def _is_exact(self, column: str) -> bool:
        return isinstance(self.frame.collect_schema()[column], EXACT) or not self.frame.implementation.is_duckdb()

    def _fetched(self, grouped: Any) -> Mapping[str, list[Any]]:  # noqa: ANN401 - eager or lazy
        """The few rows of the groups as lists."""
        if grouped.implementation.is_duckdb():
            return {name: column.tolist() for name, column in grouped.to_native().fetchnumpy().items()}
        groups = grouped.lazy().collect()
        return {name: groups[name].to_list() for name in groups.columns}

    def _explained(self, error: Exception, *numbers: str | None) -> InputError:
        """An engine's own error in our words, each having its own kinds; `numbers` are columns that must hold them."""
        for column in numbers:
            if column is not None and not self.frame.collect_schema()[column].is_numeric():
                value = self._not_a_number(column)
                if value is not None:
                    return ColumnError.not_numeric(column, repr(value), self.where(column, [value]), self.origin)
        return self.explain(str(error)) if self.explain else FileError.engine(self.origin, "a table", str(error))

    def _not_a_number(self, column: str) -> object:
        """The first value of a column, in the order of the alphabet, that is no number."""
        for value in sorted(self.tally([column], None).columns[column].known().values, key=str):
            try:
                float(str(value).replace("_", "?"))
            except ValueError:
                return value
        return None

    def _check_weights(self, groups: Mapping[str, list[Any]], rows: Any, weight: str) -> None:  # noqa: ANN401 - array
        absent = int(rows.sum() - sum(groups["known"]))
        if absent:
            raise MissingError.values(f"weight in {weight!r}", absent, self.origin)
        least, total = _floats(groups["least"]), _floats(groups["sum"])
        number = nw.col(VALUE).cast(nw.Float64)
        if (least < 0).any():
            raise WeightError.outside(float(least.min()), self.origin, self._first(weight, number < 0))
        most = _floats(groups["most"])
        large = most[np.isfinite(most) & (most > LARGEST_WEIGHT)]
        if len(large):
            where = self._first(weight, number > LARGEST_WEIGHT)
            raise WeightError.too_large(self.origin, LARGEST_WEIGHT, large.max(), where)
        if not np.isfinite(total).all():
            raise WeightError.outside(
                float(total[~np.isfinite(total)][0]), self.origin, self._first(weight, ~number.is_finite())
            )

    def _first(self, column: str, chosen: nw.Expr) -> str:
        """Words for the first rows that are chosen."""
        rows = self._rows(column, chosen)
        return f" (first at row {', '.join(str(row) for row in rows)})" if rows else ""

    def _rows(self, column: str, chosen: nw.Expr) -> list[int]:
        picked = self._picked({VALUE: column})
        if isinstance(self.frame, nw.DataFrame):
            numbered = picked.with_row_index(AT).filter(chosen)
            return [row + 1 for row in numbered[AT].head(SHOWN).to_list()]
        if not self.frame.implementation.is_duckdb():
            return []
        numbered = nw.from_native(picked.to_native().project(f"row_number() over () as {AT}, {VALUE}"))
        rows: Any = numbered.filter(chosen).head(SHOWN).to_native()
        return [int(row) for row in rows.fetchnumpy()[AT].tolist()]


def _twice(data: Any) -> str:  # noqa: ANN401 - any library's frame
    """The first name that two columns have."""
    names = [str(name) for name in getattr(data, "column_names", data.columns)]
    return next(name for name in names if names.count(name) > 1)


def _is_interrupt(error: Exception) -> bool:
    """Whether an engine was stopped by its user; DuckDB has an error of its own for that."""
    return isinstance(error.__cause__, KeyboardInterrupt) or type(error).__name__ == "InterruptException"


@dataclass(frozen=True)
class _Scored:
    """A column of scores, each its own group, or put into bins."""

    column: str
    octaves: Octaves | None


def _plain(column: str, number_text: bool) -> nw.Expr:  # noqa: FBT001 - which of two
    """A column; in texts of numbers no underscore passes for a part of one."""
    return nw.col(column).cast(nw.String).str.replace_all("_", "?", literal=True) if number_text else nw.col(column)


def _known(column: str) -> nw.Expr:
    """A number, or nothing where it is NaN, which some engines take for the greatest."""
    number = nw.col(column).cast(nw.Float64)
    return nw.when(~number.is_nan()).then(number).alias(column)


def _floats(values: list[Any]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], np.float64)


def _moments(values: list[Any]) -> Ints:
    """Microseconds, which a float holds exactly until 2255."""
    found = _floats(values)
    return np.where(np.isnan(found), NO_TIME, np.nan_to_num(found)).astype(np.int64)
