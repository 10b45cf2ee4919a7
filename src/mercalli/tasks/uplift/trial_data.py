"""What the user gave as data and parts of a trial, to a source and the names of its columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.engines.open import source_of
from mercalli.errors import ColumnError
from mercalli.plan.columns import check_there
from mercalli.plan.roles import array_columns, check_arrays, column_name, slice_names
from mercalli.plan.systems import unique_systems
from mercalli.tasks.uplift.data import Trial, TrialRoles

if TYPE_CHECKING:
    from typing import Literal

    from mercalli.engines.source import Source

ONE, MANY, OPTIONAL = ("outcome", "treatment"), "score", ("weight", "propensity", "unit")


@dataclass(frozen=True)
class TrialTable:
    """A source, and which of its columns play which part."""

    source: Source
    roles: TrialRoles

    def trial(self, missing: Literal["error", "drop"]) -> Trial:
        """Its people, checked."""
        rows = self.source.rows(self.roles.numbers, self.roles.keys)
        return Trial.check(rows, self.roles, missing)


def trial_table(data: object, parts: Mapping[str, object], by: object, encoding: str) -> TrialTable:
    """Parts as column names if there is a table, as arrays if there is none."""
    for role in (*ONE, MANY):
        if parts[role] is None:
            raise ColumnError.not_given(role)
    return _arrays(parts, by) if data is None else _columns(source_of(data, encoding), parts, by)


def _columns(source: Source, parts: Mapping[str, object], by: object) -> TrialTable:
    scores = parts[MANY]
    listed = scores if isinstance(scores, list | tuple) else [scores]
    named = (
        list(scores.items()) if isinstance(scores, Mapping) else [(column_name(MANY, each), each) for each in listed]
    )
    if not named:
        raise ColumnError.not_given(MANY)
    roles = TrialRoles(
        column_name("outcome", parts["outcome"]),
        column_name("treatment", parts["treatment"]),
        unique_systems([(str(name), column_name(MANY, column)) for name, column in named]),
        **{role: None if parts[role] is None else column_name(role, parts[role]) for role in OPTIONAL},
        by=slice_names(by),
    )
    check_there(source, [*roles.numbers, *roles.keys])
    return TrialTable(source, roles)


def _arrays(parts: Mapping[str, object], by: object) -> TrialTable:
    scores, slices = parts[MANY], by if isinstance(by, Mapping) else {} if by is None else {"by": by}
    systems = {str(name): values for name, values in scores.items()} if isinstance(scores, Mapping) else {MANY: scores}
    plain = {role: parts[role] for role in (*ONE, *OPTIONAL) if parts[role] is not None}
    named = [*plain.items(), *systems.items(), *slices.items()]
    check_arrays(named)
    source = array_columns(named)
    optional = {role: role if role in plain else None for role in OPTIONAL}
    scored = {name: name for name in systems}
    roles = TrialRoles("outcome", "treatment", scored, **optional, by=tuple(map(str, slices)))
    return TrialTable(source, roles)
