"""Codes of maps, scales of damage, sectors and priorities, by name or by path."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mercalli.inputs.classes import label_text
from mercalli.io.toml import ENDING, Library
from mercalli.profiles.codebooks import check_priorities, check_product, check_scale, check_sectors
from mercalli.profiles.made_words import check_made

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.tasks.alerts.priorities import Priorities
    from mercalli.tasks.wildfire.structures.damage import DamageScale

PRODUCTS = Library("product", "codes", check_product)
SCALES = Library("damage scale", "scales", check_scale)
SECTORS = Library("sector list", "sectors", check_sectors)
PRIORITIES = Library("priority list", "priorities", check_priorities)
MADE = Library("word list", "made", check_made)
MTBS, DINS, CHEERS, TREC_IS = "mtbs", "dins", "cheers", "trec_is"


def priorities_of(levels: Sequence[str] | str | Path | None) -> Priorities:
    """A list by name or path; those of TREC-IS with other levels, if several are given; or numbers, if none are.

    >>> priorities_of("trec_is").urgent, priorities_of(["green", "red"]).levels
    (('High', 'Critical'), ('green', 'red'))
    """
    if levels is None:
        return replace(PRIORITIES.read(TREC_IS), or_numbers=True)
    if isinstance(levels, str | Path):
        return PRIORITIES.read(levels)
    if len(levels) == 1 and (str(levels[0]).endswith(ENDING) or levels[0] in PRIORITIES.names()):
        return PRIORITIES.read(levels[0])
    return replace(PRIORITIES.read(TREC_IS), levels=tuple(label_text(level) for level in levels))


def other_than(setting: str, chosen: DamageScale | Priorities, usual: DamageScale | Priorities) -> dict[str, str]:
    """The name and digest of a list that was chosen, for the settings of a sealed result; nothing of the usual one."""
    return {} if chosen.digest == usual.digest else {setting: f"{chosen.name} {chosen.digest}"}
