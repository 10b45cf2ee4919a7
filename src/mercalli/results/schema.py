"""The JSON Schema of sealed results, made from the types that read them, so that the two cannot differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from mercalli.results.reading import MOST, entry_types, is_newer, options, sealed_fields, types_of
from mercalli.results.seal import FORMAT, KIND, SEAL, VERDICT
from mercalli.results.verdict import Verdict

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ABOUT = (
    "A sealed result of Mercalli. The seal is SHA-256 over the rest, written as JSON with an indent of one blank; "
    "it shows damage and says nothing about who made it. Lengths of lists that belong together, names that are "
    "referred to and ends of intervals are checked by Mercalli when it reads, beyond this schema."
)
DIGEST = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": 0, "maximum": MOST},
    float: {"type": "number"},
    NoneType: {"type": "null"},
}


def schema(kinds: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of the kinds of results by name: a file is one of them."""
    inside = (part for kind in kinds.values() for part in types_of(kind).values())
    records = dict.fromkeys(record for part in (Verdict, *inside) for record in _records(part))
    return {
        "$schema": DIALECT,
        "$id": f"urn:mercalli:result:{FORMAT}",
        "title": f"Mercalli result, format {FORMAT}",
        "description": ABOUT,
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in kinds],
        "$defs": {
            **{name: _sealed(name, record) for name, record in kinds.items()},
            **{_name(record): _object(record) for record in records},
        },
    }


def _sealed(name: str, record: Any) -> dict[str, Any]:  # noqa: ANN401 - any record
    """A record with what stands around it in a file."""
    inside = _object(record)
    around = {KIND: {"const": name}, "format": {"const": FORMAT}, SEAL: DIGEST}
    properties = {**around, VERDICT: _ref(Verdict), **inside["properties"]}
    return {**inside, "properties": properties, "required": [*around, *inside["required"]]}


def _object(record: Any) -> dict[str, Any]:  # noqa: ANN401 - any record
    """Every field by its type; those that came later may be missing, and nothing else may be there."""
    every, types = sealed_fields(record), types_of(record)
    return {
        "type": "object",
        "properties": {name: _of(types[name]) for name in every},
        "required": [name for name, each in every.items() if not is_newer(each)],
        "additionalProperties": False,
    }


def _of(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - any type
    several = options(kind)
    if len(several) > 1:
        return {"anyOf": [_of(each) for each in several]}
    if is_dataclass(kind):
        return _ref(kind)
    if get_origin(kind) is Mapping:
        return {"type": "object", "additionalProperties": _of(get_args(kind)[1])}
    if get_origin(kind) is Literal:
        return {"enum": list(get_args(kind))}
    return _list(kind) if get_origin(kind) is tuple else PLAIN[kind]


def _list(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - any tuple
    types = entry_types(kind)
    if types is None:
        return {"type": "array", "items": _of(get_args(kind)[0])}
    return {"type": "array", "prefixItems": [_of(each) for each in types], "items": False, "minItems": len(types)}


def _records(kind: Any) -> Iterable[Any]:  # noqa: ANN401 - any type
    """Every record in a type, each after those that it holds."""
    if is_dataclass(kind):
        record: Any = kind
        types = types_of(record)
        yield from (inner for name in sealed_fields(record) for inner in _records(types[name]))
        yield record
    else:
        yield from (inner for each in get_args(kind) for inner in _records(each))


def _ref(record: Any) -> dict[str, Any]:  # noqa: ANN401 - any record
    return {"$ref": f"#/$defs/{_name(record)}"}


def _name(record: Any) -> str:  # noqa: ANN401 - any record
    """Unique among all records: tasks use the same words for parts of their own."""
    home = record.__module__.removeprefix("mercalli.").removeprefix("tasks.").removesuffix(".result")
    return f"{home}.{record.__name__}"
