"""What the user gave as data and roles, to a source and the names of its columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass, replace
from typing import Any

from mercalli.engines.arrays import ArraySource
from mercalli.engines.counted import CountedSource
from mercalli.engines.keys import with_keys
from mercalli.engines.open import are_paths, source_of
from mercalli.engines.source import Source
from mercalli.errors import ColumnError, InputError
from mercalli.plan.blocks import sized_unit
from mercalli.plan.columns import check_there
from mercalli.plan.systems import unique_systems
from mercalli.stats.margins import CELLS
from mercalli.stats.sharing import Shared


@dataclass(frozen=True)
class TableRoles:
    """A source, and which of its columns play which part; systems by name. `shared` if its counts were rounded."""

    source: Source
    truth: str
    systems: Mapping[str, str]
    weight: str | None
    unit: str | None
    by: tuple[str, ...]
    count: str | None = None
    shared: Shared | None = None

    @property
    def has_cells(self) -> bool:
        """Whether it is known which class was taken for which."""
        return self.shared is None or self.shared.table == CELLS

    def checked(self, others: Iterable[str] = ()) -> TableRoles:
        """The same, if every column is there; `others` are those that the profile asks for."""
        available, origin = self.source.columns, self.source.origin
        check_there(self.source, [self.truth, *self.systems.values(), self.weight, self.unit, self.count, *self.by])
        for name in others:
            if name not in available:
                raise ColumnError.unknown(name, available, origin, " The profile varies its weights by it.")
        return self


def table_roles(
    data: object,
    *,
    truth: object,
    pred: object,
    weight: object = None,
    unit: object = None,
    by: object = None,
    count: object = None,
    encoding: str = "utf-8",
    role: str = "pred",
) -> TableRoles:
    """Roles as column names if there is a table, as arrays if there is none; `role` is what the caller calls pred."""
    parts = ({"truth": truth}, {"weight": weight, "unit": unit, "count": count}, by)
    if data is None:
        systems = array_systems(role, pred, {"truth": truth})
        arrays, named = array_parts(*parts, systems)
        return _counted(TableRoles(arrays, systems={str(name): str(name) for name in systems}, **named))
    columns, named = column_systems(role, pred), column_parts(*parts)
    source = source_of(data, encoding)
    check_there(source, [named["truth"], *columns.values()])
    named["unit"] = sized_unit(source, named["unit"], named["truth"], next(iter(columns.values())))
    table = with_keys(source, named["by"], named["unit"])
    return _counted(TableRoles(table, systems=columns, **named).checked())


def roles_with(data: object, parts: Mapping[str, object], **roles: Any) -> tuple[TableRoles, dict[str, str]]:  # noqa: ANN401 - as the caller got them
    """The roles, and the columns of further parts, such as times and places, that are counted by.

    Without a table, arrays are columns named after their parts.
    """
    named = {part: value for part, value in parts.items() if value is not None}
    by: object = named if data is None else list(dict.fromkeys(named.values()))
    return table_roles(data, by=by, **roles), {part: part if data is None else str(named[part]) for part in named}


def _counted(table: TableRoles) -> TableRoles:
    """The same with rows that stand for as many items as their count says, if they have one."""
    if table.count is None:
        return table
    others = {"weight": table.weight, "unit": table.unit}
    parts = [("truth", table.truth), *(("prediction", name) for name in table.systems.values())]
    parts += [(role, name) for role, name in others.items() if name is not None]
    for role, name in (*parts, *(("slice", name) for name in table.by)):
        check_apart([(role, name), ("count", table.count)])
    return replace(table, source=CountedSource(table.source, table.count))


def column_parts(required: Mapping[str, object], optional: Mapping[str, object], by: object) -> dict[str, Any]:
    """The columns of a table by the part that they play, and those to slice by."""
    named = {role: column_name(role, value) for role, value in required.items()}
    more = {role: None if value is None else column_name(role, value) for role, value in optional.items()}
    return {**named, **more, "by": slice_names(by)}


def array_parts(
    required: Mapping[str, object], optional: Mapping[str, object], by: object, systems: Mapping[str, object]
) -> tuple[ArraySource, dict[str, Any]]:
    """Arrays as the columns of a table, each named after its part, its system or its slice."""
    _check_arrays({**required, **optional}, required)
    if isinstance(by, str) or _are_names(by, next(iter(required.values()))):
        raise ColumnError.unnamed_source("by", by)
    slices = by if isinstance(by, Mapping) else {} if by is None else {"by": by}
    plain = {role: value for role, value in {**required, **optional}.items() if value is not None}
    named = [(str(name), value) for name, value in [*plain.items(), *systems.items(), *slices.items()]]
    columns = dict(named)
    if len(columns) < len(named):
        raise InputError.taken([name for name, _ in named])
    roles = {role: role if role in plain else None for role in (*required, *optional)}
    return ArraySource.check(columns), {**roles, "by": tuple(map(str, slices))}


def column_name(role: str, value: object) -> str:
    """The name of the column that plays a part in a table."""
    if value is None:
        raise ColumnError.not_given(role)
    if not isinstance(value, str):
        raise ColumnError.not_named(role, value)
    return value


def column_systems(role: str, value: object) -> dict[str, str]:
    """The columns of systems by name: a dict, several columns, or one."""
    if isinstance(value, Mapping):
        named = [(str(name), column_name(role, column)) for name, column in value.items()]
    else:
        listed = value if isinstance(value, list | tuple) else [value]
        named = [(column_name(role, column), column_name(role, column)) for column in listed]
    return unique_systems(named, role)


def array_systems(role: str, value: object, required: Mapping[str, object]) -> dict[str, object]:
    """The arrays of systems by name: a dict, or one array that is called after its role."""
    _check_arrays({**required, role: value}, {**required, role: value})
    if isinstance(value, list | tuple) and any(_is_array(each) for each in value):
        raise ColumnError.of_role(role, "is a list of several arrays. Pass several systems as a dict name -> array.")
    return unique_systems(list(value.items()), role) if isinstance(value, Mapping) else {role: value}


def slice_names(by: object) -> tuple[str, ...]:
    """The columns to slice by, each once."""
    if by is None:
        return ()
    names = by if isinstance(by, list | tuple) else (by,)
    return tuple(dict.fromkeys(column_name("by", name) for name in names))


def _are_names(by: object, truth: object) -> bool:
    """Texts that are not as many as there are rows."""
    return are_paths(by) and isinstance(truth, Sized) and len(by) != len(truth)


def _check_arrays(parts: Mapping[str, object], required: Iterable[str] = ()) -> None:
    """Refuse names of columns where there is no table, and parts that were left out."""
    for role, value in parts.items():
        if isinstance(value, str):
            raise ColumnError.unnamed_source(role, value)
        if value is None and role in required:
            raise ColumnError.not_given(role)


def _is_array(value: object) -> bool:
    return isinstance(value, Sized) and not isinstance(value, str | bytes)


def check_apart(parts: Iterable[tuple[str, str]]) -> None:
    """Refuse a column that is named for two parts, which must not be the same."""
    seen: dict[str, str] = {}
    for role, name in parts:
        if name in seen:
            raise ColumnError.named(
                name, f"is named both as the {seen[name]} and as the {role}. Name another column for one of them."
            )
        seen[name] = role
