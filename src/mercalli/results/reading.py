"""JSON from anybody to records: strict, guided by their types alone; `schema` says the same to other programs.

A record may say what must fit together in it by a method `faults`, which is asked only here: what we compute fits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import cache
from reprlib import repr as shortened
from types import NoneType, UnionType
from typing import Any, Literal, NoReturn, Protocol, get_args, get_origin, get_type_hints, runtime_checkable

from mercalli.results.faults import Fault
from mercalli.results.outputs import UNSEALED
from mercalli.text.words import first_few, shown

LEAST, MOST = -(1 << 63), (1 << 63) - 1  # of a whole number
LARGEST = 1e305  # of a number: a picture needs room above it; evidence ends below
LONGEST_NAME = 60  # of a key, in the path of a fault
WORDS = {str: "a text", bool: "true or false", int: "a count (0 or more)", float: "a number", NoneType: "null"}


class ShapeError(ValueError):
    """What is wrong, and where: the path from the top."""

    @classmethod
    def at(cls, place: str, fault: str) -> ShapeError:
        """As in `systems[0].n must be a whole number, not '60'`."""
        return cls(f"{place or 'it'} {fault}")


@runtime_checkable
class Checked(Protocol):
    """A record that knows what must fit together in it."""

    def faults(self) -> Iterator[Fault]:
        """What does not."""
        ...


def parsed(text: str) -> Any:  # noqa: ANN401 - any JSON
    """Strict JSON: no key twice, no number that is none or has more than 64 bits, no text that no file can hold."""
    try:
        content = json.loads(
            text,
            parse_constant=_not_a_number,
            parse_float=_finite,
            parse_int=_of_64_bits,
            object_pairs_hook=_once,
        )
        json.dumps(content, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ShapeError(f"it is not complete JSON ({error})") from None
    except UnicodeEncodeError:
        raise ShapeError("it holds half of a sign (a lone surrogate), which is no text") from None
    except RecursionError:
        raise ShapeError("its lists and objects stand too deep in each other") from None
    return content


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no key stands twice: the second would hide the first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ShapeError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in an object")
    return found


def _finite(token: str) -> float:
    number = float(token)
    if abs(number) > LARGEST:
        raise ShapeError(f"{shortened(token)} is too large for a number")
    return number


def _of_64_bits(token: str) -> int:
    if len(token) > len(str(LEAST)) or not LEAST <= int(token) <= MOST:
        raise ShapeError(f"{shortened(token)} is too large for a whole number")
    return int(token)


def _not_a_number(token: str) -> NoReturn:
    raise ShapeError(f"{token} is not JSON")


def record(kind: Any, value: Any, place: str = "") -> Any:  # noqa: ANN401 - the type decides
    """What a type makes of JSON; nothing may be missing, left over, or of another type."""
    fitting = next((each for each in options(kind) if _fits(each, value)), None)
    if fitting is None:
        raise ShapeError.at(place, f"must be {said(kind)}; found {shortened(value)}")
    if isinstance(value, list):
        return _entries(fitting, value, place)
    if not isinstance(value, dict):
        return value
    if get_origin(fitting) is Mapping:
        return {key: record(get_args(fitting)[1], each, _below(place, key)) for key, each in value.items()}
    return _made(fitting, value, place)


def _below(place: str, key: str) -> str:
    """The path of a part; whatever stands in the place of its name is cut where it is long."""
    name = key if len(key) <= LONGEST_NAME else f"{key[:LONGEST_NAME]}..."
    return f"{place}.{name}" if place else name


def options(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any type
    """The types of which a value may be one."""
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def _fits(kind: Any, value: object) -> bool:  # noqa: ANN401 - any type
    if is_dataclass(kind) or get_origin(kind) is Mapping:
        return isinstance(value, dict)
    if get_origin(kind) is tuple:
        return isinstance(value, list)
    if get_origin(kind) is Literal:
        return type(value) is not bool and value in get_args(kind)
    if kind is int:  # where there is no other number beside it, a whole number is a count
        return type(value) is int and value >= 0
    return type(value) is kind or (kind is float and type(value) is int)


def said(kind: Any) -> str:  # noqa: ANN401 - any type
    """A type in words.

    >>> said(tuple[str, ...] | None)
    'a list or null'
    """
    several = options(kind)
    return " or ".join(dict.fromkeys(_word(each) for each in several if each is not int or float not in several))


def _word(kind: Any) -> str:  # noqa: ANN401 - any type
    if get_origin(kind) is Literal:
        return " or ".join(map(repr, get_args(kind)))
    return WORDS.get(kind) or ("a list" if get_origin(kind) is tuple else "an object")


def _entries(kind: Any, values: list[Any], place: str) -> tuple[Any, ...]:  # noqa: ANN401 - any tuple
    types = entry_types(kind)
    if types is None:
        return tuple(record(get_args(kind)[0], each, f"{place}[{at}]") for at, each in enumerate(values))
    if len(types) != len(values):
        raise ShapeError.at(place, f"must have {len(types)} entries; found {len(values)}")
    return tuple(
        record(each, value, f"{place}[{at}]") for at, (each, value) in enumerate(zip(types, values, strict=True))
    )


def entry_types(kind: Any) -> tuple[Any, ...] | None:  # noqa: ANN401 - any tuple
    """The type of each entry of a tuple of so many; none where there may be any number."""
    types = get_args(kind)
    return None if types[-1] is Ellipsis else types


def _made(kind: Any, value: dict[str, Any], place: str) -> Any:  # noqa: ANN401 - any record
    every = sealed_fields(kind)
    if missing := [name for name, each in every.items() if name not in value and not is_newer(each)]:
        raise ShapeError.at(place, f"lacks {first_few([repr(name) for name in missing])}")
    if unknown := [name for name in value if name not in every]:
        raise ShapeError.at(place, f"has fields that this version does not know: {shown(unknown)}")
    hints = types_of(kind)
    made = kind(**{name: record(hints[name], each, _below(place, name)) for name, each in value.items()})
    for part, fault in made.faults() if isinstance(made, Checked) else ():
        raise ShapeError.at(_below(place, part) if part else place, fault)
    return made


@cache
def sealed_fields(kind: Any) -> dict[str, Field[Any]]:  # noqa: ANN401 - any record
    """The fields of a record that a file holds, by name."""
    return {each.name: each for each in fields(kind) if not each.metadata.get(UNSEALED)}


def is_newer(field: Field[Any]) -> bool:
    """Whether a file of an older version need not have it: it came later, with a value to assume."""
    return "since" in field.metadata


@cache
def types_of(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - any record
    """The types of the fields of a record, by name."""
    return get_type_hints(kind)
