"""Stage 1: the plain text of an output, in one spelling of quotes, dashes, arrows, blanks and line breaks."""

from __future__ import annotations

import re
from html import unescape
from unicodedata import normalize

FIRST, LAST = 16_384, 49_152  # signs of a long output that are looked at
OMITTED = " (omitted) "
BLOCK = 2_048  # signs that are normalised at once: the time it takes to order accents grows with the square

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
)
DOUBLE = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d\u300e\u300f\uff62\uff63\u301d\u301e\u2039\u203a"
TURNS = [*range(0x202A, 0x202F), *range(0x2066, 0x2070), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
ONE_SPELLING: dict[int, str] = {
    **{ord(sign): "" for sign in INVISIBLE},
    **dict.fromkeys(TURNS, ""),
    **{ord(sign): '"' for sign in DOUBLE},
    **{ord(sign): "'" for sign in "\u2018\u2019\u201a\u201b\u02bc\u2032\u00b4"},
    **{ord(sign): "-" for sign in "\u2010\u2011\u2012\u2013\u2212\u2043"},
    **{ord(sign): " - " for sign in "\u2014\u2015\u2e3a\u2e3b"},
    **{ord(sign): "->" for sign in "\u2192\u21d2\u27a1\u27f6\u27f9\u279c\u2794\u279d\u279e\u27a4\u21a6\u2b95\u21e8"},
    **{ord(sign): "." for sign in "\u3002\u0964\u0965\u06d4\uff61\u1362"},
    **{ord(sign): "," for sign in "\u3001\uff64\u060c"},
    **{ord(sign): "\n" for sign in "\u2028\u2029\x85\x0b\x0c"},
    **{ord(sign): "[" for sign in "\u3010\u3008\u300a\u3014"},
    **{ord(sign): "]" for sign in "\u3011\u3009\u300b\u3015"},
    **{ord(sign): "-" for sign in "\u2022\u2023\u25e6\u25aa\u25cf\u25cb\u2219"},
    0x061F: "?",
    0x061B: ";",
}
TERMINAL = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]+")
INLINE = re.compile(
    r"</?(?:b|i|u|em|strong|code|span|tt|mark|small|sub|sup|font|center|s|del|ins|kbd|samp|a|q|big)(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
BREAKING = re.compile(
    r"</?(?:p|br|div|li|ul|ol|h[1-6]|hr|pre|blockquote|tr|td|th|table|tbody|thead)(?:\s[^<>]{0,200})?\s?/?>",
    re.IGNORECASE,
)
LATEX = re.compile(r"\\(?:text\w{0,6}|math\w{0,6}|emph|mbox) ?\{([^{}]*)\}")
ESCAPED = re.compile(r"\\([_*#&%$\-\[\]().!`~>+])")
WRITTEN_BREAK = re.compile(r"\\r?\\n|\\n(?![a-z])")
ARROW = re.compile(r"(?<![-=<!])[-=]{1,3}>")
BLANKS = re.compile(r"[^\S\n]{2,}|[^\S\n ]")  # all but a single blank, which stays as it is
ROOM_AT_BREAKS = re.compile(r" ?\n ?")


def looked_at(text: str) -> str:
    """The text, or the beginning and the end of a long one, so joined that no word or line comes about at the cut."""
    if len(text) <= FIRST + LAST:
        return text
    first, last = text[:FIRST].rsplit(maxsplit=1), text[-LAST:].split(maxsplit=1)
    return f"{first[0]}{OMITTED}{last[-1]}" if first and last else text[:FIRST] + text[-LAST:]


def plain(text: str) -> str:
    r"""A text in one spelling.

    >>> plain("<b>\u201cflood\u201d</b>\r\n\u200b\u2014  \uff46\uff49\uff52\uff45 &amp; rain")
    '"flood"\n- fire & rain'
    """
    text = text if text.isascii() else _one_spelling(text)
    if "&" in text:
        text = _decoded(text)
    if "\x1b" in text:
        text = TERMINAL.sub("", text)
    text = CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0b", "\n").replace("\x0c", "\n"))
    if "<" in text:
        text = BREAKING.sub("\n", INLINE.sub("", text))
    if "\\n" in text and "\n" not in text and "{" not in text:
        text = WRITTEN_BREAK.sub("\n", text)
    if "\\" in text:
        text = ESCAPED.sub(r"\1", LATEX.sub(r"\1", text))
    if ">" in text:
        text = ARROW.sub("->", text)
    if "  " in text or "\t" in text or not text.isascii():
        text = BLANKS.sub(" ", text)
    return (ROOM_AT_BREAKS.sub("\n", text) if " \n" in text or "\n " in text else text).strip()


def _decoded(text: str) -> str:
    """HTML entities as signs; numbers that are too long to be one stay."""
    try:
        decoded = unescape(text)
    except (ValueError, OverflowError):
        return text
    return decoded if decoded.isascii() else _one_spelling(decoded)


def _one_spelling(text: str) -> str:
    text = text.translate(ONE_SPELLING)
    blocks = (text[start : start + BLOCK] for start in range(0, len(text), BLOCK))
    return looked_at("".join(normalize("NFKC", block) for block in blocks))


def lower(text: str) -> str:
    """Small letters, sign for sign, so that places in both texts are the same."""
    small = text.lower()
    if len(small) == len(text):
        return small
    return "".join(each if len(each := sign.lower()) == 1 else sign for sign in text)
