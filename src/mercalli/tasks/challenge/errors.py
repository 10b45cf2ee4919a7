"""Errors that only challenges raise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError, MercalliError
from mercalli.text.words import counted


class ChallengeError(MercalliError):
    """Something that a challenge does not allow, or not now; `code` names it for programs."""

    code = "refused"

    @classmethod
    def coded(cls, code: str, text: str) -> Self:
        """With a name for programs."""
        error = cls(text)
        error.code = code
        return error


class InvalidRunError(InputError):
    """A run that breaks the rules; `details` lists what is wrong."""

    @classmethod
    def problems(cls, file: str, listed: Sequence[str], total: int) -> Self:
        """Everything that is wrong with a file, the first few of each kind."""
        error = cls(f"{file!r} breaks the rules of the challenge: {counted(total, 'problem')}.")
        error.details = tuple(listed)
        return error
