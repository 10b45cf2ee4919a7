"""Names and texts of others, safe to show: those from the data cannot give orders to a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar
from unicodedata import bidirectional, category

from mercalli.text.words import short_name, visible

Record = TypeVar("Record")
TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def readable(name: str) -> str:
    """A class or level as a sentence writes it.

    >>> readable("injured_or_dead_people")
    'injured or dead people'
    """
    return plain(name.replace("_", " "))


def quoted(name: str) -> str:
    """A class set apart from the words of a sentence.

    >>> quoted("not_humanitarian")
    '“not humanitarian”'
    """
    return f"“{readable(name)}”"


def plain(name: str) -> str:
    r"""A name from the data in one line: not too long, no control characters, apart if it runs from right to left.

    >>> plain("two\nlines")
    'two lines'
    """
    line = " ".join("".join(" " if category(sign) == "Cc" else sign for sign in unturned(name)).split())
    short = short_name(line)
    return f"{ISOLATE}{short}{END_OF_ISOLATE}" if any(bidirectional(sign) in {"R", "AL"} for sign in short) else short


def one_line(text: str) -> str:
    r"""A text from the data in one line and in full; other control characters are written out.

    >>> print(one_line("two\nlines\x07"))
    two lines\x07
    """
    return visible(" ".join(text.split()))


def unturned(text: str) -> str:
    """A text without the invisible signs that change the direction of what follows."""
    return "".join(sign for sign in text if bidirectional(sign) not in TURNS)


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
