"""Errors about columns, rows and systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError, rows_lack
from mercalli.text.words import capital, shown, suggestion

MOST_COLUMNS = 40


class ColumnError(InputError):
    """A column is not there, or named for two roles."""

    @classmethod
    def unknown(cls, name: str, available: Sequence[str], origin: str, why: str = "") -> Self:
        """No such column; lists the ones there are."""
        there = f"Its columns are: {_columns(available)}." if available else "It has no columns."
        return cls(f"There is no column {name!r} in {origin}.{why}{suggestion(name, available)} {there}")

    @classmethod
    def of_role(cls, role: str, problem: str) -> Self:
        """What is wrong with what was given for a role, and what to do."""
        return cls(f"`{role}` {problem}")

    @classmethod
    def in_key(cls, key: str, problem: str) -> Self:
        """What is wrong with the parts, or with the values, of a key that is made from columns."""
        return cls(f"{key!r} cannot be made. {problem}")

    @classmethod
    def own_truth(cls, name: str) -> Self:
        """The truth named as a prediction."""
        return cls(
            f"{name!r} is named both as the truth and as a prediction, which would always be right. Name another."
        )

    @classmethod
    def ambiguous(cls, role: str, candidates: Sequence[str], origin: str) -> Self:
        """Several columns could play a part."""
        listed = ", ".join(repr(column) for column in candidates)
        return cls(f"{origin} has several columns that could be the {role}: {listed}. Say which with --{role} NAME.")

    @classmethod
    def likely(cls, error: ColumnError, columns: Sequence[str]) -> Self:
        """The same, with the columns that hold labels of the truth."""
        return cls(f"{error} These columns hold labels of the truth: --pred {','.join(columns)}")

    @classmethod
    def not_found(cls, role: str, names: Sequence[str], available: Sequence[str], origin: str) -> Self:
        """No column has one of the usual names."""
        return cls(
            f"{origin} has no column with a usual name for {in_words(role)} ({', '.join(names[:4])}, ...). "
            f"Say which it is with --{role} NAME. Its columns are: {_columns(available)}."
        )

    @classmethod
    def log_without_truth(cls, origin: str) -> Self:
        """A log that holds answers alone."""
        return cls(
            f"{origin} is a log that holds answers and no truths. Name a file that has the true class of each item "
            f"with --truth-file FILE; it is matched by id."
        )

    @classmethod
    def no_texts(cls, names: Sequence[str], first: Sequence[str], origin: str) -> Self:
        """A file of several columns, none of which is known to hold texts."""
        return cls(
            f"{cls.not_found('text', names, first, origin)} If its first line is a row and names no columns, say "
            f"--no-header: the label is first then, and the text second."
        )

    @classmethod
    def of_no_task(cls, origin: str, available: Sequence[str], needs: Sequence[str]) -> Self:
        """A file whose columns fit no command; a line for what each command needs."""
        error = cls(
            f"No command fits the columns of {origin}: {_columns(available)}. "
            f"Write the command before the file, and name the columns, as in mercalli evaluate FILE --truth NAME "
            f"--pred NAME. Columns that commands look for:"
        )
        error.details = tuple(needs)
        return error

    @classmethod
    def twice(cls, name: str, origin: str) -> Self:
        """Two columns of one name."""
        return cls(f"{capital(origin)} has two columns named {name!r}. Rename one.")

    @classmethod
    def not_named(cls, role: str, found: object) -> Self:
        """Something else than a name was given where the data is a table."""
        return cls(
            f"`{role}` must be the name of a column because a table was given as data; found {type(found).__name__}. "
            f"Give the name, or leave the data out and pass arrays for every role."
        )

    @classmethod
    def not_given(cls, role: str) -> Self:
        """A role that was left out."""
        return cls(f"`{role}` was not given. Name its column, or pass its values as an array.")

    @classmethod
    def unnamed_source(cls, role: str, name: object) -> Self:
        """A name was given where there is no table."""
        return cls(
            f"`{role}` is {name!r}, but there is no table to look that column up in. "
            f"Give the table first, before `{role}`, or pass an array."
        )

    @classmethod
    def not_finite(cls, role: str, name: str, largest: float, origin: str, where: str) -> Self:
        """An infinite number, or one of such a size that results would be."""
        return cls(
            f"The {role} {name!r} of {origin} must be finite and at most {largest:g} in size; it holds another "
            f"number{where}. Correct or remove those rows."
        )

    @classmethod
    def not_numeric(cls, name: str, found: str, where: str, origin: str) -> Self:
        """A column of weights or scores that holds no numbers."""
        return cls(f"The column {name!r} of {origin} must hold numbers; found {found}{where}.")


def in_words(role: str) -> str:
    """What a column holds, in a sentence about its usual names."""
    return "predictions" if role == "pred" else f"the {role}"


def _columns(names: Sequence[str]) -> str:
    """As many names as a screen can take."""
    return shown(names, limit=MOST_COLUMNS)


class LengthError(InputError):
    """Columns of unequal length."""

    @classmethod
    def unequal(cls, lengths: Sequence[tuple[str, int]]) -> Self:
        """Names each column with its length."""
        found = ", ".join(f"{name} has {length:,}" for name, length in lengths)
        return cls(
            f"All columns must have the same number of rows; found: {found}. Check that they come from the same items."
        )


class EmptyError(InputError):
    """No rows."""

    @classmethod
    def no_rows(cls, origin: str) -> Self:
        """The source has no rows at all."""
        have, them = ("have", "them") if origin.endswith("arrays") or "' and " in origin else ("has", "it")
        return cls(f"{capital(origin)} {have} no rows, so there is nothing to evaluate. Check what made {them}.")

    @classmethod
    def all_dropped(cls, origin: str, dropped: int, what: str = "a truth or a prediction") -> Self:
        """Every row lacks something that it must have."""
        every = "The only row" if dropped == 1 else f"Every one of the {dropped:,} rows"
        return cls(
            f"{every} of {origin} lacks {what}, so nothing is left to evaluate. "
            f"Check that the right columns were named."
        )


DECLARED = "; if one of these is a class, name all classes with `classes` or a profile"


def said_missing(words: Sequence[object], unless: str = "") -> str:
    """A sentence on words that are read as missing, and how to say that they are not.

    >>> said_missing(["NA"], DECLARED)
    " Read as missing: 'NA'; if one of these is a class, name all classes with `classes` or a profile."
    """
    return f" Read as missing: {shown(words)}{unless}." if words else ""


class MissingError(InputError):
    """Missing truths, predictions, weights or units."""

    @classmethod
    def labels(cls, role: str, rows: int, origin: str, where: str, said: str = "", *, wrong: bool = False) -> Self:
        """A truth or prediction is missing; `said` tells which words mean so, `wrong` that it may count as wrong."""
        counting = 'pass missing="wrong" to count such rows as wrong, or ' if wrong else "pass "
        return cls(
            f"{rows_lack(rows, origin)} {role}{where}.{said} Fill in what is missing, or "
            f'{counting}missing="drop" to leave such rows out and have their number reported.'
        )

    @classmethod
    def values(cls, role: str, rows: int, origin: str) -> Self:
        """A weight or unit is missing."""
        return cls(
            f"{rows_lack(rows, origin)} {role}. Every row needs one: fill in what is missing or remove such rows."
        )


class CountError(InputError):
    """Numbers of items that are none, or too many."""

    @classmethod
    def no_count(cls, column: str, found: object, origin: str, where: str) -> Self:
        """A number of items that is none."""
        return cls(
            f"{column!r} must say for how many items each row of {origin} stands: whole numbers, 0 or more; found "
            f"{found}{where}. Correct those rows, or leave `count` out if every row is one item."
        )

    @classmethod
    def too_many(cls, column: str, found: float, most: int, origin: str) -> Self:
        """More items than fit."""
        return cls(
            f"{column!r} of {origin} adds up to {found:,.0f} items, and {most:,} can be counted. Check that `count` "
            f"names a column of numbers of items."
        )


class WeightError(InputError):
    """Negative or non-finite weights."""

    @classmethod
    def outside(cls, found: float, origin: str, where: str = "") -> Self:
        """Some weight is below zero, NaN or infinite."""
        return cls(
            f"Weights must be finite and at least 0; found {found:g} in {origin}{where}. Correct or remove those rows."
        )

    @classmethod
    def too_large(cls, origin: str, most: float, found: float | None = None, where: str = "") -> Self:
        """Weights whose sums are no longer exact."""
        value = "" if found is None else f"; found {found:g}{where}"
        return cls(f"The weights in {origin} must be at most {most:g}{value}. Divide them all by the same number.")

    @classmethod
    def too_small(cls, origin: str, where: str = "") -> Self:
        """Weights whose squares vanish."""
        return cls(
            f"Some weights in {origin}{where} are too small to be squared. Multiply them all by the same number."
        )

    @classmethod
    def all_zero(cls, origin: str) -> Self:
        """Nothing has any weight."""
        return cls(f"All weights in {origin} are 0, so nothing counts. Give at least one row a positive weight.")


class SystemNameError(InputError):
    """Two systems under one name."""

    @classmethod
    def duplicate(cls, name: str) -> Self:
        """The name that occurs twice."""
        return cls(
            f"Two systems are both named {name!r}. Each needs its own name: rename a file or "
            f"a column; in Python, pass a dict name -> column."
        )

    @classmethod
    def unknown(cls, name: str, known: Sequence[str]) -> Self:
        """No system of that name."""
        return cls(f"There is no system named {name!r}.{suggestion(name, known)} There are: {', '.join(known)}.")

    @classmethod
    def several(cls, known: Sequence[str]) -> Self:
        """One system was meant, and it was not said which."""
        return cls(f"There are several systems: say which one with `system`. There are: {', '.join(known)}.")

    @classmethod
    def no_pair(cls, first: str, second: str, known: Sequence[tuple[str, str]]) -> Self:
        """No such pair, or the other way round."""
        pairs = ", ".join(f"{one!r} and {two!r}" for one, two in known)
        return cls(f"There is no pair of {first!r} and {second!r} in this order. Pairs: {pairs}.")

    @classmethod
    def none(cls, role: str = "pred") -> Self:
        """No system at all."""
        return cls(
            f"There is no system to evaluate: `{role}` names no column. Pass the column that holds the predictions."
        )

    @classmethod
    def alone(cls, name: str, origin: str, others: Sequence[str]) -> Self:
        """A comparison of one column of one file."""
        likely = f" Labels of the truth are also in {shown(others)}." if others else ""
        return cls(
            f"A comparison needs at least two systems; found one, {name!r} of {origin}. "
            f"Name several columns with --pred FIRST,SECOND, or give a second file.{likely}"
        )


class JoinError(InputError):
    """Files that do not speak of the same items."""

    @classmethod
    def no_key(cls, origin: str, key: str, rows: int) -> Self:
        """A key that is missing."""
        return cls(
            f"{rows_lack(rows, origin)} {key!r}, which must name each item. "
            f"Fill in what is missing, or name another column with --id."
        )

    @classmethod
    def repeated(cls, key: str, origin: str, items: str, *, repeats: bool = False) -> Self:
        """Ids that name several rows; `repeats` if these may be several answers to one item."""
        hint = " Several answers to one item are for mercalli models." if repeats else ""
        return cls(
            f"{key!r} must name each item of {origin} once. Repeated: {items}. "
            f"Remove the repetitions, or name another column with --id.{hint}"
        )

    @classmethod
    def no_shared_key(cls) -> Self:
        """A choice of items where rows are matched by their places."""
        return cls(
            "The files have no id column in common, so `items` cannot be chosen. Name a common column with --id."
        )

    @classmethod
    def match_nowhere(cls, one: str, two: str, key: str, first: Sequence[object], second: Sequence[object]) -> Self:
        """Ids of two files of which none is in both."""
        return cls(
            f"No {key!r} of {one} is in {two}: the first has {shown(first)}, the second {shown(second)}. "
            f"Write the ids in the same way in both, or name another column with --id."
        )
