"""Personal data in texts of people, masked: phone numbers, mail addresses, user names and exact coordinates.

A mask is a view, put on where a text leaves: nothing is counted, matched or learnt from a masked text. Numbers stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import decimal

from mercalli.text.people import mails_in, users_in
from mercalli.text.phones import called_in, phones_in
from mercalli.text.places import places_in, told_places_in, turns_in

PHONE, MAIL, USER, PLACE = MASKS = ("[phone]", "[mail]", "[user]", "[place]")
MASK = re.compile("|".join(map(re.escape, MASKS)))
# What is masked first hides its parts from what comes after: a mail address is no user name.
PEOPLE = ((MAIL, mails_in), (USER, users_in))
NUMBERS = (*((PLACE, each) for each in (told_places_in, places_in, turns_in)), (PHONE, phones_in), (PHONE, called_in))
SIGNS = {
    **dict.fromkeys("\u00a0\u2007\u2009\u202f\u3000", " "),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d", "-"),
    **dict.fromkeys("\u066b\uff0e", "."),
    **dict.fromkeys("\u060c\uff0c", ","),
    **dict.fromkeys("\u2032\u2019\u00b4", "'"),
    **dict.fromkeys("\u2033\u201d", '"'),
    **dict.fromkeys("\u00ba\u02da", "°"),
    **dict(zip("\uff0b\uff08\uff09\uff0f\uff1a", "+()/:", strict=True)),
}

# Signs that nobody sees, behind a digit, a blank or a Latin letter: there they only hide what is written.
UNSEEN = r"\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe0e\ufe0f\ufeff\u20e3"
HIDING = re.compile(rf"(?<=[\d!-~ ])[{UNSEEN}]+")


class _PlainSigns(dict[int, int]):
    """Signs and digits of all scripts to those of ASCII, looked up when a text has one."""

    def __missing__(self, code: int) -> int:
        sign = chr(code)
        self[code] = ord(str(decimal(sign)) if sign.isdecimal() else SIGNS.get(sign, sign))
        return self[code]


PLAIN = _PlainSigns()


def masked(text: str) -> str:
    """The same text with a word in place of each phone number, mail address, user name and exact place.

    >>> masked("@redcross 12,000 displaced, call +63 917 812 4218 or help@redcross.org; 10.3157, 123.8854")
    '[user] 12,000 displaced, call [phone] or [mail]; [place]'
    """
    bare = text if text.isascii() else HIDING.sub("", text)
    shown = _masked(bare)
    return text if shown == bare else shown


def _masked(text: str) -> str:
    for mask, spans_in in PEOPLE:
        text = _covered(text, spans_in(text), mask)
    plain = text if text.isascii() else text.translate(PLAIN)
    for mask, numbers_in in NUMBERS:
        if spans := list(numbers_in(plain)):
            text, plain = (_covered(each, spans, mask) for each in (text, plain))
    return text


def _covered(text: str, spans: Iterable[tuple[int, int]], mask: str) -> str:
    parts, done = list[str](), 0
    for start, end in spans:
        parts += [text[done:start], mask] if start >= done else []
        done = max(done, end)
    return "".join([*parts, text[done:]])


def masks_in(text: str) -> int:
    """How many masks a text holds.

    >>> masks_in("[user] calls [phone]")
    2
    """
    return len(MASK.findall(text))
