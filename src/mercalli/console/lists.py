"""Lists that are written as one text: names and numbers between commas."""

from __future__ import annotations

import re

from mercalli.errors import SettingError

QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
PART = re.compile(rf"\s*(?:{QUOTED.pattern})(?=\s*(?:,|$))|(?:\((?:[^()]|\([^()]*\))*\)|[^,])+")


def listed(text: str | None, name: str) -> list[str]:
    """Parts between commas that are outside parentheses and quotes; a part in quotes is what they hold.

    The name is that of the option, for an error about it.

    >>> listed("dua,f_beta_macro(beta=2, undefined='skip'), 'a, b'", "metrics")
    ['dua', "f_beta_macro(beta=2, undefined='skip')", 'a, b']
    """
    if text is None:
        return []
    parts = (part.strip() for part in PART.findall(text))
    names = [part[1:-1] if QUOTED.fullmatch(part) else part for part in parts if part]
    if not all(names) or not names:
        raise SettingError.named(
            name,
            f"names nothing; found {text!r}. Write names with commas between them, as in A,B, or leave it out.",
        )
    return names


def listed_all(texts: list[str] | None, name: str) -> list[str]:
    """The parts of several texts."""
    return [part for text in texts or [] for part in listed(text, name)]


def whole_numbers(name: str, text: str) -> tuple[int, ...]:
    """Whole numbers between commas; the word none means that there are none.

    >>> whole_numbers("high", "4, 5"), whole_numbers("high", "none")
    ((4, 5), ())
    """
    if text.strip().lower() in ("none", ""):
        return ()
    try:
        return tuple(int(part) for part in listed(text, name))
    except ValueError:
        raise SettingError.outside(name, text, "whole numbers with commas between them, as in 0,6, or none") from None


def given_numbers(name: str, text: str | None) -> tuple[int, ...] | None:
    """The same, or nothing where nothing was given."""
    return None if text is None else whole_numbers(name, text)


def listed_numbers(name: str, text: str | None) -> list[float]:
    """Numbers between commas; none where nothing was given.

    >>> listed_numbers("bands", ".5, .8"), listed_numbers("bands", None)
    ([0.5, 0.8], [])
    """
    try:
        return [float(part) for part in listed(text, name)]
    except ValueError:
        raise SettingError.outside(name, text, "numbers with commas between them, as in .5,.8") from None
