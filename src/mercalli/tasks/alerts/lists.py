"""Lists of priorities, from TOML that comes along or is the user's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mercalli.inputs.classes import label_text, normal
from mercalli.io.toml import ENDING, Library
from mercalli.profiles.codebooks import top_table
from mercalli.tasks.alerts.priorities import Priorities

if TYPE_CHECKING:
    from collections.abc import Sequence

TREC_IS = "trec_is"


def check_priorities(text: str, origin: str) -> Priorities:
    """Priorities in their order, those that are urgent, and types that ask for action."""
    known = ("levels", "urgent", "actionable", "intents")
    top = top_table(text, origin, "the priority list", known)
    levels, urgent, actionable, intents = (top.labels(key) for key in known)
    if len({normal(level) for level in levels}) < max(2, len(levels)):
        top.fail("the priority list needs 'levels' from the lowest to the highest: at least two, each once.", "levels")
    for level in urgent:
        top.one_of("urgent", level, levels)
    return Priorities(top.text("name"), top.digest, levels, urgent, actionable, intents)


PRIORITIES = Library("priority list", "priorities", check_priorities)


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
