"""Damage of structures: the words of inspections, and which of them mean that a structure is lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import FireError, SettingError
from mercalli.inputs.binary import Binary
from mercalli.inputs.tally import is_missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Floats

# From none to all, as CAL FIRE's damage inspections (DINS) name them; the percentages behind vary between releases.
LEVELS = ("no damage", "affected", "minor", "major", "destroyed")
UNSEEN = ("inaccessible",)
ALIASES = {
    "none": "no damage",
    "undamaged": "no damage",
    "not damaged": "no damage",
    "no visible damage": "no damage",
    "survived": "no damage",
    "affected damage": "affected",
    "minor damage": "minor",
    "major damage": "major",
    "destroyed structure": "destroyed",
    "total loss": "destroyed",
    "not accessible": "inaccessible",
    "unable to access": "inaccessible",
}
POSITIVE = {"destroyed": ("destroyed",), "major_or_destroyed": ("major", "destroyed")}
YES, NO = (
    ("1", "1.0", "true", "yes", "lost", "burned", "burnt"),
    ("0", "0.0", "false", "no", "not lost", "unburned", "unburnt"),
)
# Hyphens and dashes of all kinds, minus signs, and the word, between the ends of a range of percentages.
DASH = "(?:[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]|to)"
RANGE = re.compile(rf"[(\[]?\s*[<>\u2264\u2265]?\s*\d+\s*%?\s*(?:{DASH}\s*\d+)?\s*%?\s*[)\]]?\s*$")


def check_positive(positive: str) -> None:
    """Refuse a name for what counts as lost that nobody knows."""
    if positive not in POSITIVE:
        raise SettingError.choice("positive", positive, POSITIVE)


def level_of(text: str) -> str | None:
    r"""The level of damage that a text means; None if it means none that is known.

    >>> level_of("Destroyed (>50%)"), level_of(" MAJOR (25\u201350 %) "), level_of("scorched")
    ('destroyed', 'major', None)
    """
    plain = " ".join(RANGE.sub("", text.casefold().strip()).split())
    found = ALIASES.get(plain, plain)
    return found if found in (*LEVELS, *UNSEEN) else None


def lost(labels: Sequence[object], positive: str, name: str) -> Binary:
    """Which structures were lost; inaccessible ones and those without a label are not known.

    >>> lost(["Destroyed (>50%)", "Inaccessible", "Minor (10-25%)"], "destroyed", "dins.csv").known
    array([ True, False,  True])
    """
    texts = ["" if is_missing(label) else str(label).strip() for label in labels]
    distinct, codes = np.unique(np.array(texts, dtype=np.str_), return_inverse=True)
    meanings = [_meaning(text, positive) for text in distinct.tolist()]
    unknown = [text for text, meaning in zip(distinct.tolist(), meanings, strict=True) if meaning == "?"]
    if unknown:
        raise FireError.unknown_damage(name, unknown, LEVELS)
    is_lost, known = (np.array([each == word for each in meanings], np.bool_) for word in ("lost", "unseen"))
    return Binary(is_lost[codes], ~known[codes])


def _meaning(text: str, positive: str) -> str:
    """lost, not, unseen, or ? for what nobody knows."""
    if not text:
        return "unseen"
    if text.casefold() in YES:
        return "lost"
    if text.casefold() in NO:
        return "not"
    level = level_of(text)
    return "?" if level is None else "unseen" if level in UNSEEN else "lost" if level in POSITIVE[positive] else "not"


def lost_above(scores: Floats, threshold: float) -> Binary:
    """Which structures a probability says are lost."""
    return Binary(np.nan_to_num(scores, nan=-np.inf) >= threshold, ~np.isnan(scores))
