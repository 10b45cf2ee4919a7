"""Words of the page: what its templates may say of a number or a name."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup, escape

from mercalli.text.names import plain, readable, unturned
from mercalli.text.numbers import count, share_text
from mercalli.text.words import counted

LONGEST_TEXT = 600
DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")


def title(origin: str) -> str:
    r"""Where the data come from, without quotes around names of files.

    >>> title("'a.csv' and 'b.csv'"), title("the arrays"), title('"it\'s.csv"')
    ('a.csv and b.csv', 'The arrays', "it's.csv")
    """
    bare = plain(re.sub(r"""(['"])(.*?)\1""", r"\2", origin))
    return bare if bare != origin else bare[:1].upper() + bare[1:]


def _breakable(name: str) -> Markup:
    """A name that may be broken after its underscores."""
    return Markup("_<wbr>").join(plain(name).split("_"))


def _clipped(text: str) -> str:
    rest = len(text) - LONGEST_TEXT
    return unturned(text if rest <= 0 else f"{text[:LONGEST_TEXT]}… ({counted(rest, 'more character')})")


def _harm(value: float) -> str:
    """A harm with one decimal if it needs one.

    >>> _harm(1364.5), _harm(15.0)
    ('1,364.5', '15')
    """
    return f"{value:,.1f}".removesuffix(".0")


def _dated(text: str) -> Markup:
    """Text in which no date breaks over two lines."""
    marked = DATE.sub(r"<time>\g<0></time>", str(escape(text)))
    return Markup(marked)  # noqa: S704 - it was just escaped


FILTERS: dict[str, Any] = {
    "breakable": _breakable,
    "clipped": _clipped,
    "count": count,
    "counted": counted,
    "dated": _dated,
    "harm": _harm,
    "plain": plain,
    "readable": readable,
    "share": share_text,
}
