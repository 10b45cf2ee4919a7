"""What is among the first K when items are looked at from the highest score down."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - read back by the types of the fields
from dataclasses import dataclass
from typing import ClassVar

from mercalli.errors import SettingError
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import system_named
from mercalli.results.parts import NamedSlice
from mercalli.results.told import Told
from mercalli.tasks.scores.result import ScoreColumn
from mercalli.text.numbers import count, percent


@dataclass(frozen=True)
class TopK:
    """The K highest scores, of one list or of each of several.

    Attributes:
        asked: K as it was asked for: a count or, below 1, a share.
        least: The K that was used; where lists differ in it, the smallest.
        most: The largest.
        share: The share of all rows that is looked at.
        hits: How many positives are expected there, over all lists; None if no list is that long.
        cut: How many rows have scores that are equal to others on both sides of the cut.
        short: How many lists have fewer rows than K and are looked at whole.
        measures: Precision, recall, hit rate and lift.
        worst: The same if of equal scores the negatives came first, by metric.
        best: The same if the positives came first.
    """

    asked: float
    least: float
    most: float
    share: float
    hits: float | None
    cut: float
    short: int
    measures: tuple[Measure, ...]
    worst: Mapping[str, float | None]
    best: Mapping[str, float | None]

    def measure(self, name: str) -> Measure:
        """A measure by the name of its metric, as in "precision_at_k"."""
        return by_text(self.measures, f"{name}(k={self.asked!r})")


@dataclass(frozen=True)
class GainsCurve:
    """The share of positives found and the lift, the further down one looks."""

    k: tuple[float, ...]
    share: tuple[float, ...]
    gain: tuple[float | None, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    lift: tuple[float | None, ...]


@dataclass(frozen=True)
class RankSlice(NamedSlice):
    """One slice ranked by itself; `few` flags one with too few rows or positives to rely on."""

    n: int
    positives: float
    few: bool
    tops: tuple[TopK, ...]


@dataclass(frozen=True)
class RankReport(ScoreColumn):
    """Everything about the ranking by one score; `empty` counts the lists without any positive."""

    lists: int
    empty: int
    tops: tuple[TopK, ...]
    curve: GainsCurve
    slices: tuple[RankSlice, ...]
    notes: tuple[str, ...]
    digest: str

    def top(self, k: float) -> TopK:
        """The top K as it was asked for."""
        found = next((each for each in self.tops if each.asked == k), None)
        if found is None:
            raise SettingError.choice("k", k, [repr(each.asked) for each in self.tops])
        return found


@dataclass(frozen=True)
class Ranked(Told):
    """One or more scores by which the same items are ranked, as one list or one for each value of `group`."""

    sealed_as: ClassVar[str] = "ranked"

    ks: tuple[float, ...]
    group: str | None
    metrics: tuple[MetricCard, ...]
    systems: tuple[RankReport, ...]
    provenance: Provenance

    @property
    def per_class(self) -> bool:
        """Whether each system is the score of one class against the rest."""
        return len({system.positive for system in self.systems}) > 1

    def __getitem__(self, system: str) -> RankReport:
        """A system by its name."""
        return system_named(self.systems, system)


def k_text(top: TopK) -> str:
    """K as it was asked for and as it was used.

    >>> from types import SimpleNamespace as Top
    >>> k_text(Top(asked=200, least=200.0, most=200.0)), k_text(Top(asked=0.1, least=704.0, most=704.0))
    ('200', '10% = 704')
    """
    if top.asked >= 1:
        return f"{top.asked:,.0f}"
    used = count(top.least) if top.least == top.most else f"{count(top.least)} to {count(top.most)}"
    return f"{percent(top.asked)} = {used}"
