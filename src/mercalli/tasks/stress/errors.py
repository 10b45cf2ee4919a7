"""Errors that only stress tests raise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from mercalli.errors import InputError
from mercalli.text.words import capital, counted, shown, suggestion


class StressError(InputError):
    """Answers under stress that cannot be scored, or a command that gave none."""

    @classmethod
    def twice(cls, what: str, found: Sequence[str], origin: str) -> Self:
        """An item, or an item under a stress, that is there again."""
        rows = counted(len(found), "row")
        return cls(f"{rows} of {origin} repeat {what}: {shown(found)}. Keep one of each.")

    @classmethod
    def unknown(cls, name: str, known: Sequence[str]) -> Self:
        """No such stress."""
        return cls(f"There is no stress {name!r}.{suggestion(name, known)} There are: {', '.join(known)}.")

    @classmethod
    def lacking(cls, missing: Mapping[str, int], origin: str) -> Self:
        """Variants without an answer."""
        each = [f"{name} {count:,}" for name, count in missing.items()]
        total, more = sum(missing.values()), "" if len(each) <= SHOWN else f" and {len(each) - SHOWN} more"
        return cls(
            f"{counted(total, 'answer')} {'is' if total == 1 else 'are'} missing in {origin}: "
            f'{", ".join(each[:SHOWN])}{more}. Complete them, or pass missing="drop" to leave these texts out, '
            f"which tells what each stress loses."
        )

    @classmethod
    def no_classes(cls, name: str, origin: str, rows: tuple[int, int], classes: Sequence[str]) -> Self:
        """Most answers to the texts as they are name no class; `rows` are these and all."""
        return cls(
            f"{rows[0]:,} of {rows[1]:,} clean answers of {name!r} in {origin} are none of the classes: "
            f"{', '.join(classes)}. Is this the column of answers? Are labels written as in the truth? Declare "
            f"`classes` that the truth happens not to have."
        )

    @classmethod
    def strangers(cls, what: str, found: Sequence[object], count: int, origin: str, others: str) -> Self:
        """Rows of items that nobody knows."""
        rows = f"{counted(count, 'row')} of {origin} {'is' if count == 1 else 'are'}"
        return cls(f"{rows} about {what} not in {others}: {shown(found)}. Give files that belong together.")

    @classmethod
    def two_models(cls, clean: str, stressed: str, origins: tuple[str, str]) -> Self:
        """Answers of two models, which would make every difference between them look like a flip."""
        return cls(
            f"The clean answers in {origins[0]} are of the model {clean!r} and those in {origins[1]} of {stressed!r}. "
            f"Compare a model with itself: give the clean answers of {stressed!r}."
        )

    @classmethod
    def too_many_classes(cls, found: int, most: int) -> Self:
        """A joint table that would be too large."""
        return cls(
            f"Stress tests take at most {most} classes; found {found:,}. Join rare classes, or declare those that "
            f"matter."
        )


class ProgramError(StressError):
    """A command that gave no answers."""

    @classmethod
    def unstarted(cls, name: str, why: str) -> Self:
        """It could not be started."""
        return cls(
            f"The command {name!r} cannot be started: {why}. It is run without a shell: write a program and its "
            f"arguments, without pipes and without ~ or $."
        )

    @classmethod
    def ended(cls, name: str, code: int, said: str) -> Self:
        """It ended with an error, or was ended."""
        how = f"ended with exit code {code}" if code > 0 else f"was ended by signal {-code}"
        last = f" The last line that it wrote: {said!r}." if said else ""
        return cls(f"The command {name!r} {how}, so its answers are not used.{last}")

    @classmethod
    def too_long(cls, name: str, seconds: float) -> Self:
        """It did not end in time."""
        return cls(
            f"The command {name!r} did not end within {seconds:g} seconds, so it was ended. Give it more time with "
            f"--seconds, fewer texts, or fewer stresses with --stress."
        )

    @classmethod
    def too_much(cls, name: str, most: int) -> Self:
        """It writes without end."""
        return cls(f"The command {name!r} wrote more than {most >> 20} MB, so it was ended.")

    @classmethod
    def unreadable(cls, called: str, why: str) -> Self:
        """Its output is no table of answers."""
        reason = why.removesuffix(".")
        return cls(
            f"{capital(called)} is not a CSV file of answers: {reason}. It must have a line id,pred, and then one line "
            f"for each id that it was given."
        )


SHOWN = 5
