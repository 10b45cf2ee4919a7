"""Errors about items, systems and samples of language models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import counted, shown


class RepeatError(InputError):
    """Rows that do not say which item, system and sample they are, or say it twice."""

    @classmethod
    def no_item(cls, origin: str) -> Self:
        """Rows of several systems or samples without a column that says of which item each row is."""
        return cls(
            f"The rows of {origin} are answers of several systems or samples, so a column must say to which item each "
            f"answer is. Name it with --item."
        )

    @classmethod
    def twice(cls, what: str, found: Sequence[str], rows: int, origin: str, advice: str) -> Self:
        """Several rows for what may have one."""
        return cls(
            f"{counted(rows, 'row')} of {origin} {'repeats' if rows == 1 else 'repeat'} {what}, as for {shown(found)}. "
            f"{advice}"
        )

    @classmethod
    def differs(cls, column: str, items: Sequence[str], count: int, origin: str) -> Self:
        """Something that is true of an item, with two values for one."""
        return cls(
            f"{counted(count, 'item')} of {origin} {'has' if count == 1 else 'have'} two values of {column!r}, as "
            f"{shown(items)}. Each item must have one: correct the rows, or check that --item names single items."
        )
