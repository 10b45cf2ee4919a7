"""Errors about watches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import counted, shown


class WatchError(InputError):
    """A watch that cannot be started, added to, or relied on."""

    @classmethod
    def absent(cls, folder: str) -> Self:
        """A folder that is no watch."""
        return cls(f"{folder!r} is no watch: it holds no watch.json. Make one with mercalli monitor start.")

    @classmethod
    def broken(cls, folder: str, problem: str) -> Self:
        """A watch that somebody else wrote, or edited."""
        return cls(
            f"The watch {folder!r} cannot be trusted: {problem}. Only mercalli monitor may write it. "
            f"Put back a copy, or start a new watch."
        )

    @classmethod
    def twice(cls, ids: Sequence[str], number: int, origin: str) -> Self:
        """An id with two predictions."""
        verb = "has" if number == 1 else "have"
        return cls(
            f"{counted(number, 'id')} of {origin} {verb} a prediction already: {shown(ids)}. Nothing was added. An id "
            f"stands for one prediction: leave these rows out, or give them ids of their own."
        )

    @classmethod
    def unknown(cls, ids: Sequence[str], number: int, origin: str) -> Self:
        """Truths of what was never predicted."""
        verb = "has" if number == 1 else "have"
        return cls(
            f"{counted(number, 'id')} of {origin} {verb} no prediction in this watch: {shown(ids)}. Nothing was added. "
            f"Add the predictions first, or set `unknown` to drop to leave such rows out and have them counted."
        )

    @classmethod
    def early(cls, name: str, predicted: str, found: str, number: int, origin: str) -> Self:
        """A truth before its prediction."""
        return cls(
            f"{counted(number, 'truth')} of {origin} came before the prediction, as of {name!r}: predicted {predicted}"
            f", truth {found}. Nothing was added. Check the column of times and the zone."
        )

    @classmethod
    def future(cls, origin: str, found: str) -> Self:
        """A time that has not come yet."""
        return cls(f"Times of {origin} must not lie in the future; found {found}. Check the column of times.")

    @classmethod
    def classes(cls, origin: str, column: str, found: Sequence[str], known: Sequence[str], where: str) -> Self:
        """A label outside the classes of the watch."""
        return cls(
            f"{column!r} of {origin} holds {shown(found)}{where}, which is no class of this watch "
            f"({shown(known, limit=20)}). Correct it. If the classes have changed, start a new watch."
        )

    @classmethod
    def model(cls, found: str | None, known: Sequence[str]) -> Self:
        """A model that the watch is not about."""
        if not any(known):
            return cls(
                f"This watch was started without the name of a model, so predictions of {found!r} have no place. "
                f"Start a new watch for another model, or name several when it starts (`model`)."
            )
        said = "no model was named" if found is None else f"found {found!r}"
        return cls(
            f"This watch is about {shown(known)}; {said}. Name one of them with `model`, or start a new watch: another "
            f"model makes another promise."
        )

    @classmethod
    def promise(cls, text: str, problem: str) -> Self:
        """A promise that cannot be watched."""
        return cls(f"The promise {text!r} {problem}")
