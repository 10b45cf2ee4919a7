"""What the user gave as data and parts of a trial, to a source and the names of its columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.engines.arrays import ArraySource
from mercalli.engines.open import source_of
from mercalli.engines.rows import Rows
from mercalli.errors import ColumnError, InputError, SystemNameError
from mercalli.tasks.uplift.data import Trial, TrialRoles

if TYPE_CHECKING:
    from typing import Literal

    from mercalli.engines.source import Source

ONE, MANY, OPTIONAL = ("outcome", "treatment"), "score", ("weight", "propensity", "unit")


@dataclass(frozen=True)
class GivenTrial:
    """A source, and which of its columns play which part."""

    source: Source
    roles: TrialRoles

    def trial(self, missing: Literal["error", "drop"]) -> Trial:
        """Its people, checked."""
        rows = Rows.of(self.source, self.roles.numbers, self.roles.keys)
        return Trial.check(rows, self.roles, missing)


def given_trial(data: object, parts: Mapping[str, object], by: object, encoding: str) -> GivenTrial:
    """Parts as column names if there is a table, as arrays if there is none."""
    for role in (*ONE, MANY):
        if parts[role] is None:
            raise ColumnError.not_given(role)
    return _arrays(parts, by) if data is None else _columns(source_of(data, encoding), parts, by)


def _columns(source: Source, parts: Mapping[str, object], by: object) -> GivenTrial:
    scores = parts[MANY]
    listed = scores if isinstance(scores, list | tuple) else [scores]
    named = list(scores.items()) if isinstance(scores, Mapping) else [(_name(MANY, each), each) for each in listed]
    slices = by if isinstance(by, list | tuple) else [] if by is None else [by]
    roles = TrialRoles(
        _name("outcome", parts["outcome"]),
        _name("treatment", parts["treatment"]),
        _unique([(str(name), _name(MANY, column)) for name, column in named]),
        **{role: None if parts[role] is None else _name(role, parts[role]) for role in OPTIONAL},
        by=tuple(dict.fromkeys(_name("by", each) for each in slices)),
    )
    for name in (*roles.numbers, *roles.keys):
        if name not in source.columns:
            raise ColumnError.unknown(name, source.columns, source.origin)
    return GivenTrial(source, roles)


def _name(role: str, found: object) -> str:
    if not isinstance(found, str):
        raise ColumnError.not_named(role, found)
    return found


def _unique(named: list[tuple[str, str]]) -> dict[str, str]:
    names = [name for name, _ in named]
    for name in names:
        if names.count(name) > 1:
            raise SystemNameError.duplicate(name)
    if not names:
        raise ColumnError.not_given(MANY)
    return dict(named)


def _arrays(parts: Mapping[str, object], by: object) -> GivenTrial:
    scores, slices = parts[MANY], by if isinstance(by, Mapping) else {} if by is None else {"by": by}
    systems = {str(name): values for name, values in scores.items()} if isinstance(scores, Mapping) else {MANY: scores}
    plain = {role: parts[role] for role in (*ONE, *OPTIONAL) if parts[role] is not None}
    named = [*plain.items(), *systems.items(), *slices.items()]
    for role, values in named:
        if isinstance(values, str):
            raise ColumnError.unnamed_source(str(role), values)
    columns = {str(name): values for name, values in named}
    if len(columns) < len(named):
        raise InputError.taken([str(name) for name, _ in named])
    optional = {role: role if role in plain else None for role in OPTIONAL}
    scored = {name: name for name in systems}
    roles = TrialRoles("outcome", "treatment", scored, **optional, by=tuple(map(str, slices)))
    return GivenTrial(ArraySource.check(columns), roles)
