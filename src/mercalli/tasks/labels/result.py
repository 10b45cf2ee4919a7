"""What an evaluation of systems against the truth carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from mercalli.inputs.answers.counts import AnswerCounts
from mercalli.results.faults import Fault, miscounted, ragged, uneven
from mercalli.results.gates import GateReport
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import system_named
from mercalli.results.outputs import OutputReport
from mercalli.results.parts import ClassReport, SliceReport, Table
from mercalli.results.personal import PERSONAL
from mercalli.results.seal import Result, since
from mercalli.results.sites import SiteSummary
from mercalli.tasks.labels.compare.result import Comparison
from mercalli.tasks.labels.confidence.result import ConfidenceReport

# What a report shows of every class.
CLASS_METRICS = ("precision", "recall", "f1")


@dataclass(frozen=True)
class Correlation:
    """How metrics move together.

    Attributes:
        over: What they were seen to move over: "systems", "slices" or "resamples".
        n: How many of these there are.
        metrics: The metrics, in the order of rows and columns.
        values: Pearson's coefficient of each pair; None where one of both does not vary.
    """

    over: str
    n: int
    metrics: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]

    def faults(self) -> Iterator[Fault]:
        """A row and a column for each metric."""
        yield from uneven(self, "metrics", "values")
        yield from ragged("values", self.values, len(self.metrics))


@dataclass(frozen=True)
class Evaluation(Result):
    """One or more systems, each against the truth; `notes` are about all of them together.

    `of_classes` are metrics that were asked for and give a number per class; `headline` has their means over classes.
    """

    sealed_as: ClassVar[str] = "evaluation"
    needs: ClassVar[tuple[str, ...]] = ("level",)

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[SystemReport, ...]
    provenance: Provenance
    gates: tuple[GateReport, ...] = ()
    classes: tuple[ClassNote, ...] = ()
    comparison: Comparison | None = None
    correlation: Correlation | None = None
    notes: tuple[str, ...] = ()
    of_classes: tuple[str, ...] = ()

    def faults(self) -> Iterator[Fault]:
        """Also slices begin with the headline, and rows without weights are counted once each in the table."""
        yield from super().faults()
        for at, system in enumerate(self.systems):
            if any(part.measures[0].metric != self.headline[0] for part in system.slices if part.measures):
                yield f"systems[{at}].slices", f"must be measured by {self.headline[0]!r} first"
        for at, system in enumerate(() if self.weighted else self.systems):
            yield from (
                (f"systems[{at}].{part}", fault) for part, fault in system.table.row_faults(system.n, system.classes)
            )

    @property
    def measured(self) -> tuple[str, ...]:
        """The metrics that give one number for each system."""
        return tuple(each.metric for each in self.systems[0].measures)

    def __getitem__(self, system: str) -> SystemReport:
        """A system by its name."""
        return system_named(self.systems, system)


@dataclass(frozen=True)
class LevelReport:
    """One level of a profile's classes: how much of it was right, and which levels it was taken for."""

    levels: str
    level: str
    weight: float
    response: str
    correct: float
    total: float
    share: float
    accuracy: Measure
    taken_for: Mapping[str, float] = field(default_factory=dict[str, float], metadata={"since": "0.2.0"})


@dataclass(frozen=True)
class ClassNote:
    """What the profile says of a class: its level, if there are levels, what an error on it weighs, and its floor.

    The floor is the least share of a critical class that should be found; other classes have none.
    """

    name: str
    level: str | None
    weight: float
    floor: float | None = since("0.2.0", None)


@dataclass(frozen=True)
class ConfusionReport:
    """One kind of error: how often, in what share of the true class, and the harm (weight x count) it does.

    `harm_share` is its share of the harm of all errors, also of those that are not listed.
    """

    truth: str
    pred: str
    count: float
    share: float
    harm: float
    harm_share: float


@dataclass(frozen=True)
class ErrorExample:
    """One item that a system got wrong: its text, perhaps cut short, what the error weighs, and its id if any."""

    truth: str
    pred: str
    harm: float
    text: str = field(metadata=PERSONAL)
    id: str | None = None


@dataclass(frozen=True)
class SystemReport:
    """Everything about one system.

    `confusions` are its most harmful kinds of error, the `table` has all of them; `answers` says how many items it
    answered and which of its labels are none of the classes (`invalid` of its predictions). `routing` says, for each
    scale of levels, how many items got the right level, even if the class is wrong. `outputs` says how predictions were
    read, where they were free text; `confidence` how sure the system is, if columns of the data say so; `sites`
    what slices by site say of other sites.
    """

    name: str
    n: int
    dropped: int
    invalid: int
    table: Table
    measures: tuple[Measure, ...]
    classes: tuple[ClassReport, ...]
    levels: tuple[LevelReport, ...]
    confusions: tuple[ConfusionReport, ...]
    slices: tuple[SliceReport, ...]
    notes: tuple[str, ...]
    digest: str
    examples: tuple[ErrorExample, ...] = ()
    routing: tuple[Measure, ...] = since("0.2.0", ())
    answers: AnswerCounts | None = field(default=None, metadata={"since": "0.2.0"})
    outputs: OutputReport | None = field(default=None, metadata={"since": "0.2.0"})
    confidence: ConfidenceReport | None = field(default=None, metadata={"since": "0.2.0"})
    sites: tuple[SiteSummary, ...] = since("0.2.0", ())

    def faults(self) -> Iterator[Fault]:
        """Measures and slices are of its rows."""
        return miscounted(self)

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return by_text(self.measures, metric)
