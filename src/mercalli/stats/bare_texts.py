"""Texts without what changes when a message is passed on: links, mentions, the mark of a retweet, case and signs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable

END = "\n"
LINK = re.compile(r"(?:https?|ftp)://\S*|\bwww\.\S+|\bpic\.twitter\.com/\S*")
MENTION = re.compile(r"(?<!\w)@\w+")
RETWEET = re.compile(r"^(?: *(?:rt|mt|via)\b[ :]*)+", re.MULTILINE)
ENTITY = re.compile(r"&(?:[a-z]{2,8}|#\d{1,7});")
SIGNS = re.compile(r"[^\w\n]+")
OUTER = re.compile(r"^ | $", re.MULTILINE)


def bare_texts(texts: Iterable[str]) -> list[str]:
    """The words alone, in small letters and one blank apart.

    >>> bare_texts(["RT @red_cross: Roads CLOSED!  http://t.co/x1", "roads closed", "@you http://t.co/x2"])
    ['roads closed', 'roads closed', '']
    """
    whole = END.join([" ".join(text.split()) for text in texts])
    if not whole.strip(END):
        return whole.split(END)
    folded = normalize("NFKC", whole).casefold()
    for gone in (LINK, MENTION, ENTITY):
        folded = gone.sub(" ", folded)
    return OUTER.sub("", SIGNS.sub(" ", RETWEET.sub("", folded))).split(END)
