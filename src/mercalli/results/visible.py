"""Results as they may be shown on a terminal: names from the data cannot give it orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from mercalli.errors import visible

Record = TypeVar("Record")


def visible_record(record: Record) -> Record:
    r"""The same record, every text in it with its control codes written out.

    >>> print(visible_record(("fire\x07", 1.0))[0])
    fire\x07
    """
    shown: Any = _visible(record)
    return shown  # type: ignore[no-any-return]


def _visible(value: Any) -> Any:  # noqa: ANN401 - any record
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, tuple | list):
        return type(value)(_visible(each) for each in value)
    if isinstance(value, Mapping):
        return {_visible(key): _visible(each) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _visible(getattr(value, each.name)) for each in fields(value)})
    return value
