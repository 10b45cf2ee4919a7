"""Systems against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from mercalli.errors import SystemNameError
from mercalli.inputs.answers.counts import AnswerCounts
from mercalli.results.difference import Difference, Ranking, Split
from mercalli.results.faults import Fault, unequal
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.outputs import DifferenceBounds
from mercalli.results.seal import Result, since
from mercalli.uncertainty.paired import exchanges, needed_exchanges


@dataclass(frozen=True)
class Disagreement:
    """Items of one class on which two systems gave one pair of different answers."""

    truth: str
    first: str
    second: str
    count: float


@dataclass(frozen=True)
class PairReport:
    """Two systems on the same items.

    Where predictions were read from outputs, `unread` says how many answers of each could not be, and `bounds` what the
    differences would be if these were counted otherwise.
    """

    first: str
    second: str
    n: int
    dropped: int
    both_right: float
    only_first_right: float
    only_second_right: float
    both_wrong: float
    disagreements: tuple[Disagreement, ...]
    mcnemar_p: float | None
    differences: tuple[Difference, ...]
    digest: str
    splits: tuple[Split, ...] = since("0.2.0", ())
    units: int | None = since("0.2.0", None)
    unread: tuple[int, int] | None = since("0.2.0", None)
    bounds: tuple[DifferenceBounds, ...] = since("0.2.0", ())

    @property
    def total(self) -> float:
        """All items, or what they weigh."""
        return self.both_right + self.only_first_right + self.only_second_right + self.both_wrong

    def difference(self, metric: str) -> Difference:
        """The difference on a metric by its text."""
        return by_text(self.differences, metric)


@dataclass(frozen=True)
class CriticalClass:
    """How much one system finds of a class that must not be missed, on the items that are compared."""

    name: str
    floor: float
    hits: float
    total: float
    recall: Measure


@dataclass(frozen=True)
class Comparison(Result):
    """Two or more systems against each other.

    By the name of the system, `answers` says what it answered, and `critical` what it finds of critical classes.
    By metric, `majority` is what always predicting the most frequent class gives on the same items.
    """

    sealed_as: ClassVar[str] = "comparison"
    needs: ClassVar[tuple[str, ...]] = ("level", "replicates")

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    pairs: tuple[PairReport, ...]
    rankings: tuple[Ranking, ...]
    provenance: Provenance
    notes: tuple[str, ...] = ()
    answers: Mapping[str, AnswerCounts] = field(default_factory=dict[str, AnswerCounts], metadata={"since": "0.2.0"})
    critical: Mapping[str, tuple[CriticalClass, ...]] = field(
        default_factory=dict[str, tuple[CriticalClass, ...]], metadata={"since": "0.2.0"}
    )
    majority: Mapping[str, float | None] = field(default_factory=dict[str, float | None], metadata={"since": "0.2.0"})

    def faults(self) -> Iterator[Fault]:
        """Also rows without weights are counted once each, as right for both, one or none."""
        yield from super().faults()
        for at, pair in enumerate(() if self.weighted else self.pairs):
            yield from unequal(f"pairs[{at}]", pair.total, pair.n)

    @property
    def measured(self) -> tuple[str, ...]:
        """The metrics that give one number for each system."""
        return tuple(each.metric for each in self.pairs[0].differences)

    def ranking(self, metric: str) -> Ranking:
        """The ranking on a metric by its text."""
        return by_text(self.rankings, metric)

    def can_tell(self, metric: str) -> bool:
        """Whether a difference could have been shown: there are p-values, by enough exchanges for so many pairs."""
        level, replicates = (float(str(self.provenance.settings[name])) for name in ("level", "replicates"))
        pairs = len(self.pairs)
        enough = exchanges(pairs, level, int(replicates)) >= needed_exchanges(pairs, level)
        return enough and any(pair.difference(metric).p is not None for pair in self.pairs)

    def pair(self, first: str, second: str) -> PairReport:
        """The pair of two systems, in the order in which they were given."""
        pair = next((each for each in self.pairs if (each.first, each.second) == (first, second)), None)
        if pair is None:
            raise SystemNameError.no_pair(first, second, [(each.first, each.second) for each in self.pairs])
        return pair
