"""Errors about label sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from mercalli.errors.base import InputError
from mercalli.text.words import short_name, shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence


class LabelSetError(InputError):
    """Label sets that cannot be compared."""

    @classmethod
    def flag(cls, name: str, found: float, origin: str) -> Self:
        """A column of flags with something else in it."""
        told = "nothing" if found != found else f"{found:g}"  # noqa: PLR0124 - NaN alone differs from itself
        return cls(f"{name!r} of {origin} must hold 0 and 1, one column for each label; found {told}. Correct it.")

    @classmethod
    def no_list(cls, name: str, found: str, first: str) -> Self:
        """A text that opens as a list does and is none of labels."""
        return cls(
            f"{name} holds {short_name(found)!r}{first}, which opens like a list but is no whole list of labels, as in "
            f"['fire', 'flood']. Correct it."
        )

    @classmethod
    def outside(cls, role: str, found: Sequence[str], labels: Sequence[str], origin: str) -> Self:
        """A label that was not declared."""
        return cls(
            f"{role!r} of {origin} holds labels that are not among the {len(labels)} declared: {shown(found)}."
            f"{suggestion(found[0], labels)} Correct them, or add them to `labels`."
        )

    @classmethod
    def none(cls, origin: str) -> Self:
        """No label on either side."""
        return cls(
            f"There is no label in the truth or the predictions of {origin}. Check that the right columns are named."
        )

    @classmethod
    def columns(cls, system: str, found: int, labels: int) -> Self:
        """Columns of flags that are not as many as there are labels."""
        return cls(
            f"`truth` names {labels} columns, one for each label, so {system!r} must name as many, in the same order; "
            f"found {found}."
        )

    @classmethod
    def too_many(cls, found: int, limit: int, origin: str) -> Self:
        """Texts where labels were expected."""
        return cls(
            f"{origin} holds {found:,} different labels; more than {limit:,} are taken for a mistake. Check the "
            f"columns and the `separator`."
        )
