"""Counts of single columns, made once: roles, profile, positive class and bins all ask for those of the truth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mercalli.inputs.tally import Tally

MOST_VALUES = 1_000


@dataclass(frozen=True)
class KeptTallies:
    """Tallies of columns with few values, by column."""

    tallies: dict[str, Tally] = field(default_factory=dict)

    def tally(
        self, keys: Sequence[str], weight: str | None, present: Sequence[str], count: Callable[..., Tally]
    ) -> Tally:
        """The tally that `count` makes, or has made before."""
        if len(keys) != 1 or weight is not None or present:
            return count(keys, weight, present)
        (column,) = keys
        found = self.tallies.get(column)
        if found is None:
            found = count(keys, weight, present)
            if len(found.rows) <= MOST_VALUES:
                self.tallies[column] = found
        return found
