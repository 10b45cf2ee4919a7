"""Errors about statistic files: what cannot be read, counted or added up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import capital, cut, shown

LONGEST = 60
AGAIN = "Ask for it again, or make it again with mercalli count."


class StatisticError(InputError):
    """A statistic that is broken, or that does not fit the others."""

    @classmethod
    def broken(cls, origin: str, reason: str) -> Self:
        """A file that is no whole statistic."""
        return cls(f"{capital(origin)} is not a whole statistic: {reason}. {AGAIN}")

    @classmethod
    def foreign(cls, origin: str) -> Self:
        """Something else than a statistic."""
        return cls(
            f"{capital(origin)} is not a statistic: its first line must be a header that begins with "
            f'{{"mercalli": "statistic"}}. Make one with mercalli count.'
        )

    @classmethod
    def version(cls, origin: str, found: object, known: int) -> Self:
        """Written by another version of the program."""
        return cls(
            f"{capital(origin)} is written in format {cut(str(found), LONGEST)}, and this version reads format "
            f"{known}. Install the version of Mercalli that wrote it, or a later one."
        )

    @classmethod
    def task(cls, origin: str, name: str, known: str) -> Self:
        """Of a task that no installed package has."""
        return cls(
            f"{capital(origin)} is a statistic of the task {name!r}, which no installed task is. Known are: {known}."
        )

    @classmethod
    def no_rows(cls, origin: str) -> Self:
        """A statistic where rows are needed."""
        return cls(
            f"{capital(origin)} is a statistic: it holds counts and no rows, and this needs rows. `mercalli show` "
            f"lists the commands that take it."
        )

    @classmethod
    def no_pairs(cls, origin: str, systems: Sequence[str]) -> Self:
        """Counts of systems by themselves where pairs of answers are needed."""
        return cls(
            f"{capital(origin)} holds rounded counts of each system by itself, and not which rows {shown(systems)} get "
            f"right together: nothing in it compares systems. Evaluate them with mercalli evaluate, or count without "
            f"--share."
        )

    @classmethod
    def other_task(cls, origin: str, found: str, expected: str, commands: str) -> Self:
        """Counted for other commands."""
        instead = f" It is for {commands}." if commands else ""
        return cls(f"{capital(origin)} is a statistic of {found}, and this needs one of {expected}.{instead}")

    @classmethod
    def several(cls) -> Self:
        """More than one where rows could be of several files."""
        return cls.about(
            "several files",
            "are compared where they hold rows; statistics are added up first, with mercalli merge. Give one file.",
        )

    @classmethod
    def lacks(cls, origin: str, role: str, name: str, known: str, option: str) -> Self:
        """A column that was not counted."""
        return cls(
            f"{capital(origin)} was not counted with the {role} {name!r}; it has {known or 'none'}. "
            f"Count the rows again with {option}, or leave it out."
        )

    @classmethod
    def differs(cls, first: str, second: str, what: str, found: tuple[object, object], why: str) -> Self:
        """Two that are not counted alike."""
        one, two = (cut(repr(each), LONGEST) for each in found)
        return cls(
            f"{capital(first)} and {second} cannot be added up: {what} is {one} in one and {two} in the other. {why}"
        )

    @classmethod
    def twice(cls, part: str, first: str, second: str) -> Self:
        """One part in two places."""
        where = f"twice in {first}" if first == second else f"in {first} and in {second}"
        return cls(
            f"The same part is {where} ({part}), so its rows would count twice. Leave one of them out. If they are "
            f"different rows with the same counts, count them again with another --site or --period."
        )

    @classmethod
    def overlap(cls, site: str, first: str, second: str) -> Self:
        """Two parts of one site that may hold the same rows."""
        return cls(
            f"Two parts of {site!r} overlap: {first} and {second}. Rows of both would count twice. Leave one out, or "
            f"give `allow_overlap` if you know that no row is in both."
        )

    @classmethod
    def too_many(cls, entries: int, most: int, largest: str) -> Self:
        """More entries than a file may have."""
        return cls(
            f"The statistic would have {entries:,} entries, and {most:,} are the most. Leave out a slice or the unit; "
            f"{largest}."
        )
