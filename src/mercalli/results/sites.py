"""What values at several sites say about sites like these."""

from __future__ import annotations

from dataclasses import dataclass

from mercalli.results.measure import Measure


@dataclass(frozen=True)
class SiteSummary:
    """One metric over the sites: how far they differ, their mean, and where the next site may be.

    Attributes:
        column: The column that names the sites; their values are the slices by it.
        sites: How many sites have a value with an interval.
        lowest: The lowest value of a site ...
        highest: ... and the highest.
        mean: The mean of sites by random effects; none with fewer than five.
        next_site: The same mean, with the interval in which the value of one more site is expected.
        variance: How much sites vary beyond chance, on the scale of log-odds (tau squared).
        share: How much of all variation is no chance (I squared).
    """

    column: str
    sites: int
    lowest: float
    highest: float
    mean: Measure
    next_site: Measure
    variance: float | None = None
    share: float | None = None
