"""How many can be looked at, as counts and shares."""

from __future__ import annotations

from collections.abc import Iterable

from mercalli.errors import SettingError
from mercalli.plan.numbers import number_of

EXPECTED = "a whole number of at least 1, or a share below 100% such as 0.1 or '10%'"


def ks_of(asked: object) -> tuple[float, ...]:
    """One K or several, each once, in the order in which they were asked for.

    >>> ks_of([200, "10%", 0.1])
    (200, 0.1)
    """
    several = asked if isinstance(asked, Iterable) and not isinstance(asked, str) else [asked]
    found = tuple(dict.fromkeys(_k(each) for each in several))
    if not found:
        raise SettingError.outside("k", asked, EXPECTED)
    return found


def _k(asked: object) -> float:
    number = _number(asked)
    if number is None or not (0 < number < 1 or (number >= 1 and float(number).is_integer())):
        raise SettingError.outside("k", asked, EXPECTED)
    return number if number < 1 else int(number)


def _number(asked: object) -> float | None:
    """A number, or one written as text; a share may be written in per cent, and is then below 100%."""
    text = asked.strip() if isinstance(asked, str) else ""
    if not text.endswith("%"):
        return number_of(asked)
    number = number_of(text[:-1])
    return round(number / 100, 12) if number is not None and number < 100 else None  # noqa: PLR2004 - per cent
