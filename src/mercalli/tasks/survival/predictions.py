"""Predictions about people: risks, or chances over time; a column each, or one for each time of a grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from mercalli.errors import ColumnError, InputError
from mercalli.plan.roles import column_name
from mercalli.plan.systems import unique_systems
from mercalli.tasks.survival.errors import FollowUpError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from mercalli.engines.source import Source

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

    @property
    def is_matrix(self) -> bool:
        """Whether it is a chance over time."""
        return self.kind in ("cif", "survival_curve")


def column_predictions(
    source: Source, named: Mapping[str, object], causes: Sequence[int]
) -> dict[str, dict[int, PredictionColumns]]:
    """The columns of every system and cause in a table, as they were named by kind."""
    return unique_systems(
        [
            (name, {cause: _predicted(source, kind, column, cause) for cause in causes})
            for kind in KINDS
            for name, column in _listed(kind, named[kind])
        ]
    )


def _listed(kind: str, found: object) -> list[tuple[str, str]]:
    """Systems of one kind and their columns."""
    if found is None:
        return []
    if isinstance(found, Mapping):
        return [(str(name), column_name(kind, column)) for name, column in found.items()]
    listed = found if isinstance(found, list | tuple) else [found]
    return [(_system(column_name(kind, column)), column_name(kind, column)) for column in listed]


def _system(column: str) -> str:
    """A system by the name of its columns.

    >>> _system("cif_{cause}_")
    'cif'
    """
    return column.replace(CAUSE, "").replace("__", "_").rstrip("_") or column


def _predicted(source: Source, kind: Kind, column: str, cause: int) -> PredictionColumns:
    """One column, or all that begin alike and end with a time, for one cause."""
    name = column.replace(CAUSE, str(cause))
    if kind in ("risk", "survival"):
        return PredictionColumns(kind, (name,))
    timed = sorted(_timed(source.columns, name))
    if not timed:
        raise FollowUpError.no_columns(name, source.columns, source.origin)
    grid = [time for time, _ in timed]
    _check_grid(grid)
    return PredictionColumns(kind, tuple(each for _, each in timed), tuple(grid))


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


def _check_grid(grid: Sequence[float]) -> None:
    rises = all(one < two for one, two in pairwise(grid))
    if not rises or not all(isfinite(time) for time in grid) or (grid and grid[0] < 0):
        raise FollowUpError.grid(list(grid))


def array_predictions(
    given: Mapping[str, object], grid: object, causes: Sequence[int]
) -> tuple[dict[str, dict[int, PredictionColumns]], dict[str, object]]:
    """The same of arrays, and the columns that these are laid out as."""
    laid = _Columns(causes, _grid(grid))
    return unique_systems([each for kind in KINDS for each in laid.systems(kind, given[kind])]), laid.columns


def _grid(found: object) -> tuple[float, ...]:
    if found is None:
        return ()
    try:
        grid: Any = np.asarray(found, np.float64).ravel().tolist()
    except (TypeError, ValueError):
        raise FollowUpError.grid(np.asarray(found, object).ravel().tolist()) from None
    _check_grid(grid)
    return tuple(grid)


class _Columns:
    """Arrays of predictions laid out as named columns, a matrix as one for each of its times."""

    def __init__(self, causes: Sequence[int], grid: tuple[float, ...]) -> None:
        self.causes, self.grid = causes, grid
        self.columns: dict[str, object] = {}
        self._given: dict[str, object] = {}

    def systems(self, kind: Kind, found: object) -> Iterator[tuple[str, dict[int, PredictionColumns]]]:
        """The systems of one kind."""
        if found is None:
            return
        if isinstance(found, str):
            raise ColumnError.unnamed_source(kind, found)
        for name, values in (found if isinstance(found, Mapping) else {kind: found}).items():
            by_cause = values if isinstance(values, Mapping) else dict.fromkeys(self.causes, values)
            for cause in self.causes:
                if cause not in by_cause:
                    raise ColumnError.not_given(f"{kind} of {name} for the cause {cause}")
            labels = {
                cause: f"{name} of {cause}" if isinstance(values, Mapping) else str(name) for cause in self.causes
            }
            yield str(name), {cause: self._lay(kind, labels[cause], by_cause[cause]) for cause in self.causes}

    def _lay(self, kind: Kind, name: str, values: object) -> PredictionColumns:
        if kind in ("risk", "survival"):
            self._put(name, values, values)
            return PredictionColumns(kind, (name,))
        if not self.grid:
            raise FollowUpError.no_grid()
        matrix = _matrix(name, values, len(self.grid))
        if matrix.ndim != MATRIX_AXES or matrix.shape[1] != len(self.grid):
            raise FollowUpError.matrix(name, f"shape {matrix.shape}", len(self.grid))
        names = tuple(f"{name} at {repr(time).removesuffix('.0')}" for time in self.grid)
        for at, each in enumerate(names):
            self._put(each, matrix[:, at], values)
        return PredictionColumns(kind, names, self.grid)

    def _put(self, name: str, column: object, given: object) -> None:
        """A column under a name that nothing else has; several causes may share one prediction."""
        if self._given.setdefault(name, given) is not given:
            raise InputError.taken([name, name])
        self.columns[name] = column


def _matrix(name: str, values: object, times: int) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError:
        raise FollowUpError.matrix(name, "rows of different lengths", times) from None
