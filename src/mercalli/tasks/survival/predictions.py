"""Predictions about people: risks, or chances over time; a column each, or one for each time of a grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal, TypeAlias, get_args

import numpy as np

from mercalli.engines.source import Source
from mercalli.errors import ColumnError, InputError
from mercalli.plan.roles import column_name
from mercalli.plan.systems import unique_systems
from mercalli.tasks.survival.errors import FollowUpError

Kind: TypeAlias = Literal["risk", "survival", "cif", "survival_curve"]
KINDS: tuple[Kind, ...] = get_args(Kind)
CAUSE = "{cause}"
MATRIX_AXES = 2


@dataclass(frozen=True)
class PredictionColumns:
    """The columns of one prediction: one, or one for each time of a grid."""

    kind: Kind
    columns: tuple[str, ...]
    grid: tuple[float, ...] = ()


def column_predictions(
    source: Source, parts: Mapping[str, object], causes: Sequence[int]
) -> dict[str, dict[int, PredictionColumns]]:
    """The columns of every system and cause in a table, as they were named by kind."""
    return unique_systems(
        [
            (name, {cause: _table_columns(source, kind, column, cause) for cause in causes})
            for kind in KINDS
            for name, column in _systems(kind, parts[kind])
        ]
    )


def _systems(kind: str, part: object) -> list[tuple[str, str]]:
    """Systems of one kind and their columns."""
    if part is None:
        return []
    if isinstance(part, Mapping):
        return [(str(name), column_name(kind, column)) for name, column in part.items()]
    columns = [column_name(kind, column) for column in (part if isinstance(part, list | tuple) else [part])]
    return [(_system(column), column) for column in columns]


def _system(column: str) -> str:
    """A system by the name of its columns.

    >>> _system("cif_{cause}_")
    'cif'
    """
    return column.replace(CAUSE, "").replace("__", "_").rstrip("_") or column


def _table_columns(source: Source, kind: Kind, column: str, cause: int) -> PredictionColumns:
    """One column, or all that begin alike and end with a time, for one cause."""
    name = column.replace(CAUSE, str(cause))
    if kind in ("risk", "survival"):
        return PredictionColumns(kind, (name,))
    timed = sorted(_timed(source.columns, name))
    if not timed:
        raise FollowUpError.no_columns(name, source.columns, source.origin)
    return PredictionColumns(kind, tuple(column for _, column in timed), _grid([time for time, _ in timed]))


def _timed(columns: Sequence[str], prefix: str) -> Iterator[tuple[float, str]]:
    for column in columns:
        try:
            time = float(column.removeprefix(prefix)) if column.startswith(prefix) else np.nan
        except ValueError:
            continue
        if "_" in column.removeprefix(prefix) and isfinite(time):
            raise FollowUpError.two_numbers(column, prefix)
        if isfinite(time) and time >= 0:
            yield time, column


def _grid(times: object) -> tuple[float, ...]:
    """Times that rise, from 0 or later."""
    try:
        grid = np.asarray(times, np.float64).ravel()
    except (TypeError, ValueError):
        raise FollowUpError.grid(np.asarray(times, object).ravel().tolist()) from None
    if not np.isfinite(grid).all() or (grid < 0).any() or (np.diff(grid) <= 0).any():
        raise FollowUpError.grid(grid.tolist())
    return tuple(grid.tolist())


def array_predictions(
    parts: Mapping[str, object], causes: Sequence[int]
) -> tuple[dict[str, dict[int, PredictionColumns]], dict[str, object]]:
    """The same of arrays, and the columns that these are laid out as."""
    laid = _ArrayColumns(causes, () if parts["grid"] is None else _grid(parts["grid"]))
    return unique_systems([system for kind in KINDS for system in laid.systems(kind, parts[kind])]), laid.columns


class _ArrayColumns:
    """Arrays of predictions laid out as named columns, a matrix as one for each of its times."""

    def __init__(self, causes: Sequence[int], grid: tuple[float, ...]) -> None:
        self.causes, self.grid = causes, grid
        self.columns: dict[str, object] = {}
        self._arrays: dict[str, object] = {}

    def systems(self, kind: Kind, part: object) -> Iterator[tuple[str, dict[int, PredictionColumns]]]:
        """The systems of one kind."""
        if part is None:
            return
        if isinstance(part, str):
            raise ColumnError.unnamed_source(kind, part)
        for name, values in (part if isinstance(part, Mapping) else {kind: part}).items():
            by_cause = values if isinstance(values, Mapping) else dict.fromkeys(self.causes, values)
            for cause in self.causes:
                if cause not in by_cause:
                    raise ColumnError.not_given(f"{kind} of {name} for the cause {cause}")
            label = "{0} of {1}" if isinstance(values, Mapping) else "{0}"
            yield (
                str(name),
                {cause: self._lay(kind, label.format(name, cause), by_cause[cause]) for cause in self.causes},
            )

    def _lay(self, kind: Kind, name: str, values: object) -> PredictionColumns:
        if kind in ("risk", "survival"):
            self._put(name, values, values)
            return PredictionColumns(kind, (name,))
        if not self.grid:
            raise FollowUpError.no_grid()
        try:
            matrix = np.asarray(values)
        except ValueError:
            raise FollowUpError.matrix(name, "rows of different lengths", len(self.grid)) from None
        if matrix.ndim != MATRIX_AXES or matrix.shape[1] != len(self.grid):
            raise FollowUpError.matrix(name, f"shape {matrix.shape}", len(self.grid))
        columns = tuple(f"{name} at {repr(time).removesuffix('.0')}" for time in self.grid)
        for at, column in enumerate(columns):
            self._put(column, matrix[:, at], values)
        return PredictionColumns(kind, columns, self.grid)

    def _put(self, name: str, column: object, array: object) -> None:
        """A column under a name that nothing else has; several causes may share one array."""
        if self._arrays.setdefault(name, array) is not array:
            raise InputError.taken([name, name])
        self.columns[name] = column
