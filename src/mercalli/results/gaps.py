"""How far groups are apart on one metric."""

from __future__ import annotations

from dataclasses import dataclass

from mercalli.results.measure import Measure


@dataclass(frozen=True)
class Gap:
    """The gap between the best and the worst of several groups, and their spread freed of chance.

    Attributes:
        metric: The metric.
        column: What the groups are groups of.
        gap: The highest value minus the lowest, with an interval for all pairs at once.
        spread: The standard deviation of the true values, 0 where none was seen beyond chance.
        best: The group with the highest value of those that take part ...
        worst: ... and with the lowest.
        apart: Pairs of groups that are shown to differ, the higher first.
        small: Groups that are too small to take part.
        to_reference: Each other group minus the reference, if there is one, called after the group.
        alike: The gap between values like for like, if the mixes of classes were made equal ...
        alike_spread: ... and their spread.
    """

    metric: str
    column: str
    gap: Measure
    spread: Measure
    best: str | None = None
    worst: str | None = None
    apart: tuple[tuple[str, str], ...] = ()
    small: tuple[str, ...] = ()
    to_reference: tuple[Measure, ...] = ()
    alike: Measure | None = None
    alike_spread: Measure | None = None
