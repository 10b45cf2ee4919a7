"""Every place where two results differ."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mercalli.results.personal import shown
from mercalli.results.seal import Result, plain

# What tells the entries of a list apart, the first that they have.
IDENTITIES = (
    ("name",),
    ("metric",),
    ("levels", "level"),
    ("truth", "first", "second"),
    ("first", "second"),
    ("truth", "pred"),
    ("gate", "system", "place"),
)


@dataclass(frozen=True)
class Change:
    """Where two results differ."""

    path: str
    before: object
    after: object

    def __str__(self) -> str:
        return f"{self.path}: {self.before!r} -> {self.after!r}"


def diff(before: Result, after: Result, *, tolerance: float = 0.0) -> list[Change]:
    """Every place where two results differ, numbers by more than `tolerance`; texts are compared as masked."""
    return list(_changes("", plain(shown(before)), plain(shown(after)), tolerance))


def _changes(path: str, before: object, after: object, tolerance: float) -> Iterator[Change]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            yield from _changes(f"{path}.{key}" if path else str(key), before.get(key), after.get(key), tolerance)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _list_changes(path, before, after, tolerance)
    elif not is_same(before, after, tolerance):
        yield Change(path, before, after)


def _list_changes(path: str, before: list[Any], after: list[Any], tolerance: float) -> Iterator[Change]:
    """Entries that have a name are matched by it, others by position."""
    one, two = entries_by_name(before), entries_by_name(after)
    for name in dict.fromkeys([*one, *two]):
        yield from _changes(f"{path}[{name}]", one.get(name), two.get(name), tolerance)


def entries_by_name(entries: list[Any]) -> dict[str, Any]:
    """By position too where two have the same name, so that none is lost."""
    named = {_name(each, at): each for at, each in enumerate(entries)}
    return named if len(named) == len(entries) else {str(at): each for at, each in enumerate(entries)}


def _name(entry: object, at: int) -> str:
    if not isinstance(entry, Mapping):
        return str(at)
    if "columns" in entry and "values" in entry:
        return ", ".join(f"{column}={value}" for column, value in zip(entry["columns"], entry["values"], strict=True))
    keys = next((keys for keys in IDENTITIES if all(key in entry for key in keys)), None)
    return str(at) if keys is None else " / ".join(str(entry[key]) for key in keys)


def is_same(before: object, after: object, tolerance: float) -> bool:
    """Whether two values are equal, or numbers that are close enough."""
    numbers = isinstance(before, int | float) and isinstance(after, int | float)
    if numbers and tolerance:
        return math.isclose(float(before), float(after), rel_tol=0.0, abs_tol=tolerance)  # type: ignore[arg-type]
    return before == after
