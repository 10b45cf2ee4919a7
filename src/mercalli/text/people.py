"""Mail addresses and user names in texts of people, in any script."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Vowel signs and joiners, which belong to letters of some scripts and are no letters to Python.
MARKS = (
    r"\u0300-\u036f\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a03\u0a3c-\u0a4d"
    r"\u0a81-\u0acd\u0b01-\u0b57\u0b82-\u0bcd\u0c00-\u0c4d\u0c81-\u0ccd\u0d00-\u0d4d\u0e31-\u0e4e\u200c\u200d"
)
AT, POINT = r"[@\uff20]", r"[.\uff0e]"
LOCAL, LABEL = rf"[\w{MARKS}.%+\-]", rf"[\w{MARKS}\-]"
MAILED = re.compile(rf"{AT}(?<={LOCAL}{AT})(?:{LABEL}|…)")
# A part of a text is read once: it begins where no such sign stands before it. An address may be cut off with "…".
DOMAIN = rf"{LABEL}{{0,63}}…|(?:{LABEL}{{1,63}}{POINT}){{1,8}}(?:{LABEL}{{2,63}}|…)"
MAILS = re.compile(rf"(?<!{LOCAL})\w{LOCAL}*+{AT}(?:{DOMAIN})")
TIME = r"(?!\d+(?:[ap]m?|hr?s?|ish|st|nd|rd|th|k|k?m|mi|mph|x)?(?![A-Za-z0-9_]))"
LATIN = r"[A-Za-z0-9_]{1,50}(?:\.[a-z_][a-z_0-9]{0,30})?"
OTHER = rf"[^\W\d_a-zA-Z](?:[^\W\d]|[{MARKS}]){{0,30}}"
# What stands before the sign is looked at after it: so a text is searched for the sign alone.
AFTER = rf"(?<![A-Za-z0-9_.@\uff20]{AT})|(?<=[^\w]\.{AT})|(?<=RT{AT})|(?<=via{AT})|(?<=cc{AT})"
USERS = re.compile(rf"{AT}(?:{AFTER}){TIME}(?:{LATIN}|{OTHER})")


def mails_in(text: str) -> Iterator[tuple[int, int]]:
    """Where mail addresses stand."""
    if MAILED.search(text):
        yield from (found.span() for found in MAILS.finditer(text))


def users_in(text: str) -> Iterator[tuple[int, int]]:
    """Where user names stand; an hour, as in "@5pm", is none."""
    return (found.span() for found in USERS.finditer(text))
