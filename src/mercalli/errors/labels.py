"""Errors about labels, label sets, scores and survival times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.numbers import is_score
from mercalli.text.words import cut as shorter
from mercalli.text.words import shown, suggestion

EXAMPLES, LONGEST_EXAMPLE = 3, 80
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
    def most_outside(
        cls, column: str, origin: str, rows: tuple[int, int], found: Sequence[str], classes: Sequence[str]
    ) -> Self:
        """More than half of a system's predictions are no class of the truth; `rows` are these and all."""
        what = f"{rows[0]:,} of {rows[1]:,} predictions of {column!r} in {origin} are none of the classes of the truth"
        asked = (
            "They look like scores: mercalli threshold evaluates those."
            if all(map(is_score, found))
            else "Is this the column of predictions? Are labels written as in the truth?"
        )
        return cls(
            f"{what}: {shown(_cut(found))}.{suggestion(found[0], classes)} The classes are: {', '.join(classes)}. "
            f"{asked} Declare `classes` that the truth happens not to have, or pass "
            f'invalid="wrong" to count these predictions as wrong.'
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
            f"{column} of {origin} has {found:,} different values; more than {limit:,} classes look like ids "
            f"or texts. Name the column that holds labels, or declare the classes."
        )

    @classmethod
    def twice(cls, name: str, spellings: Sequence[str]) -> Self:
        """Two declared classes that a profile knows as one."""
        return cls(f"{shown(spellings)} are names of the same class of the profile, {name!r}. List it once.")

    @classmethod
    def too_few(cls, found: int) -> Self:
        """Fewer than two classes."""
        return cls(f"A classification needs at least two classes; {found} declared.")


def _cut(examples: Sequence[object]) -> list[str]:
    """Examples that fit on a line."""
    return [shorter(str(example), LONGEST_EXAMPLE) for example in examples]


class AnswerError(InputError):
    """Outputs of a system that cannot be read as answers."""

    @classmethod
    def unread(
        cls,
        column: str,
        origin: str,
        lost: int,
        total: int,
        examples: Sequence[object],
        *,
        none_allowed: bool,
        sets: bool = False,
    ) -> Self:
        """Outputs that name no class, or no set of them."""
        wanted, declared = ("labels", "--labels") if sets else ("a class", "--classes")
        what = f"{lost:,} of {total:,} outputs in {column!r} of {origin} could not be read as {wanted}"
        advice = (
            "Correct them, or leave `unread` out to count them as wrong."
            if none_allowed
            else f"Is this the column of predictions? Are the classes those that the prompt names (see {declared} and "
            "the profile's aliases)? Did the prompt ask for letters or numbers (--options)? To count them as wrong all "
            "the same, pass --unread wrong."
        )
        return cls(f"{what}, for example {shown(_cut(examples[:EXAMPLES]))}. {advice}")


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
            f"{origin} holds {found:,} different labels; more than {limit:,} look like a mistake. Check the "
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


class ProbabilityError(InputError):
    """Probabilities that cannot be read as how sure a system is."""

    @classmethod
    def outside(cls, columns: Sequence[str], found: float, origin: str, where: str) -> Self:
        """A probability below 0 or above 1."""
        return cls(
            f"{_columns_of(columns, origin)} must hold probabilities from 0 to 1; found {found:g}{where}. Divide "
            f"percentages by 100. {INSTEAD}"
        )

    @classmethod
    def total(cls, columns: Sequence[str], found: float, origin: str, where: str) -> Self:
        """A row whose probabilities do not add up to 1."""
        return cls(
            f"The probabilities of each row must add up to 1; in {_columns_of(columns, origin)} a row adds up to "
            f"{found:.4g}{where}. Give one column for every class the system knows, and probabilities instead of raw "
            f"scores. {INSTEAD}"
        )

    @classmethod
    def missing(cls, columns: Sequence[str], rows: int, origin: str, where: str) -> Self:
        """Rows without a probability."""
        lack = "1 row has" if rows == 1 else f"{rows:,} rows have"
        return cls(
            f"{lack} a prediction and no number in {_columns_of(columns, origin)}{where}. Fill in what is missing, or "
            f'pass missing="wrong" or missing="drop" to leave such items to people. {INSTEAD}'
        )

    @classmethod
    def no_column(cls, prefix: str, classes: Sequence[str], origin: str) -> Self:
        """Classes without a probability."""
        have = "has" if len(classes) == 1 else "have"
        return cls(
            f"The probabilities {prefix}* of {origin} miss a class: {shown(classes)} {have} no column. Add "
            f"{prefix}{classes[0]}, with 0 in every row if the system never gives that class. {INSTEAD}"
        )


INSTEAD = "To evaluate without them, pass confidence=False (--no-confidence)."


def _columns_of(columns: Sequence[str], origin: str) -> str:
    return f"{shown(columns)} of {origin}"


class SurvivalError(InputError):
    """Times, events or predictions that survival cannot be judged by."""

    @classmethod
    def no_chance(cls, time: float, usable: float | None, option: str = "tau") -> Self:
        """Everyone was censored by a time at which the chance not to be is needed."""
        largest = f"The largest usable `{option}` is {usable:g}. Give it, or" if usable is not None else ""
        until = largest or f"No `{option}` is usable. Give"
        return cls(
            f"The probability of being uncensored is 0 at time {time:g}, so an event there would have infinite weight. "
            f"{until} a training set whose people were followed for longer."
        )
