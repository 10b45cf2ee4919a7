"""What the user gave as data and roles, to a source and the names of its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mercalli.engines.arrays import ArraySource
from mercalli.engines.open import _is_paths, source_of
from mercalli.errors import ColumnError, InputError, SystemNameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.engines.source import Source


@dataclass(frozen=True)
class Given:
    """A source, and which of its columns play which part; systems by name."""

    source: Source
    truth: str
    systems: Mapping[str, str]
    weight: str | None
    unit: str | None
    by: tuple[str, ...]

    def checked(self, others: Iterable[str] = ()) -> Given:
        """The same, if every column is there; `others` are those that the profile asks for."""
        available, origin = self.source.columns, self.source.origin
        for name in [self.truth, *self.systems.values(), self.weight, self.unit, *self.by]:
            if name is not None and name not in available:
                raise ColumnError.unknown(name, available, origin)
        for name in others:
            if name not in available:
                raise ColumnError.unknown(name, available, origin, " The profile varies its weights by it.")
        return self


def given(
    data: object,
    *,
    truth: object,
    pred: object,
    weight: object = None,
    unit: object = None,
    by: object = None,
    encoding: str = "utf-8",
    answer: str = "pred",
) -> Given:
    """Roles as column names if there is a table, as arrays if there is none; `answer` is what the caller calls pred."""
    if data is None:
        return _arrays(answer, truth=truth, pred=pred, weight=weight, unit=unit, by=by)
    systems = _systems(pred, answer)
    return Given(
        source=source_of(data, encoding),
        truth=_name("truth", truth),
        systems=systems,
        weight=None if weight is None else _name("weight", weight),
        unit=None if unit is None else _name("unit", unit),
        by=_by(by),
    ).checked()


def _name(role: str, found: object) -> str:
    if found is None:
        raise ColumnError.not_given(role)
    if not isinstance(found, str):
        raise ColumnError.not_named(role, found)
    return found


def _systems(pred: object, role: str) -> dict[str, str]:
    if isinstance(pred, Mapping):
        named = [(str(name), _name(role, column)) for name, column in pred.items()]
    elif isinstance(pred, str):
        named = [(pred, pred)]
    elif isinstance(pred, list | tuple):
        named = [(_name(role, column), _name(role, column)) for column in pred]
    else:
        raise ColumnError.not_named(role, pred) if pred is not None else ColumnError.not_given(role)
    return unique_systems(named)


def unique_systems(named: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Systems by name, each name once and at least one."""
    found: dict[str, Any] = {}
    for name, value in named:
        if name in found:
            raise SystemNameError.duplicate(name)
        found[name] = value
    if not found:
        raise SystemNameError.none()
    return found


def _by(by: object) -> tuple[str, ...]:
    if by is None:
        return ()
    names = (by,) if isinstance(by, str) else tuple(by) if isinstance(by, list | tuple) else (by,)
    return tuple(dict.fromkeys(_name("by", name) for name in names))


def _are_names(by: object, truth: object) -> bool:
    """Texts that are not as many as there are rows."""
    return _is_paths(by) and isinstance(truth, Sized) and isinstance(by, Sized) and len(by) != len(truth)


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


def _arrays(answer: str, *, truth: object, pred: object, weight: object, unit: object, by: object) -> Given:
    _reject_names({"truth": truth, answer: pred, "weight": weight, "unit": unit, "by": by}, answer)
    systems = unique_systems(list(pred.items())) if isinstance(pred, Mapping) else {answer: pred}
    slices = dict(by) if isinstance(by, Mapping) else {} if by is None else {"by": by}
    roles = {
        name: values for name, values in (("truth", truth), ("weight", weight), ("unit", unit)) if values is not None
    }
    named = [*roles.items(), *systems.items(), *slices.items()]
    columns = {str(name): values for name, values in named}
    if len(columns) < len(named):
        raise InputError.taken([str(name) for name, _ in named])
    return Given(
        source=ArraySource.check(columns),
        truth="truth",
        systems={str(name): str(name) for name in systems},
        weight=None if weight is None else "weight",
        unit=None if unit is None else "unit",
        by=tuple(slices),
    )
