"""Words that error texts share."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SHOWN = 3


def shown(values: Iterable[object], *, limit: int = SHOWN) -> str:
    """The first few values, quoted, and how many more there are.

    >>> shown(["fire", "flod", "quake", "storm"])
    "'fire', 'flod', 'quake' and 1 more"
    """
    every = [repr(value) for value in values]
    rest = len(every) - limit
    return ", ".join(every[:limit]) + (f" and {rest} more" if rest > 0 else "")


def suggestion(found: str, known: Iterable[str]) -> str:
    """A "did you mean" sentence, or nothing.

    >>> suggestion("flod", ["flood", "fire"])
    " Did you mean 'flood'?"
    """
    close = get_close_matches(found, list(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def capital(text: str) -> str:
    """As a sentence begins.

    >>> capital("the arrays")
    'The arrays'
    """
    return text[:1].upper() + text[1:]
