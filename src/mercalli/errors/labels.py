"""Errors about labels and the classes they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from mercalli.errors.base import InputError
from mercalli.text.words import counted, shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence


class ClassError(InputError):
    """A label outside the declared classes."""

    @classmethod
    def unknown_truth(cls, found: Sequence[str], rows: int, *, classes: Sequence[str], origin: str, where: str) -> Self:
        """Truth labels nobody declared."""
        hint = suggestion(found[0], classes)
        return cls(
            f"{counted(rows, 'row')} of {origin} {'has' if rows == 1 else 'have'} a truth outside "
            f"the {len(classes)} declared classes: "
            f"{shown(found)}{where}.{hint} The classes are: {', '.join(classes)}. "
            f"Correct the labels, add an alias to the profile, or pass "
            f'unknown="default" to give such classes the profile\'s default weight.'
        )

    @classmethod
    def unknown_pred(
        cls, system: str, found: Sequence[str], rows: int, *, classes: Sequence[str], origin: str, where: str
    ) -> Self:
        """Predictions nobody declared."""
        hint = suggestion(found[0], classes)
        return cls(
            f"{counted(rows, 'prediction')} of {system!r} in {origin} "
            f"{'is' if rows == 1 else 'are'} outside the {len(classes)} declared classes: "
            f"{shown(found)}{where}.{hint} The classes are: {', '.join(classes)}. Correct them, or pass "
            f'invalid="wrong" to count them as wrong in a column of their own.'
        )

    @classmethod
    def not_in_profile(cls, found: Sequence[str], profile: str, classes: Sequence[str]) -> Self:
        """Declared classes for which the profile has no weights."""
        return cls(
            f"The profile {profile!r} has no class {shown(found)}.{suggestion(found[0], classes)} "
            f"Its classes are: {', '.join(classes)}. Use their names, or a profile of your own."
        )

    @classmethod
    def unknown_positive(cls, found: str, classes: Sequence[str]) -> Self:
        """A positive class that is none of the classes."""
        hint = suggestion(found, classes)
        return cls(
            f"`positive` must be one of the classes; found {found!r}.{hint} The classes are: {', '.join(classes)}."
        )

    @classmethod
    def same_spelling(cls, first: str, second: str, normal: str) -> Self:
        """Two declared classes that matching cannot tell apart."""
        return cls(
            f"The classes {first!r} and {second!r} are the same after normalisation ({normal!r}), so labels "
            f"could not be told apart. Rename one of them."
        )

    @classmethod
    def two_ways(cls, words: Sequence[str], numbers: Sequence[str]) -> Self:
        """The same two classes, by all appearances, as words here and as numbers there."""
        return cls(
            f"Some labels are {shown(words)} and others {shown(numbers)}, which would make "
            f"{counted(len(words) + len(numbers), 'class')} and every prediction wrong. "
            f"Write truth and predictions alike."
        )

    @classmethod
    def not_finite(cls, column: str, found: float, origin: str, where: str) -> Self:
        """An infinite number where a class is wanted."""
        return cls(
            f"{column!r} of {origin} holds {found}, which is no class{where}. "
            f"Correct those labels, or leave them empty if they are missing."
        )

    @classmethod
    def too_many(cls, found: int, limit: int, column: str, origin: str) -> Self:
        """A column of ids or texts where classes were expected."""
        return cls(
            f"{column} of {origin} has {found:,} different values; more than {limit:,} classes are taken for ids "
            f"or texts. Name the column that holds labels, or declare the classes."
        )

    @classmethod
    def differ(cls, first: Sequence[str], second: Sequence[str]) -> Self:
        """Two tables over different classes."""
        return cls(
            f"Tables can be merged only over the same classes in the same order; "
            f"found {shown(first)} against {shown(second)}."
        )

    @classmethod
    def no_name(cls) -> Self:
        """A class without a name."""
        return cls("A class has an empty name. Name every class.")

    @classmethod
    def twice(cls, name: str, spellings: Sequence[str]) -> Self:
        """Two declared classes that a profile knows as one."""
        return cls(f"{shown(spellings)} are names of one class of the profile, {name!r}. List it once.")

    @classmethod
    def no_positive(cls, asked: str, labels: Sequence[str], origin: str) -> Self:
        """The class asked for as the positive one is not in the truth."""
        return cls(
            f"{asked!r} does not occur in the truth of {origin}; there are {shown(labels, limit=10)}."
            f"{suggestion(asked, labels)} Name one of them with `positive`."
        )

    @classmethod
    def which_positive(cls, labels: Sequence[str], origin: str) -> Self:
        """Nothing tells which class is the one to find."""
        return cls(
            f"The truth of {origin} has the labels {shown(labels, limit=10)}, and none of two is 1, true or yes. "
            f"Name the class that the score is for with `positive`."
        )

    @classmethod
    def too_few(cls, found: int) -> Self:
        """Fewer than two classes."""
        return cls(f"A classification needs at least two classes; {found} declared.")

    @classmethod
    def only_one(cls, name: str, column: str, origin: str) -> Self:
        """A file of one class where a profile is wanted."""
        return cls(
            f"{column!r} of {origin} holds one class only, {name!r}, and a profile needs at least two. "
            f"Give a file in which all classes occur."
        )
