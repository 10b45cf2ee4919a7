"""What the user gave as data and roles, to a source and the names of its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.engines.arrays import ArraySource
from mercalli.engines.open import are_paths, source_of
from mercalli.errors import ColumnError, InputError
from mercalli.plan.columns import check_there
from mercalli.plan.systems import unique_systems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.engines.source import Source


@dataclass(frozen=True)
class TableRoles:
    """A source, and which of its columns play which part; systems by name."""

    source: Source
    truth: str
    systems: Mapping[str, str]
    weight: str | None
    unit: str | None
    by: tuple[str, ...]

    def checked(self, others: Iterable[str] = ()) -> TableRoles:
        """The same, if every column is there; `others` are those that the profile asks for."""
        available, origin = self.source.columns, self.source.origin
        check_there(self.source, [self.truth, *self.systems.values(), self.weight, self.unit, *self.by])
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
    encoding: str = "utf-8",
    answer: str = "pred",
) -> TableRoles:
    """Roles as column names if there is a table, as arrays if there is none; `answer` is what the caller calls pred."""
    if data is None:
        return _arrays(answer, truth=truth, pred=pred, weight=weight, unit=unit, by=by)
    systems = _systems(pred, answer)
    return TableRoles(
        source=source_of(data, encoding),
        truth=column_name("truth", truth),
        systems=systems,
        weight=None if weight is None else column_name("weight", weight),
        unit=None if unit is None else column_name("unit", unit),
        by=slice_names(by),
    ).checked()


def column_name(role: str, found: object) -> str:
    """The name of the column that plays a part in a table."""
    if found is None:
        raise ColumnError.not_given(role)
    if not isinstance(found, str):
        raise ColumnError.not_named(role, found)
    return found


def _systems(pred: object, role: str) -> dict[str, str]:
    if isinstance(pred, Mapping):
        named = [(str(name), column_name(role, column)) for name, column in pred.items()]
    elif isinstance(pred, str):
        named = [(pred, pred)]
    elif isinstance(pred, list | tuple):
        named = [(column_name(role, column), column_name(role, column)) for column in pred]
    else:
        raise ColumnError.not_named(role, pred) if pred is not None else ColumnError.not_given(role)
    return unique_systems(named)


def slice_names(by: object) -> tuple[str, ...]:
    """The columns to slice by, each once."""
    if by is None:
        return ()
    names = (by,) if isinstance(by, str) else tuple(by) if isinstance(by, list | tuple) else (by,)
    return tuple(dict.fromkeys(column_name("by", name) for name in names))


def _are_names(by: object, truth: object) -> bool:
    """Texts that are not as many as there are rows."""
    return are_paths(by) and isinstance(truth, Sized) and len(by) != len(truth)


def _reject_names(roles: Mapping[str, object], answer: str) -> None:
    """Names of columns where there is no table, and roles that were left out."""
    for role, found in roles.items():
        if isinstance(found, str) or (role == "by" and _are_names(found, roles["truth"])):
            raise ColumnError.unnamed_source(role, found)
        if found is None and role in ("truth", answer):
            raise ColumnError.not_given(role)
    answers = roles[answer]
    if isinstance(answers, list | tuple) and any(_is_array(each) for each in answers):
        raise ColumnError.several_arrays(answer)


def _is_array(value: object) -> bool:
    return isinstance(value, Sized) and not isinstance(value, str | bytes)


def _arrays(answer: str, *, truth: object, pred: object, weight: object, unit: object, by: object) -> TableRoles:
    _reject_names({"truth": truth, answer: pred, "weight": weight, "unit": unit, "by": by}, answer)
    systems = unique_systems(list(pred.items())) if isinstance(pred, Mapping) else {answer: pred}
    slices = dict(by) if isinstance(by, Mapping) else {} if by is None else {"by": by}
    roles = {
        name: values for name, values in (("truth", truth), ("weight", weight), ("unit", unit)) if values is not None
    }
    source = array_columns([*roles.items(), *systems.items(), *slices.items()])
    return TableRoles(
        source=source,
        truth="truth",
        systems={str(name): str(name) for name in systems},
        weight=None if weight is None else "weight",
        unit=None if unit is None else "unit",
        by=tuple(slices),
    )


def array_columns(named: Sequence[tuple[object, object]]) -> ArraySource:
    """Arrays as the columns of a table, each under a name of its own."""
    columns = {str(name): values for name, values in named}
    if len(columns) < len(named):
        raise InputError.taken([str(name) for name, _ in named])
    return ArraySource.check(columns)


def check_arrays(named: Sequence[tuple[object, object]]) -> None:
    """Refuse names of columns where there is no table."""
    for role, values in named:
        if isinstance(values, str):
            raise ColumnError.unnamed_source(str(role), values)
