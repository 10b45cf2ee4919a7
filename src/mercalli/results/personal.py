"""Texts of people in a record: personal data in them is masked where the record leaves, and kept in the record itself.

A field that holds such a text says so in its metadata, as in `field(metadata=PERSONAL)`; one that holds rows under a
header names the columns with such texts, as in `field(metadata={TEXTS: ("text",)})`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from mercalli.text.masks import masked, masks_in
from mercalli.text.words import counted

Record = TypeVar("Record")
TEXTS = "texts of people"
PERSONAL = {TEXTS: True}
PLAIN = str, int, float, type(None)  # most of a record, and quick to tell
MASKED = "Phone numbers, mail addresses, user names and exact coordinates in texts are masked"
HIDDEN = f"{MASKED}; --show-personal keeps them."
KEPT = "Texts are shown as they are: phone numbers, mail addresses, user names and coordinates in them are not masked."


@dataclass(frozen=True)
class Masking:
    """How many texts of people a record shows, and how many masks are in them; none is counted where all was kept."""

    texts: int
    masks: int | None

    @classmethod
    def of(cls, *records: object, show_personal: bool = False) -> Masking | None:
        """What was done to the texts of records; nothing where they show none."""
        texts = list(texts_in(records))
        return cls(len(texts), None if show_personal else sum(map(masks_in, texts))) if texts else None

    def __str__(self) -> str:
        """What a reader should know of it.

        >>> print(Masking(texts=20, masks=3))
        Phone numbers, mail addresses, user names and exact coordinates in texts are masked (3 in 20 texts here); \
--show-personal keeps them.
        """
        if self.masks is None:
            return KEPT
        return f"{MASKED} ({self.masks or 'none'} in {counted(self.texts, 'text')} here); --show-personal keeps them."


def texts_in(value: object) -> Iterator[str]:
    """Every text of people in a record that is not empty."""
    found: list[str] = []

    def seen(text: str) -> str:
        found.append(text)
        return text

    _changed(value, seen)
    return filter(None, found)


def with_masks(record: Record) -> Record:
    """The same record with masks in its texts of people; the same object where there is nothing to mask."""
    shown: Record = _changed(record, masked)
    return shown


def shown(result: Record, *, show_personal: bool = False) -> Record:
    """A result as it may leave: masked, unless it was asked for otherwise, here or before, or it is no record."""
    whole: Any = result
    provenance: Any = getattr(result, "provenance", None)
    if provenance is None or provenance.masking is not None or not any(texts_in(whole)):
        return result
    left: Any = whole if show_personal else with_masks(whole)
    masking = Masking.of(left, show_personal=show_personal)
    seen: Record = replace(left, provenance=replace(left.provenance, masking=masking))
    return seen


def _changed(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - any record
    """The same with its texts of people changed; parts without any are the same objects."""
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, tuple):
        parts = tuple(_changed(each, change) for each in value)
        return value if all(map(_is, parts, value)) else parts
    if isinstance(value, Mapping):
        changed = {key: _changed(each, change) for key, each in value.items()}
        return value if all(changed[key] is each for key, each in value.items()) else changed
    if not is_dataclass(value) or isinstance(value, type):
        return value
    every = {each.name: _field(value, each.name, each.metadata.get(TEXTS), change) for each in fields(value)}
    new = {name: each for name, each in every.items() if each is not getattr(value, name)}
    return replace(value, **new) if new else value


def _field(record: Any, name: str, marked: object, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - any record
    value = getattr(record, name)
    if marked is None:
        return _changed(value, change)
    if not isinstance(marked, tuple):
        return change(value)
    places = {at for at, column in enumerate(record.header) if column in marked}
    rows = tuple(tuple(change(cell) if at in places else cell for at, cell in enumerate(row)) for row in value)
    return value if rows == value else rows


def _is(one: object, other: object) -> bool:
    return one is other
