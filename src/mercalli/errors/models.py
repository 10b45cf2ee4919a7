"""Errors about files of classifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from mercalli.errors.base import MercalliError
from mercalli.text.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence


class ModelError(MercalliError):
    """A file that holds no classifier of ours."""

    @classmethod
    def not_ours(cls, path: str, reason: str) -> Self:
        """Another file, or one that is cut off."""
        return cls(
            f"{path!r} is no classifier of Mercalli: {reason}. Give the model.skops, or its folder, that "
            f"`mercalli train DATA --out DIR` wrote."
        )

    @classmethod
    def types(cls, path: str, found: Sequence[str]) -> Self:
        """A file that would make objects other than numbers and text."""
        return cls(
            f"{path!r} is refused: it holds {shown(found)}, and a classifier of Mercalli holds arrays of numbers and "
            f"text only. Do not load it unless you trust whoever made it."
        )

    @classmethod
    def format(cls, path: str, found: object, known: int) -> Self:
        """Written by another version."""
        return cls(
            f"{path!r} was written in format {found}; this version reads format {known}. Train it again, or read it "
            f"with the version that wrote it."
        )

    @classmethod
    def changed(cls, path: str) -> Self:
        """Content and digest disagree."""
        return cls(f"{path!r} was changed after it was written: its digest does not fit. Train it again.")
