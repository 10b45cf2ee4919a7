"""What all lists of domain knowledge have in common: a name, and nothing but what is known."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from mercalli.profiles.table import Table
from mercalli.profiles.toml import Toml

ABOUT = ("name", "title", "source")


def top_table(text: str, origin: str, noun: str, known: Collection[str]) -> Table:
    """The whole of a text: it must have a name, and nothing but what is known."""
    toml = Toml(text, origin)
    top = Table(toml.content(), toml, noun)
    top.only((*ABOUT, *known))
    for key in ABOUT:
        top.text(key)
    if not top.text("name"):
        top.fail("'name' must be a non-empty text.", "name")
    return top


def readings(top: Table, key: str) -> Iterator[tuple[str, Table]]:
    """How other programs read a list, by their names: what they have under one key."""
    for program, reading in top.table("like").tables("reading"):
        reading.only((key,))
        yield program, reading
