"""Errors that only stress tests raise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from mercalli.errors import InputError
from mercalli.text.words import counted, shown


class StressError(InputError):
    """Answers under stress that cannot be scored, or a command that gave none."""

    @classmethod
    def twice(cls, what: str, found: Sequence[str], origin: str) -> Self:
        """An item, or an item under a stress, that is there again."""
        rows = counted(len(found), "row")
        return cls(f"{rows} of {origin} repeat {what}: {shown(found)}. Keep one of each.")

    @classmethod
    def lacking(cls, missing: Mapping[str, int], origin: str) -> Self:
        """Variants without an answer."""
        each = [f"{name} {count:,}" for name, count in missing.items()]
        total, more = sum(missing.values()), "" if len(each) <= SHOWN else f" and {len(each) - SHOWN} more"
        return cls(
            f"{counted(total, 'answer')} {'is' if total == 1 else 'are'} missing in {origin}: "
            f'{", ".join(each[:SHOWN])}{more}. Complete them, or pass missing="drop" to leave these texts out, '
            f"which tells what each stress loses."
        )

    @classmethod
    def strangers(cls, what: str, found: Sequence[object], count: int, origin: str, others: str) -> Self:
        """Rows of items that nobody knows."""
        return cls(
            f"{counted(count, 'row')} of {origin} {'is' if count == 1 else 'are'} about {what} not in {others}: {shown(found)}."
        )

    @classmethod
    def two_models(cls, clean: str, stressed: str, origins: tuple[str, str]) -> Self:
        """Answers of two models, which would make every difference between them look like a flip."""
        return cls(
            f"The clean answers in {origins[0]} are of the model {clean!r} and those in {origins[1]} of {stressed!r}. "
            f"Compare a model with itself: give the clean answers of {stressed!r}."
        )

    @classmethod
    def too_many_classes(cls, found: int, most: int) -> Self:
        """A joint table that would be too large."""
        return cls(
            f"Stress tests take at most {most} classes; found {found:,}. Join rare classes, or declare those that matter."
        )


SHOWN = 5
