"""Fields of objects that somebody else wrote: what is there, as text or number, or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mercalli.inputs.arrays import LARGEST_NUMBER
from mercalli.inputs.usual_names import LATENCY, LATENCY_UNIT_NAMES, LATENCY_UNITS, plain_name, usual_column

Fields = Mapping[str, Any]
HIDDEN = ("thinking", "redacted_thinking", "reasoning")  # parts that are no answer


def field(data: object, *path: str | int) -> Any:  # noqa: ANN401 - whatever stands there
    """What stands at a path of keys and places; nothing where the path ends early.

    >>> field({"a": [{"b": 1}]}, "a", 0, "b"), field({"a": 1}, "a", "b")
    (1, None)
    """
    for key in path:
        if isinstance(data, dict):
            data = data.get(key)
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return None
    return data


def entries(data: object, *path: str | int) -> list[Any]:
    """The list at a path, or an empty one."""
    found = field(data, *path)
    return found if isinstance(found, list) else []


def text(data: object, *path: str | int) -> str | None:
    """A text or number at a path, as text."""
    found = field(data, *path)
    if isinstance(found, bool) or not isinstance(found, str | int | float):
        return None
    return str(found)


def number(data: object, *path: str | int) -> float | None:
    """A number at a path; one beyond all bounds is none."""
    found = field(data, *path)
    if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) <= LARGEST_NUMBER:
        return None
    return found


def total(*numbers: float | None) -> float | None:
    """The sum of what is there; nothing where nothing is."""
    known = [each for each in numbers if each is not None]
    return sum(known) if known else None


def written(value: object) -> str | None:
    """A text as it is, anything else as JSON."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def joined_parts(content: object) -> str | None:
    r"""What parts say: texts, and the arguments of tools; reasoning is left out.

    >>> joined_parts([{"type": "text", "text": "Class:"}, {"type": "text", "text": "flood"}])
    'Class:\nflood'
    """
    if not isinstance(content, list):
        return written(content)
    parts = [part for part in map(_part, content) if part]
    return "\n".join(parts) if parts else None


def _part(part: object) -> str | None:
    """One part of a message, as any of the programs writes it."""
    if not isinstance(part, dict):
        return written(part)
    if part.get("thought") is True or part.get("type") in HIDDEN:
        return None
    calls = (("functionCall", "args"), ("function_call", "args"), ("function", "arguments"))
    called = next((found for path in calls if (found := field(part, *path))), None)
    return first_text(part.get("text"), called, part.get("input"), part.get("arguments"))


def first_text(*values: object) -> str | None:
    """The first value that is there and not empty, as text."""
    return next((written(value) for value in values if value), None)


def usual_field(data: object, names: Sequence[str]) -> str | None:
    """The field with the most usual of some names, as text."""
    keys: Iterable[str] = map(str, data) if isinstance(data, dict) else ()
    name = usual_column(names, keys)
    return None if name is None else text(data, name)


def seconds(data: object) -> float | None:
    """How long a call took, where a program noted it beside what the interface wrote, with the unit in the name.

    >>> seconds({"custom_id": "m1", "latency_ms": 250}), seconds({"latency": 2})
    (0.25, None)
    """
    keys: Iterable[str] = map(str, data) if isinstance(data, dict) else ()
    name = usual_column([each for each in LATENCY if "_" in each], keys)
    took = None if name is None else number(data, name)
    if name is None or took is None:
        return None
    return took * LATENCY_UNITS[LATENCY_UNIT_NAMES[plain_name(name).rpartition("_")[2]]]
