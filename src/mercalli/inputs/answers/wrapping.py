"""Stage 5, second half: what is put around an answer: fences, quotes, stars, bullets, brackets, pictures."""

from __future__ import annotations

import re
from unicodedata import category

EDGE = frozenset(" \n\t\"'`*_~#|")
FRONT = EDGE | frozenset(">-+=:,;.\\")
BACK = EDGE | frozenset(".,;:!?\\")
DENIALS = frozenset("\u274c\u2716\u2717\u2718\u2715\U0001f6ab\u26d4\u2610")  # pictures that say no
PICTURES = frozenset({"So", "Sk", "Cf", "Co", "Cn", "Cs", "Mn"})
BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">", "$": "$"}
SIGNED = re.compile(r"[-+.]\d")  # a number below zero, or below one, is no bullet and a number
MOST_LAYERS = 8
FENCE = "```"


def unwrapped(text: str) -> str:
    """A text without what is put around it.

    >>> unwrapped(' **"flood"**. '), unwrapped("- [flood]"), unwrapped("(a) or (b)"), unwrapped("\U0001f30a flood!")
    ('flood', 'flood', '(a) or (b)', 'flood')
    >>> unwrapped("- 1"), unwrapped("-1")
    ('1', '-1')
    """
    if text[:1].isalnum() and text[-1:].isalnum():
        return text
    for _ in range(MOST_LAYERS):
        bare = _without_brackets(_trimmed(text))
        if bare == text:
            break
        text = bare
    return text


def _trimmed(text: str) -> str:
    start, end = 0, len(text)
    while start < end and _is_edge(text[start], FRONT) and not SIGNED.match(text, start):
        start += 1
    while end > start and _is_edge(text[end - 1], BACK):
        end -= 1
    return text[start:end]


def _is_edge(sign: str, edge: frozenset[str]) -> bool:
    if sign in edge or sign <= "\x7f":
        return sign in edge
    return category(sign) in PICTURES and not _is_mark(sign) and sign not in DENIALS


def _is_mark(sign: str) -> bool:
    """Whether a sign belongs to the letter before it; those of pictures do not."""
    return category(sign) == "Mn" and sign != "\u20e3"


def _without_brackets(text: str) -> str:
    """The inside of brackets, if one pair is around the whole."""
    closing = BRACKETS.get(text[:1])
    if closing is None or len(text) < len("()") or text[-1] != closing:
        return text
    inside = text[1:-1]
    return text if any(sign in inside for sign in (text[0], closing)) else inside


def fences(languages: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern for the marks of a fence, with its language."""
    return re.compile(rf"```(?:(?:{'|'.join(map(re.escape, languages))})(?=[\s{{\[<]))?|~~~+", re.IGNORECASE)


MARKS = re.compile(r"[*`]+|~~+")
LOW_LINES = re.compile(r"_(?:(?<=[^\W_]_)_*(?!\w)|(?<!\w_)_*(?=[^\W_]))")  # at one side of a word
HEADS = re.compile(r"^(?: ?(?:#+|>|\|+|[-+](?= )))+ ?", re.MULTILINE)
EMPTY_CELL = re.compile(r"\| (?=\|)")  # which makes no class of the cell beside it
TAILS = re.compile(r" ?\|+$", re.MULTILINE)


def unmarked(text: str) -> str:
    r"""Prose without the marks of Markdown.

    >>> unmarked("## **Label:** `flood`\n- _fire_\n| a_b |")
    'Label: flood\nfire\na_b'
    """
    if "`" in text or "*" in text or "~~" in text:
        text = MARKS.sub("", text)
    if "| |" in text:
        text = EMPTY_CELL.sub("| (empty) ", text)
    if "_" in text:
        text = LOW_LINES.sub("", text)
    if any(sign in text for sign in "#>|-+"):
        text = TAILS.sub("", HEADS.sub("", text))
    return "\n".join([line.strip() for line in text.split("\n")]).strip("\n") if "\n" in text else text.strip()
