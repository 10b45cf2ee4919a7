"""Errors about labels, label sets, scores and survival times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import shown, suggestion

SPELT_ALIKE = 0.8


class ClassError(InputError):
    """A label outside the declared classes."""

    @classmethod
    def outside(cls, subject: str, found: Sequence[str], classes: Sequence[str], where: str, advice: str) -> Self:
        """Truths or predictions nobody declared; `subject` counts them."""
        return cls(
            f"{subject} outside the {len(classes)} declared classes: {shown(found)}{where}."
            f"{suggestion(found[0], classes)} The classes are: {', '.join(classes)}. {advice}"
        )

    @classmethod
    def not_in_profile(cls, found: Sequence[str], profile: str, classes: Sequence[str]) -> Self:
        """Declared classes for which the profile has no weights."""
        return cls(
            f"The profile {profile!r} has no class {shown(found)}.{suggestion(found[0], classes)} "
            f"Its classes are: {', '.join(classes)}. Use their names, or a profile of your own."
        )

    @classmethod
    def misspelt(cls, found: Sequence[str], profile: str, labels: int, classes: Sequence[str]) -> Self:
        """True labels that a profile does not know, though it knows nearly all of them."""
        known = (
            f"The profile {profile!r} knows {labels - len(found)} of the {labels} true classes, but not {shown(found)}."
        )
        hints = "".join(suggestion(each, classes, SPELT_ALIKE) for each in found[:1])
        return cls(
            f"{known}{hints} Correct the labels. To go on with them as they are: --profile {profile} --unknown default "
            f"keeps them as classes of their own, --profile generic weighs all classes the same."
        )

    @classmethod
    def unknown_positive(cls, found: str, classes: Sequence[str]) -> Self:
        """A positive class that is none of the classes."""
        hint = suggestion(found, classes)
        return cls(
            f"`positive` must be one of the classes; found {found!r}.{hint} The classes are: {', '.join(classes)}."
        )

    @classmethod
    def too_many(cls, found: int, limit: int, column: str, origin: str) -> Self:
        """A column of ids or texts where classes were expected."""
        return cls(
            f"{column} of {origin} has {found:,} different values; more than {limit:,} classes are taken for ids "
            f"or texts. Name the column that holds labels, or declare the classes."
        )

    @classmethod
    def twice(cls, name: str, spellings: Sequence[str]) -> Self:
        """Two declared classes that a profile knows as one."""
        return cls(f"{shown(spellings)} are names of one class of the profile, {name!r}. List it once.")

    @classmethod
    def too_few(cls, found: int) -> Self:
        """Fewer than two classes."""
        return cls(f"A classification needs at least two classes; {found} declared.")


class LabelSetError(InputError):
    """Label sets that cannot be compared."""

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


class SurvivalError(InputError):
    """Times, events or predictions that survival cannot be judged by."""

    @classmethod
    def no_chance(cls, time: float, usable: float | None, option: str = "tau") -> Self:
        """Everyone was censored by a time at which the chance not to be is needed."""
        largest = f"The largest usable `{option}` is {usable:g}. Give it, or" if usable is not None else ""
        until = largest or f"No `{option}` is usable. Give"
        return cls(
            f"The chance not to be censored is 0 at the time {time:g}, so that an event there would weigh infinitely. "
            f"{until} a training set whose people were seen for longer."
        )
