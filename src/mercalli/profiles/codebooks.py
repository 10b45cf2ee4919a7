"""Codes of maps, scales of damage, sectors and priorities from their TOML texts, with the line of a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.inputs.classes import normal
from mercalli.profiles.table import Table
from mercalli.profiles.toml import Toml
from mercalli.tasks.alerts.priorities import Priorities
from mercalli.tasks.cheers.sectors import LARGEST, Sectors
from mercalli.tasks.wildfire.codes import Product
from mercalli.tasks.wildfire.structures.damage import DamageScale, plain_words
from mercalli.text.words import suggestion

if TYPE_CHECKING:
    from collections.abc import Collection

ABOUT = ("name", "title", "source")


def top_table(text: str, origin: str, noun: str, known: Collection[str]) -> Table:
    """The whole of a text: it must have a name, and nothing but what is known."""
    toml = Toml(text, origin)
    top = Table(toml.content(), toml, noun)
    top.only((*ABOUT, *known))
    for key in ABOUT:
        top.text(key)
    if not top.text("name"):
        top.fail("'name' must be a text that is not empty.", "name")
    return top


def check_product(text: str, origin: str) -> Product:
    """What the codes of a map mean."""
    top = top_table(text, origin, "the product", ("codes", "high", "not_observed", "classes", "like"))
    table = top.table("codes", "the table of codes")
    codes = sorted(_code(table, key) for key in table.content)
    high, unseen, classes = (_codes(top, key, codes) for key in ("high", "not_observed", "classes"))
    for key, found in (("high", high), ("classes", classes)):
        if not found:
            top.fail(f"the product needs {key!r}, a list of codes.", key)
    both = sorted(set(unseen) & {*high, *classes})
    if both:
        top.fail(f"the code {both[0]} cannot be not observed and also a class.", "not_observed")
    likes = {}
    for name, reading in top.table("like").tables("reading"):
        reading.only(("not_observed",))
        likes[name] = _codes(reading, "not_observed", codes)
    return Product(tuple(codes), high, unseen, classes, likes)


def _code(table: Table, key: str) -> int:
    """A key that is a whole number, and its meaning, which must be a text."""
    if not table.text(key):
        table.fail(f"the code {key} needs a meaning.", key)
    try:
        return int(key)
    except ValueError:
        table.fail(f"codes are whole numbers; found {key!r}.", key)


def _codes(table: Table, key: str, known: Collection[int]) -> tuple[int, ...]:
    found = table.whole_numbers(key)
    for code in found:
        if code not in known:
            table.fail(f"{key!r} names the code {code}, which [codes] does not have.", key)
        if found.count(code) > 1:
            table.fail(f"{key!r} must have each code once; {code} is there {found.count(code)} times.", key)
    return found


def check_scale(text: str, origin: str) -> DamageScale:
    """The words for damage, and which of them mean that something is lost."""
    known = ("levels", "not_observed", "yes", "no", "aliases", "lost", "like")
    top = top_table(text, origin, "the damage scale", known)
    levels, unseen, yes, no = (top.labels(key) for key in known[:4])
    if not levels:
        top.fail("the damage scale needs 'levels', from none to all.", "levels")
    lost = top.table("lost")
    kinds = {kind: tuple(_one_of(lost, kind, each, levels) for each in lost.labels(kind)) for kind in lost.content}
    if not kinds:
        top.fail("the damage scale needs [lost], which names levels that count as lost.")
    likes = {}
    for name, reading in top.table("like").tables("reading"):
        reading.only(("lost",))
        likes[name] = _one_of(reading, "lost", reading.text("lost"), kinds)
    words = _words(top, (*levels, *unseen))
    return DamageScale(top.text("name"), top.digest, levels, unseen, words, kinds, yes, no, likes)


def _words(top: Table, levels: tuple[str, ...]) -> dict[str, str]:
    """The level that each word means, as words are matched."""
    words: dict[str, str] = {}
    table = top.table("aliases")
    aliases = {alias: _one_of(table, alias, table.label(alias), levels) for alias in table.content}
    for word, level in (*((level, level) for level in levels), *aliases.items()):
        if words.setdefault(plain_words(word), level) != level:
            top.fail(f"the word {word!r} already means {words[plain_words(word)]!r}.", "aliases", word)
    return words


def _one_of(table: Table, key: str, word: str, known: Collection[str]) -> str:
    if word not in known:
        table.fail(f"{key!r} must be one of {', '.join(known)}; found {word!r}.{suggestion(word, known)}", key)
    return word


def check_sectors(text: str, origin: str) -> Sectors:
    """Sectors and their ids."""
    top = top_table(text, origin, "the sector list", ("sectors",))
    table = top.table("sectors", "the table of sectors")
    names: dict[int, str] = {}
    for name in table.content:
        number = table.whole_number(name)
        if not 0 <= number <= LARGEST:
            table.fail(f"the id of {name!r} must be from 0 to {LARGEST}; found {number}.", name)
        if names.setdefault(number, name) != name:
            table.fail(f"the id {number} is that of {names[number]!r} and of {name!r}.", name)
    if not names:
        top.fail("the sector list needs [sectors], each with its id, as in Health = 4.")
    ids = tuple(sorted(names))
    return Sectors(ids, tuple(names[number] for number in ids), top.text("title"))


def check_priorities(text: str, origin: str) -> Priorities:
    """Priorities in their order, those that are urgent, and types that ask for action."""
    known = ("levels", "urgent", "actionable", "intents")
    top = top_table(text, origin, "the priority list", known)
    levels, urgent, actionable, intents = (top.labels(key) for key in known)
    if len({normal(level) for level in levels}) < max(2, len(levels)):
        top.fail("the priority list needs 'levels' from the lowest to the highest: at least two, each once.", "levels")
    for level in urgent:
        _one_of(top, "urgent", level, levels)
    return Priorities(top.text("name"), top.digest, levels, urgent, actionable, intents)
