"""One of several groups that are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from mercalli.results.faults import Fault
from mercalli.results.gaps import Gap
from mercalli.results.measure import Measure, by_text
from mercalli.results.named import MeasureLookup
from mercalli.results.parts import ClassReport, SliceReport

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


_Group = TypeVar("_Group", bound=GroupReport)


class GroupLookup(MeasureLookup, Generic[_Group]):
    """One system, with its groups and the gaps between them."""

    slices: tuple[_Group, ...]
    gaps: tuple[Gap, ...]

    @property
    def classes(self) -> tuple[ClassReport, ...]:
        """Classes are not looked at one by one."""
        return ()

    def gap(self, metric: str, column: str | None = None) -> Gap:
        """The gap on a metric, between the groups of a column if there are several columns."""
        return by_text([each for each in self.gaps if column in {None, each.column}], metric)

    def parts(self, column: str) -> list[_Group]:
        """The groups of a column."""
        return [each for each in self.slices if each.columns == (column,)]

    def faults(self) -> Iterator[Fault]:
        """There are groups, and each gap is between groups that there are."""
        if not self.slices:
            yield "slices", "must be there"
        groups = {(group.columns, group.values) for group in self.slices}
        for at, gap in enumerate(self.gaps):
            for name in (gap.best, gap.worst):
                if (name is None and gap.gap.value is not None) or (name and ((gap.column,), (name,)) not in groups):
                    yield f"gaps[{at}]", f"is between groups that there are; found {name!r}"
