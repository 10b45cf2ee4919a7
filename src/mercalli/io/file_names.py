"""Names of files for things that may be called anything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category, normalize

LONGEST_BYTES = 100
NAMELESS = "system"
# Names that Windows keeps for devices, whatever stands after a dot.
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)


def file_names(names: Sequence[str], ending: str) -> dict[str, str]:
    """A file's name for each name: safe on any system, and distinct even where capitals do not count.

    >>> file_names(["a/b", "a b", "..", "CON"], ".csv")
    {'a/b': 'a_b.csv', 'a b': 'a_b_2.csv', '..': 'system.csv', 'CON': '_CON.csv'}
    """
    files: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        files[name] = _free(_clean(name), taken) + ending
        taken.add(_alike(files[name].removesuffix(ending)))
    return files


def _free(clean: str, taken: set[str]) -> str:
    """The name itself, or the first with a number behind it that nobody has."""
    name, number = clean, 2
    while _alike(name) in taken:
        name, number = f"{clean}_{number}", number + 1
    return name


def _alike(name: str) -> str:
    return normalize("NFKC", name).casefold()


def _clean(name: str) -> str:
    """Letters, digits, dots, hyphens and underscores, not too long."""
    kept = "".join(sign if category(sign)[0] in "LMN" or sign in "._-" else " " for sign in normalize("NFC", name))
    short = "_".join(kept.split()).encode()[:LONGEST_BYTES].decode(errors="ignore").strip(".-")
    return f"_{short}" if RESERVED.match(short) else short or NAMELESS
