"""Damage of structures: the words of inspections, from TOML, and which of them mean that a structure is lost."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.binary import Binary
from mercalli.inputs.classes import whole
from mercalli.inputs.tally import is_missing, says_missing
from mercalli.io.toml import Library
from mercalli.profiles.codebooks import readings, top_table
from mercalli.profiles.table import Table
from mercalli.tasks.wildfire.errors import FireError

YES, NO = ("1", "true", "yes"), ("0", "false", "no")
# Hyphens and dashes of all kinds, minus signs, and the word, between the ends of a range of percentages.
DASH = "(?:[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]|to)"
# One blank at most stands between words here (`plain_words`).
RANGE = re.compile(rf"[(\[]? ?[<>\u2264\u2265]? ?(?<!\d)\d++ ?%? ?(?:{DASH} ?\d++)? ?%? ?[)\]]? ?$")
DINS = "dins"


@dataclass(frozen=True)
class DamageScale:
    """Levels of damage, and what counts as lost.

    Attributes:
        name: What it is called.
        digest: SHA-256 of what it says.
        levels: From none to all.
        not_observed: Words that mean that nobody looked.
        words: The level, or one of `not_observed`, that each word means, as words are matched.
        kinds: Levels that may count as lost together, by name; the first are meant if none are named.
        yes: Words for lost, beside 1, true and yes.
        no: Words for not lost.
        likes: What counts as lost in readings of other programs.
    """

    name: str
    digest: str
    levels: tuple[str, ...]
    not_observed: tuple[str, ...]
    words: Mapping[str, str]
    kinds: Mapping[str, tuple[str, ...]]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    likes: Mapping[str, str]

    def kind(self, positive: str | None, like: str | None) -> str:
        """The name of what counts as lost; the usual one if none is given."""
        if positive and positive not in list(self.kinds):
            raise SettingError.choice("positive", positive, self.kinds)
        return positive or self.likes.get(like or "", next(iter(self.kinds)))

    def level_of(self, text: str) -> str | None:
        """The level of damage that a text means, with or without a range of percentages; None if it means none."""
        plain = plain_words(text)
        return self.words.get(plain) or self.words.get(plain_words(RANGE.sub("", plain)))

    def lost(self, labels: Sequence[object], positive: str, name: str) -> Binary:
        """Which structures were lost; those that nobody looked at and those without a label are not known."""
        texts = ["" if is_missing(label) else str(label).strip() for label in labels]
        distinct, codes = np.unique(np.array(texts, dtype=np.str_), return_inverse=True)
        meanings = [self._meaning(text, positive) for text in distinct.tolist()]
        unknown = [text for text, meaning in zip(distinct.tolist(), meanings, strict=True) if meaning == "?"]
        if unknown:
            raise FireError.unknown_damage(name, unknown, (*self.levels, *self.not_observed))
        is_lost, unseen = (np.array([each == word for each in meanings], np.bool_) for word in ("lost", "unseen"))
        return Binary(is_lost[codes], ~unseen[codes])

    def _meaning(self, text: str, positive: str) -> str:
        """lost, not, unseen, or ? for what nobody knows."""
        level, plain = self.level_of(text), plain_words(text)
        if level is None and plain in (*YES, *map(plain_words, self.yes)):
            return "lost"
        if level is None and plain in (*NO, *map(plain_words, self.no)):
            return "not"
        if not text or level in self.not_observed or (level is None and says_missing(text)):
            return "unseen"
        return "?" if level is None else "lost" if level in self.kinds[positive] else "not"


def plain_words(text: str) -> str:
    """A text as words of damage are matched: whatever its case, its blanks, and zeros after a whole number.

    >>> plain_words(" No  Damage"), plain_words("3.0")
    ('no damage', '3')
    """
    return " ".join(whole(text.strip()).casefold().split())


def check_scale(text: str, origin: str) -> DamageScale:
    """The words for damage, and which of them mean that something is lost."""
    known = ("levels", "not_observed", "yes", "no", "aliases", "lost", "like")
    top = top_table(text, origin, "the damage scale", known)
    levels, unseen, yes, no = (top.labels(key) for key in known[:4])
    if not levels:
        top.fail("the damage scale needs 'levels', from none to all.", "levels")
    lost = top.table("lost")
    kinds = {kind: tuple(lost.one_of(kind, each, levels) for each in lost.labels(kind)) for kind in lost.content}
    if not kinds:
        top.fail("the damage scale needs [lost], which names levels that count as lost.")
    likes = {program: reading.one_of("lost", reading.text("lost"), kinds) for program, reading in readings(top, "lost")}
    words = _words(top, (*levels, *unseen))
    return DamageScale(top.text("name"), top.digest, levels, unseen, words, kinds, yes, no, likes)


def _words(top: Table, levels: tuple[str, ...]) -> dict[str, str]:
    """The level that each word means, as words are matched."""
    words: dict[str, str] = {}
    table = top.table("aliases")
    aliases = {alias: table.one_of(alias, table.label(alias), levels) for alias in table.content}
    for word, level in (*((level, level) for level in levels), *aliases.items()):
        if words.setdefault(plain_words(word), level) != level:
            top.fail(f"the word {word!r} already means {words[plain_words(word)]!r}.", "aliases", word)
    return words


SCALES = Library("damage scale", "scales", check_scale)
