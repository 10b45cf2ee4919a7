"""Scales of damage, from TOML that comes along or is the user's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.toml import Library
from mercalli.profiles.codebooks import top_table
from mercalli.tasks.wildfire.structures.damage import DamageScale, plain_words

if TYPE_CHECKING:
    from mercalli.profiles.table import Table

DINS = "dins"


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
    likes = {}
    for name, reading in top.table("like").tables("reading"):
        reading.only(("lost",))
        likes[name] = reading.one_of("lost", reading.text("lost"), kinds)
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
