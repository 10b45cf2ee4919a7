"""A text before and after a change, as one line with marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

WORDS = re.compile(r"\s+|\S+")
LONGEST = 400


def marked(before: str, after: str) -> str:
    """Both texts in one: what was taken away and what was put in.

    >>> marked("the bridge is gone", "the brige is gone")
    'the [-bridge-]{+brige+} is gone'
    """
    one, two = (WORDS.findall(text[:LONGEST]) for text in (before, after))
    return "".join(_parts(one, two))


def _parts(one: list[str], two: list[str]) -> Iterator[str]:
    for kind, start, end, other_start, other_end in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if kind == "equal":
            yield "".join(one[start:end])
            continue
        gone, new = "".join(one[start:end]), "".join(two[other_start:other_end])
        yield f"[-{gone}-]" if gone else ""
        yield f"{{+{new}+}}" if new else ""
