"""Which column of a table holds what: as it was named, or by its usual name; a guess is always told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from mercalli.errors import ColumnError
from mercalli.errors.data import in_words
from mercalli.inputs.usual_names import plain_name

TRUTH_ROLE = "truth"


class TableLike(Protocol):
    """Anything that has columns and is called something in messages."""

    @property
    def origin(self) -> str:
        """What it is called in messages."""
        ...

    @property
    def columns(self) -> Iterable[str]:
        """The names of its columns."""
        ...


@dataclass(frozen=True)
class Role:
    """What a column holds.

    Attributes:
        name: The role, which is also the name of its option.
        usual: Names that such a column usually has.
        starts: What the names of several such columns usually begin with.
        required: Whether it is an error that no column has a usual name.
        ranked: Whether the most usual name is taken where several occur, which is an error otherwise.
        asked: Whether its command takes it from the user alone, and never by its name.
    """

    name: str
    usual: Sequence[str]
    starts: Sequence[str] = ()
    required: bool = True
    ranked: bool = False
    asked: bool = False


def find_columns(
    table: TableLike, roles: Iterable[Role], named: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """The columns of every role: those that were named, and for the others those with a usual name."""
    _check_named(table, named)
    columns: dict[str, tuple[str, ...]] = {}
    for role in roles:
        columns[role.name] = tuple(named.get(role.name) or _guessed(role, table, {**named, **columns}))
    return columns


def find_column(table: TableLike, role: Role) -> str:
    """The column of a role that must be there, by its usual name."""
    return _guessed(role, table, {})[0]


def likely_columns(role: Role, columns: Sequence[str]) -> tuple[str, ...]:
    """The columns that a role would get by their usual names, and all candidates where it would not be clear which.

    >>> likely_columns(Role("pred", ["pred", "prediction"]), ["id", "Prediction"])
    ('Prediction',)
    """
    candidates = _candidates(role, columns)
    if role.ranked:
        return tuple(candidates[0][:1]) if candidates else ()
    return tuple(name for alike in candidates for name in alike)


def check_there(table: TableLike, names: Iterable[str | None]) -> None:
    """Refuse names of columns that a table does not have."""
    available = list(table.columns)
    for name in names:
        if name is not None and name not in available:
            raise ColumnError.unknown(name, available, table.origin)


def columns_text(columns: Mapping[str, Sequence[str]]) -> str:
    """Which columns hold what.

    >>> columns_text({"truth": ["gold"], "pred": ["svm", "tree"], "event": []})
    "truth: 'gold', pred: 'svm', 'tree'"
    """
    return ", ".join(f"{role}: {', '.join(map(repr, names))}" for role, names in columns.items() if names)


def _check_named(table: TableLike, named: Mapping[str, Sequence[str]]) -> None:
    """Every column is there, is named once for a role, and is not both truth and something else."""
    for role, names in named.items():
        for name in names:
            if list(names).count(name) > 1:
                raise ColumnError.of_role(role, f"names {name!r} twice. Name it once.")
            if role != TRUTH_ROLE and name in named.get(TRUTH_ROLE, ()):
                raise ColumnError.own_truth(name)
    check_there(table, [name for names in named.values() for name in names])


def _guessed(role: Role, table: TableLike, others: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The columns with a usual name that no other role has; an error lists the candidates or what there is."""
    taken = {name: other for other, names in others.items() for name in names}
    candidates = _candidates(role, [column for column in table.columns if column not in taken])
    if not candidates and role.required:
        for name in (name for names in _candidates(role, list(taken)) for name in names):
            raise ColumnError.named(
                name,
                f"is named with --{taken[name]}, and no other column has a usual name for {in_words(role.name)}. "
                f"Name another with --{taken[name]}, or say with --{role.name} which column holds the {role.name}.",
            )
        raise ColumnError.not_found(role.name, role.usual, list(table.columns), table.origin)
    if not candidates or role.ranked:
        return tuple(candidates[0][:1]) if candidates else ()
    if len(candidates) > 1 or (len(candidates[0]) > 1 and not role.starts):
        raise ColumnError.ambiguous(role.name, [name for names in candidates for name in names], table.origin)
    return tuple(candidates[0])


def _candidates(role: Role, columns: Sequence[str]) -> list[list[str]]:
    """Columns by the usual name or beginning that they have, the most usual first."""
    names = ([column for column in columns if plain_name(column) == name] for name in role.usual)
    begun = ([column for column in columns if plain_name(column).startswith(start)] for start in role.starts)
    return [alike for alike in (*names, *begun) if alike]
