"""Errors about scores and what is decided by them."""

from __future__ import annotations

from typing import Self

from mercalli.errors.base import InputError


class ScoreError(InputError):
    """Scores that cannot be ranked or decided by."""

    @classmethod
    def not_finite(cls, name: str, origin: str) -> Self:
        """An infinite score."""
        return cls(f"Scores must be finite; {name!r} of {origin} holds an infinite one. Correct or remove those rows.")

    @classmethod
    def one_class(cls, positive: str, origin: str, *, all_positive: bool) -> Self:
        """Nothing to tell apart."""
        what = "is" if all_positive else "is not"
        return cls(
            f"Every row of {origin} {what} {positive!r}, so there is nothing to decide between. "
            f"Check the truth column and the positive class."
        )
