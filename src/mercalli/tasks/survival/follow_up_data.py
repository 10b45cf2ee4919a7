"""What the user gave as data and parts of a follow-up, to a source and the names of its columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.open import source_of
from mercalli.errors import ColumnError, InputError, SurvivalError
from mercalli.plan.columns import check_there
from mercalli.plan.roles import array_columns, check_arrays, column_name, slice_names
from mercalli.plan.systems import unique_systems
from mercalli.tasks.survival.data import FollowUp, FollowUpRoles, Kind, Predicted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal

    from numpy.typing import NDArray

    from mercalli.engines.source import Source

KINDS: tuple[Kind, ...] = get_args(Kind)
OPTIONAL = ("weight", "unit")
CAUSE = "{cause}"
MATRIX_AXES = 2


@dataclass(frozen=True)
class FollowUpTable:
    """A source, and which of its columns play which part."""

    source: Source
    roles: FollowUpRoles

    def people(self, missing: Literal["error", "drop"], causes: Mapping[int, str] | None) -> FollowUp:
        """Its people, checked."""
        rows = self.source.rows(self.roles.numbers, self.roles.keys)
        return FollowUp.check(rows, self.roles, missing, causes)


def follow_up_table(
    data: object, parts: Mapping[str, object], by: object, causes: Sequence[int], encoding: str
) -> FollowUpTable:
    """Parts as column names if there is a table, as arrays if there is none."""
    for role in ("time", "event"):
        if parts[role] is None:
            raise ColumnError.not_given(role)
    if all(parts[kind] is None for kind in KINDS):
        raise SurvivalError.no_direction()
    return _arrays(parts, by, causes) if data is None else _columns(source_of(data, encoding), parts, by, causes)


def training_table(train: object, roles: FollowUpRoles, encoding: str) -> FollowUpTable:
    """Times and events of other people, under the same names; their weights if they have that column too."""
    if isinstance(train, Mapping) and not set(train) - {"time", "event", "weight"}:
        arrays = ArraySource.check({str(name): values for name, values in train.items()})
        source: Source = replace(arrays, origin="the training arrays")
        roles = replace(roles, time="time", event="event", weight="weight")
    else:
        source = source_of(train, encoding)
    weight = roles.weight if roles.weight in source.columns else None
    named = FollowUpRoles(roles.time, roles.event, {}, weight)
    check_there(source, [*named.numbers, *named.keys])
    return FollowUpTable(source, named)


def _columns(source: Source, parts: Mapping[str, object], by: object, causes: Sequence[int]) -> FollowUpTable:
    named: list[tuple[str, Kind, str]] = [
        (name, kind, column) for kind in KINDS for name, column in _listed(kind, parts[kind])
    ]
    roles = FollowUpRoles(
        column_name("time", parts["time"]),
        column_name("event", parts["event"]),
        unique_systems([(name, _by_cause(source, kind, column, causes)) for name, kind, column in named]),
        **{role: None if parts[role] is None else column_name(role, parts[role]) for role in OPTIONAL},
        by=slice_names(by),
    )
    check_there(source, [*roles.numbers, *roles.keys])
    return FollowUpTable(source, roles)


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


def _by_cause(source: Source, kind: Kind, column: str, causes: Sequence[int]) -> dict[int, Predicted]:
    return {cause: _predicted(source, kind, column, cause) for cause in causes}


def _predicted(source: Source, kind: Kind, column: str, cause: int) -> Predicted:
    """One column, or all that begin alike and end with a time, for one cause."""
    name = column.replace(CAUSE, str(cause))
    if kind in ("risk", "survival"):
        return Predicted(kind, (name,))
    timed = sorted(_timed(source.columns, name))
    if not timed:
        raise SurvivalError.no_columns(name, source.columns, source.origin)
    grid = [time for time, _ in timed]
    _check_grid(grid)
    return Predicted(kind, tuple(each for _, each in timed), tuple(grid))


def _timed(columns: Sequence[str], prefix: str) -> Iterator[tuple[float, str]]:
    for column in columns:
        try:
            time = float(column.removeprefix(prefix)) if column.startswith(prefix) else np.nan
        except ValueError:
            continue
        if "_" in column.removeprefix(prefix) and isfinite(time):
            raise SurvivalError.two_numbers(column, prefix)
        if isfinite(time) and time >= 0:
            yield time, column


def _check_grid(grid: Sequence[float]) -> None:
    rises = all(one < two for one, two in pairwise(grid))
    if not rises or not all(isfinite(time) for time in grid) or (grid and grid[0] < 0):
        raise SurvivalError.grid(list(grid))


def _arrays(parts: Mapping[str, object], by: object, causes: Sequence[int]) -> FollowUpTable:
    slices = by if isinstance(by, Mapping) else {} if by is None else {"by": by}
    plain = {role: parts[role] for role in ("time", "event", *OPTIONAL) if parts[role] is not None}
    laid = _Laid(causes, _grid(parts["grid"]))
    systems = [each for kind in KINDS for each in laid.systems(kind, parts[kind])]
    named = [*plain.items(), *laid.columns.items(), *((str(name), values) for name, values in slices.items())]
    check_arrays(named)
    source = array_columns(named)
    roles = FollowUpRoles(
        "time",
        "event",
        unique_systems(systems),
        **{role: role if role in plain else None for role in OPTIONAL},
        by=tuple(map(str, slices)),
    )
    return FollowUpTable(source, roles)


def _grid(found: object) -> tuple[float, ...]:
    if found is None:
        return ()
    try:
        grid: Any = np.asarray(found, np.float64).ravel().tolist()
    except (TypeError, ValueError):
        raise SurvivalError.grid(np.asarray(found, object).ravel().tolist()) from None
    _check_grid(grid)
    return tuple(grid)


class _Laid:
    """Arrays of predictions laid out as named columns, a matrix as one for each of its times."""

    def __init__(self, causes: Sequence[int], grid: tuple[float, ...]) -> None:
        self.causes, self.grid = causes, grid
        self.columns: dict[str, object] = {}
        self._given: dict[str, object] = {}

    def systems(self, kind: Kind, found: object) -> Iterator[tuple[str, dict[int, Predicted]]]:
        """The systems of one kind."""
        if found is None:
            return
        for name, values in (found if isinstance(found, Mapping) else {kind: found}).items():
            by_cause = values if isinstance(values, Mapping) else dict.fromkeys(self.causes, values)
            for cause in self.causes:
                if cause not in by_cause:
                    raise ColumnError.not_given(f"{kind} of {name} for the cause {cause}")
            labels = {
                cause: f"{name} of {cause}" if isinstance(values, Mapping) else str(name) for cause in self.causes
            }
            yield str(name), {cause: self._lay(kind, labels[cause], by_cause[cause]) for cause in self.causes}

    def _lay(self, kind: Kind, name: str, values: object) -> Predicted:
        if kind in ("risk", "survival"):
            self._put(name, values, values)
            return Predicted(kind, (name,))
        if not self.grid:
            raise SurvivalError.no_grid()
        matrix = _matrix(name, values, len(self.grid))
        if matrix.ndim != MATRIX_AXES or matrix.shape[1] != len(self.grid):
            raise SurvivalError.matrix(name, f"shape {matrix.shape}", len(self.grid))
        names = tuple(f"{name} at {repr(time).removesuffix('.0')}" for time in self.grid)
        for at, each in enumerate(names):
            self._put(each, matrix[:, at], values)
        return Predicted(kind, names, self.grid)

    def _put(self, name: str, column: object, given: object) -> None:
        """A column under a name that nothing else has; several causes may share one prediction."""
        if self._given.setdefault(name, given) is not given:
            raise InputError.taken([name, name])
        self.columns[name] = column


def _matrix(name: str, values: object, times: int) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError:
        raise SurvivalError.matrix(name, "rows of different lengths", times) from None
