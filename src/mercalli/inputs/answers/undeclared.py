"""Bare answers that are no class: one that is frequent is a class that nobody declared, or lacks an alias."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mercalli.inputs.answers.answer import UNREADABLE, Answer
from mercalli.inputs.answers.counts import LabelCount
from mercalli.inputs.answers.wrapping import unwrapped
from mercalli.inputs.classes import label_text, normal

LEAST_SHARE, LEAST = 0.01, 2  # what stands there once is a text, and no label
LONGEST, MOST_WORDS = 60, 5
MOST = 10


def undeclared(outputs: Iterable[tuple[object, Answer, int]], total: int) -> tuple[LabelCount, ...]:
    """Bare answers without a class that come twice or more and make up 1 % of all items, the most frequent first.

    >>> other = Answer.unread("unreadable", "another label")
    >>> undeclared([("Hail", other, 3), ("**hail**", other, 1), ("no words for it today", other, 0)], 100)
    (LabelCount(label='Hail', count=4),)
    """
    counts, spelling = Counter[str](), dict[str, str]()
    for output, answer, count in outputs:
        bare = _bare(output) if answer.outcome == UNREADABLE else ""
        if bare:
            counts[normal(bare)] += count
            spelling.setdefault(normal(bare), bare)
    found = [LabelCount(spelling[form], count) for form, count in counts.most_common() if count]
    return tuple(each for each in found if each.count >= max(LEAST_SHARE * total, LEAST))[:MOST]


def _bare(output: object) -> str:
    """An output that may be a label: a few words in one line."""
    text = label_text(output)
    bare = unwrapped(text) if len(text) <= LONGEST else ""
    return bare if bare and "\n" not in bare and len(bare.split()) <= MOST_WORDS else ""
