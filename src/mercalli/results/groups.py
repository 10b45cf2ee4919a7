"""One of several groups that are compared."""

from __future__ import annotations

from dataclasses import dataclass

from mercalli.results.measure import Measure, by_text
from mercalli.results.parts import SliceReport

TOO_FEW = "(too few items)"  # places with so few that they stay unnamed
WITHOUT_GROUP = frozenset(
    {"und", "unknown", "undetermined", "(missing)", TOO_FEW}
)  # values that say that the group is not known


@dataclass(frozen=True)
class GroupReport(SliceReport):
    """One group; `few` flags one that is too small for the gap, and `urgent` counts its urgent rows."""

    urgent: int = 0

    @property
    def known(self) -> bool:
        """Whether it is a group at all, and not what is left over."""
        return self.values[0].lower() not in WITHOUT_GROUP

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return by_text(self.measures, metric)
