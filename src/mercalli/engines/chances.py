"""Probabilities of rows, added up by keys and bins of confidence: on arrays, and as an expression for other engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, sums
from mercalli.inputs.chances import (
    CONFIDENCE,
    HUNDRED,
    LEAST,
    NINES,
    NO_BIN,
    NUMBERS,
    POWERS,
    SLACK,
    SMALLEST,
    SQUARED,
    SURPRISE,
    WIDE,
    Chances,
    ChanceTally,
    bin_of,
)
from mercalli.inputs.tally import Column, Tally

if TYPE_CHECKING:
    import narwhals as nw

WEIGHT, PLACE = "weight", "place"


def chance_tally(
    asked: Chances, numbers: Sequence[Floats], columns: Mapping[str, Column], weight: Floats | None, origin: str
) -> ChanceTally:
    """The tally of rows that are in memory; a step for each column and none for a row."""
    rows = _Rows.of(asked, numbers, columns)
    weights = np.ones(len(rows.own)) if weight is None else weight
    place = bin_of(rows.own)
    keys = [place + 1, *(column.codes + 1 for column in columns.values())]
    sizes = [int(place.max(initial=0)) + 2, *(len(column.values) + 1 for column in columns.values())]
    distinct, position = distinct_rows(keys, sizes)
    size = len(distinct[0])
    least = np.full(size, np.inf)
    np.fmin.at(least, position, rows.own)
    kept = {
        name: Column(each.values, codes - 1) for (name, each), codes in zip(columns.items(), distinct[1:], strict=True)
    }
    count = np.bincount(position, minlength=size).astype(np.int64)
    added = sums(position, weights, size), sums(position, weights**2, size)
    return ChanceTally(
        tally=Tally.of(kept, count, origin, None if weight is None else added),
        place=distinct[0] - 1,
        sums={name: _powers(rows.number(name), weights, position, size) for name in NUMBERS},
        least=least,
        **rows.checks(),
    )


def _powers(number: Floats, weight: Floats, position: Ints, size: int) -> Floats:
    known = np.nan_to_num(number)
    parts = (weight * known, weight**2 * known, (weight * known) ** 2)
    return np.stack([sums(position, part, size) for part in parts])


class _Rows:
    """What is computed of every row; NaN where a probability is missing."""

    def __init__(self, own: Floats, truth: Floats, square: Floats, ends: tuple[Floats, Floats, Floats]) -> None:
        self.own, self.truth, self.square = own, truth, square
        self.low, self.high, self.total = ends

    @classmethod
    def of(cls, asked: Chances, numbers: Sequence[Floats], columns: Mapping[str, Column]) -> _Rows:
        if asked.alone:
            own = numbers[0].astype(np.float64)
            return cls(own, own, own, (own, own, np.ones(len(own))))
        every = list(numbers) if not asked.rest else [*numbers, 1.0 - np.sum(np.stack(list(numbers)), axis=0)]
        own, truth = (np.zeros(len(every[0])) for _ in range(2))
        square, total = np.zeros(len(own)), np.zeros(len(own))
        low, high = np.full(len(own), np.inf), np.full(len(own), -np.inf)
        found = np.zeros(len(own), np.bool_)
        for at, number in enumerate(every):
            mine = _is_one_of(columns[asked.pred], asked.of_pred[at])
            own[mine], found[mine] = number[mine], True
            true = _is_one_of(columns[asked.truth], asked.of_truth[at])
            truth[true] = number[true]
            square += number**2.0
            total += number
            np.minimum(low, number, out=low)
            np.maximum(high, number, out=high)
        own = np.where(found & ~np.isnan(total), own, np.nan)
        return cls(own, truth, square, (low, high, total))

    def number(self, name: str) -> Floats:
        if name == CONFIDENCE:
            return self.own
        if name == SQUARED:
            return self.square - 2 * self.truth + 1
        return -np.log(np.clip(np.nan_to_num(self.truth), SMALLEST, 1.0))

    def checks(self) -> dict[str, Any]:
        known = ~np.isnan(self.total) & ~np.isnan(self.low)
        return {
            "lowest": _end(np.min, self.low, known),
            "highest": _end(np.max, self.high, known),
            "least_total": _end(np.min, self.total, known),
            "most_total": _end(np.max, self.total, known),
            "moved": int((self.own < self.high - SLACK).sum()),
            "impossible": int((self.truth[known] <= 0).sum()),
        }


def _end(edge: Any, values: Floats, known: Bools) -> float:  # noqa: ANN401 - a function of numpy
    return float(edge(values[known])) if known.any() else float("nan")


def _is_one_of(column: Column, values: Sequence[object]) -> Bools:
    chosen = np.array([value in values for value in column.values] + [False], np.bool_)
    found: Bools = chosen[column.codes]
    return found


def grouped_chances(
    picked: Any,  # noqa: ANN401 - a lazy frame
    asked: Chances,
    keys: Mapping[str, str],
) -> Any:  # noqa: ANN401 - a lazy frame
    """The same as an expression; `keys` are the names of key columns by their place, probabilities are p_0, p_1, ..."""
    import narwhals as nw  # noqa: PLC0415 - 70 ms, not needed for arrays

    places = {name: place for place, name in keys.items()}
    names = [f"p_{at}" for at in range(len(asked.columns))]
    if asked.rest:
        picked = picked.with_columns((1.0 - nw.sum_horizontal(*names)).alias(f"p_{len(names)}"))
        names = [*names, f"p_{len(names)}"]
    whole = ~nw.any_horizontal(*(nw.col(name).is_null() for name in names), ignore_nulls=True)
    if asked.alone:
        own, truth, square, total = (nw.col("p_0"), nw.col("p_0"), nw.col("p_0"), nw.lit(1.0))
    else:
        own = _matched(places[asked.pred], names, asked.of_pred)
        truth = _matched(places[asked.truth], names, asked.of_truth)
        square = nw.sum_horizontal(*(nw.col(name) * nw.col(name) for name in names))
        total = nw.sum_horizontal(*names)
    known = whole if asked.alone else whole & nw.col(places[asked.pred]).is_in(_every(asked.of_pred))
    rows = picked.with_columns(
        own.alias("own"), total.alias("total"), truth.alias("true"), square.alias("square"), known.alias("known")
    )
    rows = rows.with_columns(
        nw.when(nw.col("known")).then(nw.col("own")).alias("own"), nw.when(whole).then(nw.col("total")).alias("total")
    )
    likelier = [nw.col(name) > nw.col("own") + SLACK for name in names]
    rows = rows.with_columns(
        _place(nw.col("own")).alias(PLACE),
        nw.col("own").fill_null(0.0).alias(CONFIDENCE),
        (nw.col("square") - 2 * nw.col("true") + 1).fill_null(0.0).alias(SQUARED),
        (-nw.col("true").clip(SMALLEST, 1.0).log()).fill_null(0.0).alias(SURPRISE),
        nw.when(nw.any_horizontal(*likelier, ignore_nulls=True)).then(1).otherwise(0).alias("moved"),
        nw.when(~nw.col("total").is_null() & (nw.col("true") <= 0)).then(1).otherwise(0).alias("impossible"),
    )
    return _added_up(rows, keys, names)


def _added_up(rows: Any, keys: Mapping[str, str], names: Sequence[str]) -> Any:  # noqa: ANN401 - a lazy frame
    """What rows of the same keys and bin add up to, and their ends."""
    import narwhals as nw  # noqa: PLC0415 - as above

    weight = nw.col(WEIGHT)
    powers = (
        (name, power, part)
        for name in NUMBERS
        for power, part in zip(
            POWERS,
            (weight * nw.col(name), weight * weight * nw.col(name), weight * nw.col(name) * weight * nw.col(name)),
            strict=True,
        )
    )
    rows = rows.with_columns(
        (weight * weight).alias("square_weight"), *(part.alias(f"{name}_{power}") for name, power, part in powers)
    )
    added = [nw.col(f"{name}_{power}").sum() for name in NUMBERS for power in POWERS]
    ends = [
        nw.col("own").min().alias("least"),
        *(nw.col(name).min().alias(f"low_{name}") for name in names),
        *(nw.col(name).max().alias(f"high_{name}") for name in names),
        nw.col("total").min().alias("least_total"),
        nw.col("total").max().alias("most_total"),
        nw.col("moved").sum(),
        nw.col("impossible").sum(),
    ]
    weights = [
        weight.sum().alias("sum"),
        nw.col("square_weight").sum().alias("squares"),
        weight.min().alias("least_weight"),
    ]
    return rows.group_by(*keys, PLACE).agg(nw.len().alias("rows"), *weights, *added, *ends)


def _matched(key: str, names: Sequence[str], values: Sequence[Sequence[object]]) -> nw.Expr:
    """The probability that belongs to the value of a key; 0 where none does."""
    import narwhals as nw  # noqa: PLC0415 - as above

    pairs = [(name, list(each)) for name, each in zip(names, values, strict=True) if each]
    parts = [nw.when(nw.col(key).is_in(each)).then(nw.col(name)).otherwise(0.0) for name, each in pairs]
    return nw.sum_horizontal(*parts) if parts else nw.col(names[0]) * 0.0


def _every(values: Sequence[Sequence[object]]) -> list[object]:
    return [value for each in values for value in each]


def _place(own: nw.Expr) -> nw.Expr:
    """As `bin_of`."""
    import narwhals as nw  # noqa: PLC0415 - as above

    known = own.clip(0.0, 1.0)
    nines = -((1.0 - known).clip(LEAST, 1.0).log(10)) - 2
    fine = (HUNDRED * nines + SLACK).floor() + WIDE * NINES
    place = nw.when(known >= NINES).then(fine).otherwise((WIDE * known + SLACK).floor())
    return nw.when(~own.is_null()).then(place).otherwise(float(NO_BIN))


def fetched_chances(groups: Mapping[str, Floats], tally: Tally) -> ChanceTally:
    """The groups of an engine as a tally."""
    return ChanceTally(
        tally=tally,
        place=groups[PLACE].astype(np.int64),
        sums={name: np.stack([groups[f"{name}_{power}"] for power in POWERS]) for name in NUMBERS},
        least=groups["least"],
        lowest=_known_end(np.min, groups, "low_"),
        highest=_known_end(np.max, groups, "high_"),
        least_total=_known_end(np.min, groups, "least_total"),
        most_total=_known_end(np.max, groups, "most_total"),
        moved=int(groups["moved"].sum()),
        impossible=int(groups["impossible"].sum()),
    )


def _known_end(edge: Any, groups: Mapping[str, Floats], start: str) -> float:  # noqa: ANN401 - a function of numpy
    """The end of all groups whose name begins so."""
    every = np.concatenate([part for name, part in groups.items() if name.startswith(start)])
    return _end(edge, every, ~np.isnan(every))
