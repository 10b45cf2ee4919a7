"""Where a lead comes from, in words: what each class adds to a difference."""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign

from mercalli.results.grounds import Lead, Source
from mercalli.text.names import plain
from mercalli.text.numbers import DIGITS, adding_up, share_text, value_text
from mercalli.text.words import capital, listed

MOST_SOURCES = 3


def sources_of(lead: Lead, whole: float) -> str:
    """The largest parts of a lead, and what the classes that must not be missed add to it."""
    parts = lead.sources[:MOST_SOURCES]
    says = f"lead of {value_text(abs(whole))} over {plain(lead.over)}"
    together = "" if lead.together is None else f" {_together(lead.together, whole)}"
    if all(abs(each.difference) <= abs(whole) for each in parts):
        return f"Of the {says}, {listed(_shares(parts, whole))}.{together}"
    return f"The {says} adds up from {listed(_sizes(parts, whole))}.{together}"


def _shares(parts: Sequence[Source], whole: float) -> list[str]:
    """Parts in percent, where none is larger than the whole; rounded, they add up."""
    rounded = adding_up([each.difference / whole for each in parts], 2)
    return [
        f"{share_text(abs(size))} {'comes from' if size >= 0 else 'is lost on'} {each.name}"
        for size, each in zip(rounded, parts, strict=True)
        if size or len(parts) == 1
    ]


def _sizes(parts: Sequence[Source], whole: float) -> list[str]:
    """Parts as they are, where classes add and take away more than the whole; rounded, they add up."""
    rounded = adding_up([each.difference * copysign(1.0, whole) for each in parts], DIGITS)
    return [f"{value_text(size)} on {each.name}" for size, each in zip(rounded, parts, strict=True) if size]


def _together(source: Source, whole: float) -> str:
    """What several classes add together, some of which may have been told one by one."""
    share = source.difference / whole
    size = share_text(abs(share)) if abs(share) <= 1 else value_text(abs(source.difference))
    says = f" ({source.says})" if source.says else ""
    if share < 0:
        return f"On {source.name}, {size} of it is lost{says}."
    return f"{capital(source.name)} account for {size} of it{says}."
