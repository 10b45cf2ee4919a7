"""Errors about survival that its statistics and metrics raise."""

from __future__ import annotations

from typing import Self

from mercalli.errors.base import InputError


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

    @classmethod
    def needs_chances(cls, metric: str) -> Self:
        """Risks where chances are needed."""
        return cls(
            f"{metric!r} needs predicted chances over time, and only risks were given. Give a matrix of them as `cif` "
            f"or `survival_curve`, with the times of its columns."
        )
