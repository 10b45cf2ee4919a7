"""Errors about follow-up: times, events, risks and chances that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Self

from mercalli.errors import SurvivalError
from mercalli.text.words import first_few, shown

MOST_CAUSES = 10

# What is said of a column and of the first number in it that cannot be.
IMPOSSIBLE = {
    "time": (
        "The time {} must be how long each person was followed, from 0 to 1e+50; found {}. "
        "Correct or remove those rows."
    ),
    "event": (
        "The event {} must be 0 for people who were censored, and 1, 2 ... for what happened to the others; found {}. "
        "Give each cause a whole number."
    ),
    "chance": (
        "Probabilities over time must be between 0 and 1; {} holds {}. Numbers that only rank people belong in `risk`."
    ),
}


class FollowUpError(SurvivalError):
    """People, causes or predictions that survival cannot be evaluated by."""

    @classmethod
    def out_of_sight(cls, setting: str, time: float, problem: str) -> Self:
        """A time that cannot be looked at."""
        return cls(f"`{setting}` is {time:g}, but {problem}")

    @classmethod
    def impossible(
        cls, role: Literal["time", "event", "chance"], name: str, number: float, origin: str, where: str
    ) -> Self:
        """A number that cannot be what it is given for."""
        return cls(IMPOSSIBLE[role].format(f"{name!r} of {origin}", f"{number:g}{where}"))

    @classmethod
    def undeclared(cls, name: str, codes: Sequence[int], declared: Sequence[int], origin: str, where: str) -> Self:
        """A cause that was not declared."""
        causes = ", ".join(map(str, declared))
        return cls(
            f"The event {name!r} of {origin} holds {shown(codes)}{where}, and the declared causes are {causes}, beside "
            f"0 for censored. Declare every cause in `causes`, or correct those rows."
        )

    @classmethod
    def no_event(cls, cause: int, name: str, happened: Sequence[int], origin: str) -> Self:
        """A cause that never happened."""
        causes = f"the causes {first_few(list(map(str, happened)), MOST_CAUSES)}"
        there = causes if happened else "no event at all, everyone was censored"
        swapped = " So many causes look like times: were time and event swapped?" if len(happened) > MOST_CAUSES else ""
        return cls(
            f"The cause {cause} never happened: the event {name!r} of {origin} holds {there}.{swapped} "
            f"Give one that did as `cause`, or name another column."
        )

    @classmethod
    def cause(cls, written: object) -> Self:
        """No code of a cause."""
        return cls(f"`cause` must be a whole number from 1 on, or several; found {written!r}. 0 stands for censored.")

    @classmethod
    def no_direction(cls) -> Self:
        """Nobody said which way predictions point."""
        return cls(
            "Give the direction of the predictions: `risk` if higher means sooner, `survival` if higher means later, "
            "`cif` or `survival_curve` for probabilities over time. "
            "With the wrong direction every good model looks bad."
        )

    @classmethod
    def turns_back(cls, kind: str, columns: Sequence[str], origin: str, where: str) -> Self:
        """A chance that goes the wrong way."""
        way, other = ("fall", "survival_curve") if kind == "cif" else ("rise", "cif")
        return cls(
            f"Probabilities in `{kind}` cannot {way} over time; from {columns[0]!r} to {columns[1]!r} of {origin} they "
            f"do{where}. "
            f"If they are probabilities of the opposite, give them as `{other}`."
        )

    @classmethod
    def no_columns(cls, prefix: str, available: Sequence[str], origin: str) -> Self:
        """No column for a time."""
        return cls(
            f"Columns of probabilities over time must be named with a common prefix and a time, as in {prefix}12 and "
            f"{prefix}24; {origin} has no column that begins with {prefix!r} and ends with a number. "
            f"It has {shown(available, limit=8)}."
        )

    @classmethod
    def two_numbers(cls, column: str, prefix: str) -> Self:
        """A column whose time cannot be told from a cause."""
        return cls(
            f"{column!r} begins with {prefix!r}, followed by two numbers, so the time is not clear. If one "
            f"of them is the cause, write {{cause}} in its place, as in {prefix + '{cause}_'!r}; otherwise give a "
            f"longer prefix."
        )

    @classmethod
    def no_grid(cls) -> Self:
        """A matrix without the times of its columns."""
        return cls("Probabilities over time need the times of their columns: give `grid`, one time for each column.")

    @classmethod
    def matrix(cls, name: str, shape: str, times: int) -> Self:
        """A matrix of another shape."""
        return cls(
            f"The probabilities {name!r} must be a matrix with a row for each person and a column for each of the "
            f"{times} times of `grid`; found {shape}."
        )

    @classmethod
    def grid(cls, times: Sequence[float]) -> Self:
        """Times that are in no order."""
        return cls(
            f"The times of `grid` must rise, each once, from 0 or later; found {shown(times, limit=6)}. "
            f"Order the columns of the matrix by time."
        )
