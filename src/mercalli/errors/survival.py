"""Errors about survival: times, events, risks and chances that cannot be."""

from __future__ import annotations

from typing import Self

from mercalli.errors.base import InputError


class SurvivalError(InputError):
    """Times, events or predictions that survival cannot be judged by."""

    @classmethod
    def no_chance(cls, time: float, usable: float | None) -> Self:
        """Everyone was censored by a time at which the chance not to be is needed."""
        until = f"The largest usable `tau` is {usable:g}." if usable is not None else "There is no usable `tau`."
        return cls(
            f"The chance not to be censored is 0 at the time {time:g}, so that an event there would weigh infinitely. "
            f"{until} Give it, or a training set whose people were seen for longer."
        )

    @classmethod
    def needs_chances(cls, metric: str) -> Self:
        """Risks where chances are needed."""
        return cls(
            f"{metric!r} needs predicted chances over time, and only risks were given. Give a matrix of them as `cif` "
            f"or `survival_curve`, with the times of its columns."
        )
