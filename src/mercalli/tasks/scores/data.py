"""Scores: bins and the positive class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mercalli.errors import SettingError
from mercalli.inputs.classes import normal
from mercalli.inputs.scores import positive_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.plan.roles import TableRoles

MOST_EXACT = 20_000_000
BINS = 65_536
MOST_LABELS = 1_000


def bins_of(wired: TableRoles, asked: int | None) -> int:
    """Bins asked for, or those that keep memory bounded where the data is not in memory."""
    if asked is not None:
        if asked < 0:
            raise SettingError.outside("bins", asked, "a whole number of at least 1, or 0 for none")
        return asked
    rows = int(wired.source.tally([wired.truth], None).rows.sum())
    return BINS if rows > MOST_EXACT and not wired.source.in_memory else 0


def positives_of(wired: TableRoles, labels: Sequence[str], positive: str | None, score: object) -> dict[str, str]:
    """The positive class of every system."""
    names = list(wired.systems)
    matched = {name: label for name in names for label in labels if normal(label) == normal(name)}
    if positive is None and isinstance(score, Mapping) and len(matched) == len(names):
        return matched
    return dict.fromkeys(names, positive_of(labels, positive, wired.source.origin))
