"""Errors about scores and what is decided by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from mercalli.errors.base import InputError
from mercalli.text.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence


class ScoreError(InputError):
    """Scores that cannot be ranked or decided by."""

    @classmethod
    def not_finite(cls, name: str, origin: str, largest: float) -> Self:
        """An infinite score, or one so large that differences of scores would be."""
        return cls(
            f"Scores must be finite and at most {largest:g} in size; {name!r} of {origin} holds another one. "
            f"Correct or remove those rows."
        )

    @classmethod
    def one_class(cls, positive: str, origin: str, *, all_positive: bool) -> Self:
        """Nothing to tell apart."""
        what = "is" if all_positive else "is not"
        return cls(
            f"Every row of {origin} that counts {what} {positive!r}, so there is nothing to decide between. "
            f"Check the truth column, the positive class, and weights of 0."
        )

    @classmethod
    def split_groups(cls, group: str, found: Sequence[object], origin: str) -> Self:
        """Groups whose rows belong to several units."""
        return cls(
            f"Lists by {group!r} are resampled as a whole, but rows of one list of {origin} belong to several units: "
            f"{shown(found)}. Name a unit that holds whole lists, or leave it out to resample the lists themselves."
        )

    @classmethod
    def beyond(cls, k: float, longest: float, origin: str) -> Self:
        """A K that no list reaches."""
        return cls(
            f"`k` must be at most the number of rows in a list; found {k:,.0f}, and the longest list of {origin} has "
            f"{longest:,.0f}. Give a smaller K, or a share such as 10%."
        )
