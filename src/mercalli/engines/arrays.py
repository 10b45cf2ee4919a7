"""Arrays: counting codes in blocks that fit the cache."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.engines.chances import chance_tally
from mercalli.engines.codes import BLOCK, Codes, array_of, coded, parts
from mercalli.engines.json_texts import NESTED, json_texts
from mercalli.errors import ColumnError, LengthError, MissingError, WeightError
from mercalli.inputs.arrays import LARGEST_WEIGHT, Bools, Floats, Ints, distinct_rows
from mercalli.inputs.chances import Chances, ChanceTally
from mercalli.inputs.ends import Ends
from mercalli.inputs.recoding import Words
from mercalli.inputs.scores import ScoreTally
from mercalli.inputs.tally import (
    MISSING,
    NONE_NEEDED,
    Column,
    KeptTallies,
    Present,
    Tally,
    is_missing,
    says_missing,
)

DENSE_CELLS = 1 << 22
BYTES = 1 << 8
PAIRED_BLOCK = 1 << 19
SHOWN = 3
INDEX, ROW, UNCOUNTED = "index", "row", ""
STARTS = {INDEX: 0, ROW: 1}
AS_THEY_ARE = (np.dtype(np.float32), np.dtype(np.float64))
BOOLEANS = {"true": 1.0, "false": 0.0}


@dataclass(frozen=True)
class ArraySource:
    """Named columns of equal length; `counted` says how rows are: by "index" from 0, by "row" from 1, or not at all."""

    arrays: Mapping[str, NDArray[Any]]
    origin: str = "the arrays"
    counted: str = INDEX
    _kept: KeptTallies = field(default_factory=KeptTallies, init=False, repr=False, compare=False)

    @classmethod
    def check(cls, columns: Mapping[str, object]) -> ArraySource:
        """Arrays or lists, one row each per item."""
        arrays = {name: array_of(name, values) for name, values in columns.items()}
        if len({len(array) for array in arrays.values()}) > 1:
            raise LengthError.unequal([(repr(name), len(array)) for name, array in arrays.items()])
        return cls(arrays)

    @property
    def columns(self) -> Sequence[str]:
        """The names of the arrays."""
        return list(self.arrays)

    @property
    def in_memory(self) -> bool:
        """Arrays are."""
        return True

    def tally(self, keys: Sequence[str], weight: str | None, present: Present = NONE_NEEDED) -> Tally:
        """Codes of all keys combined into one, counted."""
        return self._kept.tally(keys, weight, present, self._tally)

    def _tally(self, keys: Sequence[str], weight: str | None, present: Present) -> Tally:
        if present:
            return self._with(present).tally(keys, weight)
        coded_keys = [coded(self.arrays[name]) for name in keys]
        weights = None if weight is None else self._weights(weight)
        sizes = [len(values) + 1 for _, values in coded_keys]
        where, counts = _counted([codes for codes, _ in coded_keys], sizes, weights)
        columns = {
            name: Column(values, np.where(codes == len(values), MISSING, codes)).occurring()
            for name, (_, values), codes in zip(keys, coded_keys, where, strict=True)
        }
        totals = None if weights is None else (counts[1], counts[2])
        return Tally.of(columns, counts[0].astype(np.int64), self.origin, totals)

    def score_tally(
        self, score: str, keys: Sequence[str], weight: str | None, bins: int = 0, present: Present = NONE_NEEDED
    ) -> ScoreTally:
        """Every row as it is."""
        if present:
            return self._with(present).score_tally(score, keys, weight, bins)
        numbers = self.numbers(score)
        columns = {name: self.column(name) for name in keys}
        rows = np.broadcast_to(np.int64(1), numbers.shape)
        weights = None if weight is None else self._weights(weight)
        totals = None if weights is None else (weights, weights**2)
        return ScoreTally(numbers, Tally.of(columns, rows, self.origin, totals)).binned(bins)

    def chance_tally(
        self, asked: Chances, keys: Sequence[str], weight: str | None, present: Present = NONE_NEEDED
    ) -> ChanceTally:
        """Every row looked at, and what rows alike add up to."""
        if present:
            return self._with(present).chance_tally(asked, keys, weight)
        columns = {name: self.column(name) for name in keys}
        numbers = [self.numbers(name) for name in asked.columns]
        return chance_tally(asked, numbers, columns, None if weight is None else self._weights(weight), self.origin)

    def rows(self, numbers: Sequence[str], keys: Sequence[str]) -> ArraySource:  # noqa: ARG002 - all are here
        """The same."""
        return self

    def ends(self, moment: str, keys: Sequence[str]) -> Ends:
        """From every row."""
        return Ends.of({name: self.column(name) for name in keys}, self.arrays[moment].tolist(), self.origin)

    def recoded(self, column: str, words: Words) -> ArraySource:
        """The same with another array; every distinct value, or pair of values, is looked up once."""
        codes, values = coded(self.arrays[column])
        table = np.array([*(words.words.get(value, words.other) for value in values), words.other], object)
        found = table[codes]
        if words.pairs and words.beside is not None:
            near, nearby = coded(self.arrays[words.beside])
            both = codes.astype(np.int64) * (len(nearby) + 1) + near
            known, changed = _pairs(words.pairs, values, nearby)
            at = np.minimum(np.searchsorted(known, both), len(known) - 1)
            found = np.where(known[at] == both, changed[at], found)
        return replace(self, arrays={**self.arrays, column: found})

    def copied(self, copies: Mapping[str, str], times: Collection[str]) -> tuple[ArraySource, Mapping[str, str]]:  # noqa: ARG002 - objects are told apart one by one
        """The same arrays under further names."""
        return replace(self, arrays={**self.arrays, **{new: self.arrays[old] for new, old in copies.items()}}), {}

    def unnested(self, column: str) -> ArraySource:
        """The same, if an array holds nothing of the kind."""
        array = self.arrays[column]
        if array.dtype != object or not any(isinstance(value, NESTED) for value in array.tolist()):
            return self
        texts = np.fromiter(json_texts(array.tolist()), object, len(array))
        return replace(self, arrays={**self.arrays, column: texts})

    def where(self, column: str, values: Sequence[object]) -> str:
        """The first rows."""
        array = self.arrays[column].tolist()
        if values[0] is None:
            words = [str(word) for word in values[1:]]
            return self.first(np.array([is_missing(value) or says_missing(value, words) for value in array], np.bool_))
        return self.first(np.array([value in values for value in array], np.bool_))

    def first(self, chosen: Bools) -> str:
        """Words for the first rows that are chosen."""
        start = STARTS.get(self.counted)
        places = [str(at) for at in np.flatnonzero(chosen)[:SHOWN] + (start or 0)]
        return f" (first at {self.counted} {', '.join(places)})" if places and start is not None else ""

    def column(self, name: str) -> Column:
        """A column as codes of its values."""
        codes, values = coded(self.arrays[name])
        return Column(values, np.where(codes == len(values), MISSING, codes.astype(np.int64))).occurring()

    def take(self, chosen: Bools) -> ArraySource:
        """Some of the rows, which are then counted anew."""
        return replace(self, arrays={name: array[chosen] for name, array in self.arrays.items()})

    def _with(self, present: Present) -> ArraySource:
        """Only the rows in which none of these columns is missing."""
        columns = [self.column(name).known(words) for name, words in present.items()]
        return self.take(np.logical_and.reduce([column.codes != MISSING for column in columns]))

    def numbers(self, name: str) -> Floats:
        """A column as numbers of 32 or 64 bits, NaN where there is none; true and false are 1 and 0."""
        array = self.arrays[name]
        if array.dtype in AS_THEY_ARE:
            return array
        if array.dtype.kind in "fiub":
            return array.astype(np.float64)
        if array.dtype.kind == "m":
            raise ColumnError.not_numeric(name, "durations", "", self.origin)
        try:
            return np.array([number_of(value) for value in array.tolist()], np.float64)
        except (TypeError, ValueError, OverflowError):
            raise ColumnError.not_numeric(name, *self._not_a_number(name), self.origin) from None

    def _weights(self, name: str) -> Floats:
        weights = self.numbers(name).astype(np.float64, copy=False)
        if np.isnan(weights).any():
            raise MissingError.values(f"weight in {name!r}", int(np.isnan(weights).sum()), self.origin)
        if not (np.isfinite(weights) & (weights >= 0)).all():
            wrong = ~np.isfinite(weights) | (weights < 0)
            raise WeightError.outside(float(weights[wrong][0]), self.origin, self.first(wrong))
        if weights.size and weights.max() > LARGEST_WEIGHT:
            raise WeightError.too_large(
                self.origin, LARGEST_WEIGHT, weights.max(), self.first(weights > LARGEST_WEIGHT)
            )
        return weights

    def _not_a_number(self, name: str) -> tuple[str, str]:
        """The first value that is none, and where it stands."""
        for at, value in enumerate(self.arrays[name].tolist()):
            try:
                float(number_of(value))  # type: ignore[arg-type]
            except OverflowError:
                return "a number too large to count with", self.first(np.arange(len(self.arrays[name])) == at)
            except (TypeError, ValueError):
                return repr(value), self.first(np.arange(len(self.arrays[name])) == at)
        return str(self.arrays[name].dtype), ""


def number_of(value: object) -> object:
    """What stands for a number: NaN where there is none."""
    if isinstance(value, str) and "_" in value:
        raise ValueError(value)  # Python would read 1_000
    truth = BOOLEANS.get(value.strip().casefold()) if isinstance(value, str) else None
    return np.nan if is_missing(value) or says_missing(value) else value if truth is None else truth


def _pairs(
    pairs: Mapping[tuple[object, object], str], values: Sequence[object], nearby: Sequence[object]
) -> tuple[Ints, NDArray[Any]]:
    """Codes of pairs of values in order, and the word of each; the first stands for none."""
    place, there = ({value: at for at, value in enumerate(each)} for each in (values, nearby))
    width = len(nearby) + 1
    occurring = {pair: word for pair, word in pairs.items() if pair[0] in place and pair[1] in there}
    codes = np.array([-1, *(place[value] * width + there[beside] for value, beside in occurring)], np.int64)
    order = np.argsort(codes)
    return codes[order], np.array(["", *occurring.values()], object)[order]


def _counted(codes: Sequence[Codes], sizes: Sequence[int], weights: Floats | None) -> tuple[list[Ints], list[Floats]]:
    """The combinations that occur, as one code for each key, and their rows, weight and squared weight."""
    size = prod(sizes)
    if size <= DENSE_CELLS:
        dense = _dense(codes, sizes, weights)
        cells = np.flatnonzero(dense[0])
        counts = [count[cells] for count in dense]
    else:
        combinations, position = distinct_rows([part.astype(np.int64) for part in codes], sizes)
        powers = [None] if weights is None else [None, weights, weights**2]
        counts = [np.bincount(position, power, len(combinations[0])).astype(np.float64) for power in powers]
        return combinations, counts
    return [part.astype(np.int64) for part in np.unravel_index(cells, tuple(sizes))], counts


def _dense(codes: Sequence[Codes], sizes: Sequence[int], weights: Floats | None) -> list[Floats]:
    """Counts of every possible combination, block by block."""
    size = prod(sizes)
    if size <= BYTES and weights is None:
        return [_paired(codes, sizes)[:size]]
    kind = np.uint16 if size <= 1 << 16 else np.int64
    totals = [np.zeros(size) for _ in range(1 if weights is None else 3)]
    for part in parts(len(codes[0]), max(BLOCK, 4 * size)):
        flat = _flat(codes, sizes, part, kind)
        totals[0] += np.bincount(flat, minlength=size)
        if weights is not None:
            totals[1] += np.bincount(flat, weights[part], size)
            totals[2] += np.bincount(flat, weights[part] ** 2, size)
    return totals


def _paired(codes: Sequence[Codes], sizes: Sequence[int]) -> Floats:
    """Counts of combinations that fit a byte, two rows to a step: half the steps, and their table fits the cache."""
    pairs = np.zeros(BYTES * BYTES, np.int64)
    single = np.zeros(BYTES, np.int64)
    for part in parts(len(codes[0]), PAIRED_BLOCK):
        flat = _flat(codes, sizes, part, np.uint8)
        even = len(flat) // 2 * 2
        pairs += np.bincount(flat[:even].view(np.uint16), minlength=BYTES * BYTES)
        single += np.bincount(flat[even:], minlength=BYTES)
    square = pairs.reshape(BYTES, BYTES)
    counts: Floats = (square.sum(axis=0) + square.sum(axis=1) + single).astype(np.float64)
    return counts


def _flat(codes: Sequence[Codes], sizes: Sequence[int], part: slice, kind: type[Any]) -> NDArray[Any]:
    """Several codes as one number, in the narrowest type that holds it."""
    flat = codes[0][part].astype(kind)
    for column, size in zip(codes[1:], sizes[1:], strict=True):
        flat *= kind(size)
        flat += column[part].astype(kind, copy=False)
    return flat
