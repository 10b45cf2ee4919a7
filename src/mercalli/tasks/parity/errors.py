"""What only parity refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from mercalli.errors import InputError
from mercalli.text.words import counted, listed, shown, suggestion


class GroupError(InputError):
    """Groups that cannot be compared as they are."""

    @classmethod
    def no_reference(cls, reference: str, column: str, groups: Sequence[str]) -> Self:
        """A reference that does not occur."""
        return cls(
            f"{reference!r} does not occur in {column!r}.{suggestion(reference, groups)} Groups: {shown(groups)}."
        )

    @classmethod
    def many(cls, column: str, groups: int, most: int) -> Self:
        """A column that looks like texts, ids or times."""
        return cls(
            f"{column!r} has {groups:,} groups; more than {most:,} look like a mistake. Name a column with few values, "
            f"such as the language, or a coarser key, as in --by 'bin(time, 1d)'."
        )

    @classmethod
    def spelt(cls, column: str, alike: Mapping[str, str]) -> Self:
        """One group under several names."""
        pairs = ",".join(f"{other}={name}" for other, name in alike.items())
        names = listed([repr(each) for each in dict.fromkeys([*alike.values(), *alike])])
        return cls(
            f"{column!r} has {names}, which look like the same group. Pass same='{pairs}' (--same {pairs}) to "
            f"count them together, or map each to itself to keep them apart."
        )


class PairError(InputError):
    """Messages and translations that do not fit together."""

    @classmethod
    def times(cls, column: str, rows: Sequence[tuple[object, int]], number: int) -> Self:
        """Ids that do not occur twice."""
        examples = listed([f"{key!r} ({counted(times, 'row')})" for key, times in rows])
        return cls(
            f"Every value of {column!r} must occur in two rows: a message and its translation. "
            f"{counted(number, 'value')} {'does' if number == 1 else 'do'} not: {examples}."
        )

    @classmethod
    def languages(cls, column: str, key: object, reference: str) -> Self:
        """A pair without a source, or with two."""
        return cls(
            f"Of every pair, one row must be in {reference!r}, the language of the source, and the other must not. "
            f"That is not so for {key!r} in {column!r}. Name the source language as the reference."
        )

    @classmethod
    def truths(cls, column: str, keys: Sequence[object], number: int) -> Self:
        """A message and its translation with different truths."""
        examples = listed([repr(key) for key in keys])
        return cls(
            f"A message and its translation must have the same truth. {counted(number, 'pair')} of {column!r} "
            f"{'does' if number == 1 else 'do'} not: {examples}. Correct the labels."
        )

    @classmethod
    def no_reference(cls) -> Self:
        """Nobody said which language is the source."""
        return cls("Pairs need the language of the source. Name it as the reference, as in --reference en.")
