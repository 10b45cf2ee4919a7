"""Results with other texts in them: those from the data cannot give orders to a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from mercalli.text.words import visible

Record = TypeVar("Record")


def visible_record(record: Record) -> Record:
    r"""The same record, every text in it with its control codes written out.

    >>> print(visible_record(("fire\x07", 1.0))[0])
    fire\x07
    """
    return with_texts(record, visible)


def with_texts(record: Record, change: Callable[[str], str]) -> Record:
    """The same record, every text in it changed.

    >>> with_texts(("fire", {"flood": 1.0}), str.upper)
    ('FIRE', {'FLOOD': 1.0})
    """
    shown: Any = _changed(record, change)
    return shown  # type: ignore[no-any-return]


def _changed(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - any record
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple | list):
        return type(value)(_changed(each, change) for each in value)
    if isinstance(value, Mapping):
        return {_changed(key, change): _changed(each, change) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _changed(getattr(value, each.name), change) for each in fields(value)})
    return value
