"""Results as strict JSON under a seal, back again, and the difference between two."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin, get_type_hints

from mercalli.errors import ResultError
from mercalli.results.records import FORMAT, RESULTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.results.records import Comparison, Evaluation

Record = TypeVar("Record")


def to_json(result: Evaluation | Comparison) -> str:
    """Strict JSON, sealed with a digest over its content; the same result gives the same bytes."""
    kind = next(name for name, record in RESULTS.items() if type(result) is record)
    content = {"mercalli": kind, "format": FORMAT, **_plain(result)}
    return _dumps({**content, "seal": _digest(content)}) + "\n"


def from_json(text: str, origin: str = "the result") -> Evaluation | Comparison:
    """A result from its JSON; an error if it is broken or was changed."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise ResultError.broken(origin, f"it is not JSON ({error}).") from None
    if not isinstance(content, dict) or content.get("mercalli") not in RESULTS or content.get("format") != FORMAT:
        raise ResultError.broken(origin, f"it does not say that it is one of format {FORMAT}.")
    sealed = content.pop("seal", None)
    if sealed != _digest(content):
        raise ResultError.seal(origin, str(sealed), _digest(content))
    found: Evaluation | Comparison = _record(RESULTS[content["mercalli"]], content)
    return found


def _dumps(content: object) -> str:
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)


def _digest(content: object) -> str:
    return "sha256:" + sha256(_dumps(content).encode()).hexdigest()


def _plain(value: Any) -> Any:  # noqa: ANN401 - any record
    """Records as dicts, tuples as lists; a number that is not finite must have been made None before."""
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def _record(kind: Any, value: Any) -> Any:  # noqa: ANN401 - the type decides
    """The reverse of `_plain`, guided by the types of the records."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{each.name: _record(hints[each.name], value[each.name]) for each in fields(kind)})  # type: ignore[operator]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple and isinstance(value, list):
        return tuple(_record(inner[0], each) for each in value)
    if origin is Mapping:
        return {key: _record(inner[1], each) for key, each in value.items()}
    if origin is UnionType and isinstance(value, list | dict):
        return _record(next(each for each in inner if _holds(each, value)), value)
    return value


def _holds(kind: Any, value: object) -> bool:  # noqa: ANN401 - any type
    return is_dataclass(kind) if isinstance(value, dict) else get_origin(kind) is tuple


@dataclass(frozen=True)
class Change:
    """Where two results differ."""

    path: str
    before: object
    after: object

    def __str__(self) -> str:
        return f"{self.path}: {self.before!r} -> {self.after!r}"


def diff(before: Evaluation | Comparison, after: Evaluation | Comparison, *, tolerance: float = 0.0) -> list[Change]:
    """Every place where two results differ, numbers by more than `tolerance`."""
    return list(_changes("", _plain(before), _plain(after), tolerance))


def _changes(path: str, before: object, after: object, tolerance: float) -> Iterator[Change]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            yield from _changes(f"{path}.{key}" if path else str(key), before.get(key), after.get(key), tolerance)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _list_changes(path, before, after, tolerance)
    elif not _same(before, after, tolerance):
        yield Change(path, before, after)


def _list_changes(path: str, before: list[Any], after: list[Any], tolerance: float) -> Iterator[Change]:
    """Entries that have a name are matched by it, others by position."""
    named = [{_name(each, at): each for at, each in enumerate(entries)} for entries in (before, after)]
    for name in dict.fromkeys([*named[0], *named[1]]):
        yield from _changes(f"{path}[{name}]", named[0].get(name), named[1].get(name), tolerance)


def _name(entry: object, at: int) -> str:
    if isinstance(entry, Mapping):
        if "values" in entry and "columns" in entry:
            return ", ".join(
                f"{column}={value}" for column, value in zip(entry["columns"], entry["values"], strict=True)
            )
        if "second" in entry and "pairs" not in entry and "first" in entry and isinstance(entry["first"], str):
            return f"{entry['first']} / {entry['second']}"
        return str(next((entry[key] for key in ("name", "metric", "level") if key in entry), at))
    return str(at)


def _same(before: object, after: object, tolerance: float) -> bool:
    numbers = isinstance(before, int | float) and isinstance(after, int | float)
    if numbers and tolerance:
        return math.isclose(float(before), float(after), rel_tol=0.0, abs_tol=tolerance)  # type: ignore[arg-type]
    return before == after
