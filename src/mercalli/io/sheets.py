"""Tables of a result: one schema for CSV files and for data frames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import TypeAlias

from mercalli.io.cells import csv_text

Kind: TypeAlias = type[bool] | type[int] | type[float] | type[str]


@dataclass(frozen=True)
class Sheet:
    """Rows of cells under a header; None where there is nothing.

    Attributes:
        name: What a reader asks for it by.
        header: The names of its columns.
        rows: The cells.
        kinds: What is in a column, for those where that is known; in others the cells show it.
        keys: Columns that tell apart rows of the same metric, where rows are measures.
    """

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    kinds: Mapping[str, Kind] = field(default_factory=dict[str, Kind])
    keys: tuple[str, ...] = ()

    @property
    def csv(self) -> str:
        """As a file for a spreadsheet holds it."""
        return csv_text(self.header, self.rows)

    @property
    def columns(self) -> dict[str, tuple[Kind, list[object]]]:
        """Every column with what is in it, all cells of one type or None.

        >>> sheet("sizes", ("name", "n"), [("fire", 3), ("flood", 2.5)]).columns["n"]
        (<class 'float'>, [3.0, 2.5])
        """
        by_column = zip(*self.rows, strict=True) if self.rows else ((),) * len(self.header)
        return {name: self._column(name, cells) for name, cells in zip(self.header, by_column, strict=True)}

    def _column(self, name: str, cells: Sequence[object]) -> tuple[Kind, list[object]]:
        kind = self.kinds.get(name) or _kind(cells)
        return kind, [None if cell is None else kind(cell) for cell in cells]  # type: ignore[arg-type, call-overload]


def sheet(
    name: str, header: Iterable[str], rows: Iterable[Sequence[object]], kinds: Mapping[str, Kind] | None = None
) -> Sheet:
    """A table from any rows."""
    return Sheet(name, tuple(header), tuple(tuple(row) for row in rows), kinds or {})


def _kind(cells: Iterable[object]) -> Kind:
    """What all cells are that are not empty.

    >>> _kind([True, None]), _kind([1, 2.5]), _kind([1, "all"]), _kind([])
    (<class 'bool'>, <class 'float'>, <class 'str'>, <class 'str'>)
    """
    there = [cell for cell in cells if cell is not None]
    choices: tuple[tuple[type, Kind], ...] = ((bool, bool), (Integral, int), (Real, float))
    fitting = (kind for one, kind in choices if all(isinstance(cell, one) for cell in there))
    return next(fitting, str) if there else str
