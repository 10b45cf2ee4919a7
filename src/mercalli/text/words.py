"""Words that error texts share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

SHOWN = 3
LONGEST_NAME, TAIL = 80, 20
# C0, DEL and C1 codes, line separators, and marks that turn the direction of writing.
CODES = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
# A name that was set apart because it runs from right to left, or else a code.
APART_OR_CODE = re.compile(
    f"(\u2068(?:(?!{CODES.pattern}).)*{RIGHT_TO_LEFT}(?:(?!{CODES.pattern}).)*\u2069)|{CODES.pattern}"
)


def shown(values: Iterable[object], *, limit: int = SHOWN) -> str:
    """The first few values, quoted, and how many more there are.

    >>> shown(["fire", "flod", "quake", "storm"])
    "'fire', 'flod', 'quake' and 1 more"
    """
    return first_few([repr(value) for value in values], limit)


def first_few(texts: Sequence[str], limit: int = SHOWN) -> str:
    """The first few of some texts, and how many more there are.

    >>> first_few(["fire", "flood", "quake", "storm"])
    'fire, flood, quake and 1 more'
    """
    rest = len(texts) - limit
    return ", ".join(texts[:limit]) + (f" and {rest:,} more" if rest > 0 else "")


def listed(texts: Sequence[str], limit: int = SHOWN) -> str:
    """Texts as a sentence lists them.

    >>> listed(["a"]), listed(["a", "b", "c"]), listed(list("abcde"))
    ('a', 'a, b and c', 'a, b, c and 2 more')
    """
    if len(texts) > limit or len(texts) < 2:  # noqa: PLR2004 - nothing to join
        return first_few(texts, limit)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def suggestion(word: str, known: Iterable[str], closeness: float = 0.6) -> str:
    """A "did you mean" sentence, or nothing; capitals do not count.

    >>> suggestion("flod", ["flood", "fire"]), suggestion("DUA", ["ar", "dua"])
    (" Did you mean 'flood'?", " Did you mean 'dua'?")
    """
    folded = {name.casefold(): name for name in known}
    close = get_close_matches(word.casefold(), list(folded), n=1, cutoff=closeness)
    return f" Did you mean {folded[close[0]]!r}?" if close else ""


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "row"), counted(1200, "row"), counted(2, "class")
    ('1 row', '1,200 rows', '2 classes')
    """
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Several of them.

    >>> plural("event"), plural("class"), plural("person"), plural("country"), plural("day")
    ('events', 'classes', 'people', 'countries', 'days')
    """
    if noun == "person":
        return "people"
    if noun[-1:] == "y" and noun[-2:-1] not in tuple("aeiou"):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"


def capital(text: str) -> str:
    """As a sentence begins.

    >>> capital("the arrays")
    'The arrays'
    """
    return text[:1].upper() + text[1:]


def short_name(name: str) -> str:
    """A name that is not too long; of one that is, both ends.

    >>> len(short_name("a" * 10_000)), short_name("fire")
    (81, 'fire')
    """
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - TAIL]}…{name[-TAIL:]}"


def cut(text: str, longest: int) -> str:
    """A text that is not too long, with a sign where it was cut.

    >>> cut("flooded", 5), cut("fire", 5)
    ('flood…', 'fire')
    """
    return text if len(text) <= longest else f"{text[:longest]}…"


def visible(text: str) -> str:
    r"""Text in which codes that a terminal would obey are written out.

    What is set apart because it runs from right to left stays so: it turns nothing around it.

    >>> print(visible("\x1b[31mfire\x1b[0m\n"))
    \x1b[31mfire\x1b[0m\n
    """
    return APART_OR_CODE.sub(lambda code: code[1] or code[0].encode("unicode_escape").decode(), text)
