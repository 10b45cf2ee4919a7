"""Names of others, safe to show."""

from __future__ import annotations

from unicodedata import bidirectional, category

from mercalli.text.words import short_name, visible

TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def readable(name: str) -> str:
    """A class or level as a sentence writes it.

    >>> readable("injured_or_dead_people")
    'injured or dead people'
    """
    return plain(name.replace("_", " "))


def quoted(name: str) -> str:
    """A class set apart from the words of a sentence.

    >>> quoted("not_humanitarian")
    '“not humanitarian”'
    """
    return f"“{readable(name)}”"


def plain(name: str) -> str:
    r"""A name from the data in one line: not too long, no control characters, apart if it runs from right to left.

    >>> plain("two\nlines")
    'two lines'
    """
    line = " ".join("".join(" " if category(sign) == "Cc" else sign for sign in unturned(name)).split())
    short = short_name(line)
    return f"{ISOLATE}{short}{END_OF_ISOLATE}" if any(bidirectional(sign) in {"R", "AL"} for sign in short) else short


def one_line(text: str) -> str:
    r"""A text from the data in one line and in full; other control characters are written out.

    >>> print(one_line("two\nlines\x07"))
    two lines\x07
    """
    return visible(" ".join(text.split()))


def unturned(text: str) -> str:
    """A text without the invisible signs that change the direction of what follows."""
    return "".join(sign for sign in text if bidirectional(sign) not in TURNS)
