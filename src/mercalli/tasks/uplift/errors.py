"""Errors about trials: people, some of whom were treated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import shown


class TrialError(InputError):
    """A trial without two arms, or with chances or numbers that cannot be."""

    @classmethod
    def treatment(cls, name: str, values: Sequence[object], origin: str, where: str) -> Self:
        """A treatment that is not 0 or 1."""
        return cls(
            f"The treatment {name!r} of {origin} must be 1 for people who were treated and 0 for those who were not; "
            f"found {shown(values)}{where}. If there are several treatments, compare one at a time with the controls."
        )

    @classmethod
    def empty_arm(cls, name: str, origin: str, *, nobody: bool) -> Self:
        """Nobody to compare with."""
        who = "Nobody" if nobody else "Everybody"
        return cls(
            f"{who} in {origin} was treated, by {name!r}, so there is nothing to compare with. "
            f"Uplift needs people of both arms: add the other arm, or name another column of treatments."
        )

    @classmethod
    def propensity(cls, name: str, chance: float, origin: str, where: str) -> Self:
        """A chance to be treated that cannot be."""
        return cls(
            f"The propensity {name!r} of {origin} must be each person's probability of treatment, above 0 and below 1; "
            f"found {chance:g}{where}. Leave out people who were sure to be treated, or sure not to be."
        )

    @classmethod
    def beyond(cls, k: float, people: float, origin: str, *, each: bool) -> Self:
        """More people than there are."""
        there = f"the smaller arm of {origin}" if each else origin
        return cls(
            f"`k` is {k:g}, but {there} has only {people:g} people. Give a count up to that, or a share below 1."
        )

    @classmethod
    def not_binary(cls, like: str, name: str, outcome: float, origin: str) -> Self:
        """A reading for outcomes of 0 and 1, and other outcomes."""
        return cls(
            f"The reading {like!r} is for outcomes of 0 and 1; {name!r} of {origin} also holds {outcome:g}. "
            f"Leave `like` out, or take 'causalml'."
        )
