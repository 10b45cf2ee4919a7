"""Results as strict JSON under a seal, back again, and the difference between two."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from reprlib import repr as shortened
from types import UnionType
from typing import Any, ClassVar, NoReturn, get_args, get_origin, get_type_hints

from mercalli.errors import ResultError
from mercalli.results.outputs import UNSEALED
from mercalli.results.personal import shown as without_personal
from mercalli.results.scalars import Scalars
from mercalli.results.verdict import Verdict
from mercalli.text.words import shown

END = "\n}"
LONGEST_INTEGER = 20  # a sign and the digits of 64 bits
FORMAT = 1
# Named and not imported: telling is a room above this one, and is loaded when somebody looks.
TELLING = "mercalli.telling.kinds"
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


def since(version: str, default: Any) -> Any:  # noqa: ANN401 - as the field has it
    """A field of a sealed record that came later: older files do not have it, and get the default."""
    return field(default=default, metadata={"since": version})


class Result:
    """A record that can be sealed, under the name of its kind, and that tells itself at a prompt and in a notebook."""

    sealed_as: ClassVar[str]

    @property
    def verdict(self) -> Verdict | None:
        """What it says to somebody who has to decide; none where there is nothing to decide."""
        verdict: Verdict | None = import_module(TELLING).verdict_of(self)
        return verdict

    def __init_subclass__(cls) -> None:
        """Keep `dataclass` from giving a record its own `repr`: all fields, which can be 200,000 characters."""
        if "__repr__" not in vars(cls):
            cls.__repr__ = Result.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return str(import_module(TELLING).brief_text_of(self))

    def __str__(self) -> str:
        return str(import_module(TELLING).text_of(self))

    def _repr_html_(self) -> str:
        return str(import_module(TELLING).html_of(self))

    def to_frame(self, table: str | None = None, backend: str | None = None) -> Any:  # noqa: ANN401 - of any library
        """A table of this result as a data frame, with the columns of the CSV file in its report folder.

        Args:
            table: Which one: "metrics", "classes", "slices", "confusions", "comparison" or "gates", where there is one,
                or another table of this kind of result. An error lists those that there are. By default the first.
            backend: "polars", "pandas", "pyarrow", "modin", "cudf" or "duckdb". By default the library that is
                imported already (polars before pandas before pyarrow), else a relation of DuckDB.

        >>> import mercalli
        >>> result = mercalli.evaluate(truth=["fire", "flood", "fire"], pred=["fire", "flood", "flood"], replicates=0)
        >>> classes = result.to_frame("classes", backend="duckdb")
        >>> classes.filter("metric = 'recall'").select('"class"', "value", "support").fetchall()
        [('fire', 0.5, 2), ('flood', 1.0, 1)]
        """
        return import_module(TELLING).frame_of(self, table, backend)

    def scalars(self, sep: str = "/", table: str = "metrics", system: str | None = None) -> Scalars:
        """All values in one flat dictionary, for experiment trackers: names of letters, digits and `_`, and `sep`.

        Names begin with the system where there are several and none is chosen with `system`, then come slice and class
        where there are any. What is undefined is left out: it is listed with its reason in the attribute `undefined`.
        The attribute `written` has what each name stands for. `table` may be another table of measures.

        >>> import mercalli
        >>> truth = ["fire", "flood", "fire"]
        >>> result = mercalli.evaluate(truth=truth, pred={"a": truth, "b": ["fire"] * 3}, replicates=0)
        >>> values = result.scalars()
        >>> print(values["b/accuracy"], values.written["b/accuracy"])
        0.6667 b / accuracy
        >>> values.undefined
        {}
        """
        found: Scalars = import_module(TELLING).scalars_of(self, sep, table, system)
        return found


def to_json(result: Result, *, show_personal: bool = False) -> str:
    """Strict JSON, sealed with a digest over its content; the same result gives the same bytes.

    Personal data in texts is masked, unless it is to be shown.
    """
    left = without_personal(result, show_personal=show_personal)
    head = {"mercalli": result.sealed_as, "format": FORMAT}
    verdict = result.verdict
    content = {**head, **({} if verdict is None else {"verdict": _plain(verdict)}), **_plain(left)}
    text = _dumps(content)
    return text[: -len(END)] + f',\n "seal": "{_digest(text)}"' + END + "\n"


def unsealed(text: str, origin: str, record_of: Callable[[str], type[Any] | None]) -> Any:  # noqa: ANN401 - as sealed
    """A result from its JSON, of the record that its kind has; an error if it is broken or was changed."""
    try:
        content = json.loads(
            text, parse_constant=_not_a_number, parse_float=_finite, parse_int=_of_64_bits, object_pairs_hook=_once
        )
        record = _record_type(content, origin, record_of)
        _check_seal(content, origin)
        found = _record(record, content)
    except json.JSONDecodeError as error:
        raise ResultError.broken(origin, f"it is not complete JSON ({error})") from None
    except (ValueError, RecursionError) as error:
        raise ResultError.broken(origin, str(error)) from None
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no key stands twice: the second would hide the first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in an object")
    return found


def _finite(token: str) -> float:
    number = float(token)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{shortened(token)} is too large for a number")
    return number


def _of_64_bits(token: str) -> int:
    if len(token) > LONGEST_INTEGER:
        raise ValueError(f"{shortened(token)} is too large for a whole number")
    return int(token)


def _not_a_number(token: str) -> NoReturn:
    raise ValueError(f"{token} is not JSON")


def _record_type(content: Any, origin: str, record_of: Callable[[str], type[Any] | None]) -> type[Any]:  # noqa: ANN401 - any JSON
    """What a result says of itself."""
    kind = content.get("mercalli") if isinstance(content, dict) else None
    if not isinstance(kind, str):
        raise ResultError.broken(origin, "it does not say that it is one")
    record = record_of(kind)
    if record is None:
        raise ResultError.foreign(origin, kind)
    if content.get("format") != FORMAT:
        raise ResultError.about(
            origin,
            f"was written in format {content.get('format')}; this version reads format {FORMAT}. "
            f"Read it with the version that wrote it, or make it again from the data.",
        )
    return record


def _check_seal(content: dict[str, Any], origin: str) -> None:
    """Take the seal off, and what it covers besides the result."""
    sealed = content.pop("seal", None)
    if sealed is None:
        raise ResultError.about(origin, "cannot be trusted: it has no seal. Make it again from the data.")
    given = _digest(_dumps(content))
    if sealed != given:
        raise ResultError.about(
            origin,
            f"was changed after it was sealed: its seal says {sealed}, its content gives {given}. "
            f"Do not rely on it; make it again from the data.",
        )
    del content["mercalli"], content["format"]
    content.pop("verdict", None)  # it follows from the rest


def _dumps(content: object) -> str:
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)


def _digest(text: str) -> str:
    return "sha256:" + sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:  # noqa: ANN401 - any record
    """Records as dicts, tuples as lists; a number that is not finite must have been made None before."""
    if is_dataclass(value):
        kept = (each.name for each in fields(value) if not each.metadata.get(UNSEALED))
        return {name: _plain(getattr(value, name)) for name in kept}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def _record(kind: Any, value: Any, place: str = "") -> Any:  # noqa: ANN401 - the type decides
    """The reverse of `_plain`, guided by the types of the records; nothing may be missing or left over."""
    options = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    fitting = next((each for each in options if _fits(each, value)), None)
    if fitting is None:
        raise ValueError(f"{place or 'it'} cannot be {shortened(value)}")
    if isinstance(value, list):
        return tuple(_record(get_args(fitting)[0], each, f"{place}[{at}]") for at, each in enumerate(value))
    if not isinstance(value, dict):
        return value
    if get_origin(fitting) is Mapping:
        return {key: _record(get_args(fitting)[1], each, f"{place}.{key}") for key, each in value.items()}
    hints = _hints(fitting)
    if odd := sorted((hints.keys() ^ value.keys()) - (_newer(fitting) - value.keys())):
        raise ValueError(f"fields of {place or 'it'} are missing or unknown: {shown(odd)}")
    return fitting(**{name: _record(hints[name], value[name], f"{place}.{name}".lstrip(".")) for name in value})


def _fits(kind: Any, value: object) -> bool:  # noqa: ANN401 - any type
    if is_dataclass(kind) or get_origin(kind) is Mapping:
        return isinstance(value, dict)
    if get_origin(kind) is tuple:
        return isinstance(value, list)
    return type(value) is kind or (kind is float and type(value) is int)


@cache
def _hints(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - any record
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind) if not each.metadata.get(UNSEALED)}


@cache
def _newer(kind: Any) -> frozenset[str]:  # noqa: ANN401 - any record
    """Fields that a file of an older version need not have: they came later, with a value to assume."""
    return frozenset(each.name for each in fields(kind) if each.metadata.get("since") and each.name in _hints(kind))


@dataclass(frozen=True)
class Change:
    """Where two results differ."""

    path: str
    before: object
    after: object

    def __str__(self) -> str:
        return f"{self.path}: {self.before!r} -> {self.after!r}"


def diff(before: Result, after: Result, *, tolerance: float = 0.0) -> list[Change]:
    """Every place where two results differ, numbers by more than `tolerance`; masked texts are compared as masked."""
    one, two = (_plain(without_personal(each)) for each in (before, after))
    return list(_changes("", one, two, tolerance))


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
    one, two = _by_name(before), _by_name(after)
    for name in dict.fromkeys([*one, *two]):
        yield from _changes(f"{path}[{name}]", one.get(name), two.get(name), tolerance)


def _by_name(entries: list[Any]) -> dict[str, Any]:
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


def _same(before: object, after: object, tolerance: float) -> bool:
    numbers = isinstance(before, int | float) and isinstance(after, int | float)
    if numbers and tolerance:
        return math.isclose(float(before), float(after), rel_tol=0.0, abs_tol=tolerance)  # type: ignore[arg-type]
    return before == after
