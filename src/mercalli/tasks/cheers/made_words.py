"""Words and shares of which data is made that nobody wrote, from their TOML text."""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose
from typing import TYPE_CHECKING

from mercalli.io.toml import Library
from mercalli.profiles.codebooks import top_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.profiles.table import Table

SHARES = ("relevant_share", "without_sector", "full_stops", "stray_words")
WORDS = ("need", "other", "links")
PARTS = {"sectors": "words", "countries": "project"}


@dataclass(frozen=True)
class MadeWords:
    """What made sentences are composed of.

    Attributes:
        shares: How often something is so, by its name.
        words: Words that no sector has alone, by what they are for.
        sectors_each: How often a sentence has one sector, two, and so on.
        sectors: The words of each sector, and how often it is named.
        countries: The project of each country, and how many documents are about it.
    """

    shares: Mapping[str, float]
    words: Mapping[str, str]
    sectors_each: tuple[float, ...]
    sectors: Mapping[str, tuple[str, float]]
    countries: Mapping[str, tuple[str, float]]


def check_made(text: str, origin: str) -> MadeWords:
    """Words and shares, which must add up."""
    top = top_table(text, origin, "the word list", (*SHARES, *WORDS, "sectors_each", *PARTS))
    each = tuple(top.table("sectors_each").numbers().values())
    sectors, countries = (_parts(top.table(key), text_key) for key, text_key in PARTS.items())
    for key, shares in (
        ("sectors_each", each),
        ("sectors", [share for _, share in sectors.values()]),
        ("countries", [share for _, share in countries.values()]),
    ):
        if not isclose(sum(shares), 1):
            top.fail(f"the shares of {key!r} must add up to 1; they come to {sum(shares):g}.", key)
    return MadeWords(
        {key: top.number(key) for key in SHARES}, {key: top.text(key) for key in WORDS}, each, sectors, countries
    )


def _parts(table: Table, key: str) -> dict[str, tuple[str, float]]:
    parts = {}
    for name, each in table.tables("part"):
        each.only((key, "share"))
        parts[name] = (each.text(key), each.number("share"))
    return parts


MADE = Library("word list", "made", check_made)
