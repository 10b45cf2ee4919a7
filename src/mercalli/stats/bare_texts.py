"""Texts without what changes when a message is passed on: links, mentions, the mark of a retweet, case and signs."""

import re
from collections.abc import Sequence
from functools import cache
from unicodedata import category, normalize

END = "\n"
LINK = re.compile(r"(?:https?|ftp)://\S*|\bwww\.\S+|\bpic\.twitter\.com/\S*")
MENTION = re.compile(r"(?:\bvia[ :]+)?(?<!\w)@\w+")
RETWEET = re.compile(r"^(?: *(?:rt|mt)\b[ :]*)+", re.MULTILINE)
ENTITY = re.compile(r"&(?:[a-z]{2,8}|#\d{1,7});")
LETTER_MARKS = ("Mn", "Mc")
# The plane of all scripts in wide use: a set of letters beyond it is looked up a hundred times slower.
PLANE = 1 << 16
PICTURE_MARKS = "\ufe00-\ufe0f"
JOINERS = "\u200c\u200d"
OUTER = re.compile(r"^ | $", re.MULTILINE)


def bare_texts(texts: Sequence[str]) -> list[str]:
    """The words alone, in small letters and one blank apart.

    >>> bare_texts(["RT @red_cross: Roads CLOSED!  http://t.co/x1", "roads closed", "@you http://t.co/x2"])
    ['roads closed', 'roads closed', '']
    """
    joined = END.join([" ".join(text.split()) for text in texts])
    if not joined.strip(END):
        return joined.split(END) if texts else []
    folded = normalize("NFKC", joined).casefold()
    for gone in (LINK, MENTION, ENTITY):
        folded = gone.sub(" ", folded)
    return OUTER.sub("", _signs().sub(" ", RETWEET.sub("", folded))).split(END)


def word_keys(texts: Sequence[str]) -> list[str]:
    """What texts with the same words have in common: the words, or the text itself where it has none.

    >>> word_keys(["Roads closed!", "🔥🔥"])
    ['roads closed', '🔥🔥']
    """
    return [words or text for words, text in zip(bare_texts(texts), texts, strict=True)]


@cache
def _signs() -> re.Pattern[str]:
    """Whatever is no letter, number or mark of one: vowel signs, accents and joiners belong to the letter before."""
    marks = "".join(chr(code) for code in range(PLANE) if category(chr(code)) in LETTER_MARKS)
    signs = re.compile(f"[{PICTURE_MARKS}]").sub("", marks) + JOINERS
    last = rf"[{JOINERS}](?!\w)[^\w\n]*"
    return re.compile(rf"[^\w\n{signs}][^\w\n]*|^[{signs}][^\w\n]*|{last}", re.MULTILINE)
