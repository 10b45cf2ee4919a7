"""Errors about feedback from operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from mercalli.errors.base import InputError
from mercalli.text.words import capital, short_name, shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence


class FeedbackError(InputError):
    """Feedback that cannot be recorded or read."""

    @classmethod
    def broken(cls, place: str, reason: str) -> Self:
        """A line that is no entry."""
        return cls(
            f"{capital(place)} is no entry of feedback: {reason}. Such a file is written by mercalli feedback add "
            f"alone; take the line out, or take the file from a copy."
        )

    @classmethod
    def format(cls, place: str, found: object, known: int) -> Self:
        """Written by another version, or by another program."""
        return cls(
            f"{capital(place)} is of format {found!r}; this version reads format {known}. "
            f"Give a file that mercalli feedback add wrote."
        )

    @classmethod
    def foreign(cls, origin: str) -> Self:
        """A file that holds something else."""
        return cls(
            f"{origin} is no file of feedback: its first line is no entry. Nothing was added to it. "
            f"Name a file that mercalli feedback add wrote, or one that is not there yet."
        )

    @classmethod
    def not_unicode(cls, place: str) -> Self:
        """Bytes that stand for no character."""
        return cls(
            f"{capital(place)} holds bytes that are not UTF-8, so that it could not be read back. "
            f"Nothing was recorded; give it in UTF-8."
        )

    @classmethod
    def nobody(cls) -> Self:
        """An entry that nobody stands for."""
        return cls("Feedback needs a name: say with `who` who says so, as in a person, a team or a shift.")

    @classmethod
    def no_text(cls, place: str) -> Self:
        """Nothing that a model could be asked about."""
        return cls(f"{capital(place)} is empty. Give the text that the label is of.")

    @classmethod
    def lacking(cls, rows: int, origin: str) -> Self:
        """Rows of a file that nothing can be recorded of, or tested on."""
        have = f"1 row of {origin} has" if rows == 1 else f"{rows:,} rows of {origin} have"
        return cls(f"{have} no text or no label. Fill in what is missing, or take such rows out.")

    @classmethod
    def when(cls, found: str, place: str) -> Self:
        """A time that cannot be read."""
        return cls(
            f"{capital(place)} is {short_name(found)!r}, which is no time. "
            f"Write it as in 2026-03-01T12:30:00Z; without a zone it is taken for UTC."
        )

    @classmethod
    def unknown_label(cls, label: str, known: Sequence[str], place: str) -> Self:
        """A label that the model does not have."""
        return cls(
            f"{capital(place)} is {short_name(label)!r}, which is no label of the model.{suggestion(label, known)} "
            f"Its labels are: {shown(known, limit=20)}. For a new label, train a model on texts that have it."
        )

    @classmethod
    def either(cls) -> Self:
        """Neither an entry nor a file of them, or both."""
        return cls("Give `text` and `label` for one entry, or `from` a file of labelled texts; not both.")

    @classmethod
    def none(cls, origin: str) -> Self:
        """A file without entries."""
        return cls(f"{origin} holds no feedback yet. Record some with mercalli feedback add.")

    @classmethod
    def no_test(cls, model: str, file: str) -> Self:
        """Nothing to set the feedback beside."""
        return cls(
            f"There is no {file} beside the model {model!r}, so that feedback has nothing to stand beside. "
            f"Give the folder that mercalli train --out wrote, or the texts of its test with `test`."
        )
