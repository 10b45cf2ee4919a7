"""Settings that are whole numbers: codes of maps, windows, sides of tiles."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import SupportsIndex, cast

from mercalli.errors import SettingError

LARGEST = (1 << 63) - 1


def whole_number(name: str, given: object, least: int) -> int:
    """One whole number, not below `least`.

    >>> whole_number("tile", 128, least=1)
    128
    """
    found = _whole(given)
    if found is None or found < least:
        above = isinstance(given, int) and given > LARGEST
        expected = f"a whole number of at most {LARGEST:,}" if above else f"a whole number of at least {least}"
        raise SettingError.outside(name, given, expected)
    return found


def whole_numbers(name: str, given: object, *, least: int | None = None, some: bool = False) -> tuple[int, ...]:
    """One or several whole numbers, not below `least`; with `some`, at least one.

    >>> whole_numbers("high", 4), whole_numbers("high", [4, 5])
    ((4,), (4, 5))
    """
    several = isinstance(given, Iterable) and not isinstance(given, str | bytes)
    every: list[object] = list(cast("Iterable[object]", given)) if several else [given]
    found = [_whole(each) for each in every]
    known = tuple(each for each in found if each is not None and (least is None or each >= least))
    if len(known) < len(found) or (some and not known):
        above = "" if least is None else f" of at least {least}"
        raise SettingError.outside(
            name, every if several else given, f"{'one or more ' if some else ''}whole numbers{above}"
        )
    return known


def _whole(given: object) -> int | None:
    """A whole number of Python or numpy that numpy can count with; True is none."""
    try:
        number = None if isinstance(given, bool) else index(cast("SupportsIndex", given))
    except TypeError:
        return None
    return None if number is None or abs(number) > LARGEST else number


def codes_text(codes: Iterable[int]) -> str:
    """Codes as a setting tells them."""
    return ",".join(map(str, codes))
