"""What a result carries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence  # noqa: TC003 - read back by the types of the fields
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from mercalli.errors import MetricError, SystemNameError
from mercalli.results.text import comparison_html, comparison_text, evaluation_html, evaluation_text

FORMAT = 1


@dataclass(frozen=True)
class Measure:
    """One number and how far to trust it.

    Attributes:
        metric: The metric's text, its identity everywhere.
        value: The number; None when undefined.
        low: Lower end of the interval.
        high: Upper end of the interval.
        method: How the interval was made.
        n: Rows it rests on.
        undefined: Why there is no number.
        undefined_classes: Classes whose part was undefined and counted as 0.
        undefined_share: Share of the replicates in which it was undefined; they are left out of the interval.
        baselines: What trivial models get on the same truth.
        skill: The value on a scale where the majority baseline is 0 and a perfect model 1.
        band: The profile's word for the value.
    """

    metric: str
    value: float | None
    low: float | None
    high: float | None
    method: str | None
    n: int
    undefined: str | None = None
    undefined_classes: tuple[str, ...] = ()
    undefined_share: float = 0.0
    baselines: Mapping[str, float | None] = field(default_factory=dict[str, float | None])
    skill: float | None = None
    band: str | None = None

    @property
    def useless(self) -> bool:
        """No better than always predicting the most frequent class."""
        return self.skill is not None and self.skill <= 0


@dataclass(frozen=True)
class BandCard:
    """A named stretch of values from its lower edge on."""

    name: str
    lower: float
    says: str


@dataclass(frozen=True)
class MetricCard:
    """What a reader needs to know about a metric; `direction` is 1 if higher is better, -1 if lower, 0 if neither."""

    metric: str
    label: str
    meaning: str
    formula: str
    lowest: float | None
    highest: float | None
    best: float | None
    direction: int
    misleads: str
    reference: str
    beside: tuple[str, ...]
    bands: tuple[BandCard, ...]


@dataclass(frozen=True)
class ClassReport:
    """One class against the rest; `few` flags a class with too few rows for its interval to hold."""

    name: str
    support: int
    predicted: int
    few: bool
    measures: tuple[Measure, ...]


@dataclass(frozen=True)
class SliceReport:
    """One slice; `few` flags one with too few rows to rely on."""

    columns: tuple[str, ...]
    values: tuple[str, ...]
    n: int
    few: bool
    measures: tuple[Measure, ...]

    @property
    def name(self) -> str:
        """As in `event=flood, lang=en`."""
        return ", ".join(f"{column}={value}" for column, value in zip(self.columns, self.values, strict=True))


@dataclass(frozen=True)
class LevelReport:
    """One level of a profile's classes: how much of it was right."""

    levels: str
    level: str
    weight: float
    response: str
    correct: float
    total: float
    share: float
    accuracy: Measure


@dataclass(frozen=True)
class ClassNote:
    """What the profile says of a class: its level, if there are levels, and what an error on it weighs."""

    name: str
    level: str | None
    weight: float


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
class Table:
    """A confusion table: rows are truth, columns predictions, then one column for invalid predictions."""

    classes: tuple[str, ...]
    cells: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class SystemReport:
    """Everything about one system."""

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

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return _by_text(self.measures, metric)


@dataclass(frozen=True)
class GateReport:
    """Whether one gate was passed by one system, in one place if it looks at several."""

    gate: str
    system: str
    place: str | None
    value: float | None
    passed: bool
    undefined: str | None = None


@dataclass(frozen=True)
class Provenance:
    """How a result came about: enough to make it again."""

    origin: str
    roles: Mapping[str, str | tuple[str, ...] | None]
    profile: str
    profile_digest: str
    settings: Mapping[str, str | int | float | None]
    versions: Mapping[str, str]


@dataclass(frozen=True)
class Difference:
    """First less second on one metric."""

    metric: str
    first: float | None
    second: float | None
    difference: float | None
    low: float | None
    high: float | None
    method: str | None
    p: float | None
    p_adjusted: float | None
    better: str | None
    undefined: str | None = None


@dataclass(frozen=True)
class Disagreement:
    """Items of one class on which two systems gave one pair of different answers."""

    truth: str
    first: str
    second: str
    count: float


@dataclass(frozen=True)
class PairReport:
    """Two systems on the same items."""

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

    def difference(self, metric: str) -> Difference:
        """The difference on a metric by its text."""
        return _by_text(self.differences, metric)


@dataclass(frozen=True)
class Ranking:
    """Systems from best to worst on one metric; those in one group cannot be told apart."""

    metric: str
    groups: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return " > ".join(" = ".join(group) for group in self.groups)


@dataclass(frozen=True)
class Comparison:
    """Two or more systems against each other."""

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    pairs: tuple[PairReport, ...]
    rankings: tuple[Ranking, ...]
    provenance: Provenance
    notes: tuple[str, ...] = ()

    @property
    def measured(self) -> tuple[str, ...]:
        """The metrics that give one number for each system."""
        return tuple(each.metric for each in self.pairs[0].differences)

    def ranking(self, metric: str) -> Ranking:
        """The ranking on a metric by its text."""
        return _by_text(self.rankings, metric)

    def pair(self, first: str, second: str) -> PairReport:
        """The pair of two systems, in the order in which they were given."""
        found = next((each for each in self.pairs if (each.first, each.second) == (first, second)), None)
        if found is None:
            raise SystemNameError.no_pair(first, second, [(each.first, each.second) for each in self.pairs])
        return found

    def __str__(self) -> str:
        return comparison_text(self)

    def _repr_html_(self) -> str:
        return comparison_html(self)


@dataclass(frozen=True)
class Evaluation:
    """One or more systems, each against the truth."""

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[SystemReport, ...]
    provenance: Provenance
    gates: tuple[GateReport, ...] = ()
    classes: tuple[ClassNote, ...] = ()
    comparison: Comparison | None = None

    @property
    def measured(self) -> tuple[str, ...]:
        """The metrics that give one number for each system."""
        return tuple(each.metric for each in self.systems[0].measures)

    def __getitem__(self, system: str) -> SystemReport:
        """A system by its name."""
        found = next((each for each in self.systems if each.name == system), None)
        if found is None:
            raise SystemNameError.unknown(system, [each.name for each in self.systems])
        return found

    def __str__(self) -> str:
        return evaluation_text(self)

    def _repr_html_(self) -> str:
        return evaluation_html(self)


class _HasMetric(Protocol):
    @property
    def metric(self) -> str: ...


_Named = TypeVar("_Named", bound=_HasMetric)


def _by_text(entries: Sequence[_Named], metric: str) -> _Named:
    found = next((each for each in entries if each.metric == metric), None)
    if found is None:
        raise MetricError.unknown(metric, [each.metric for each in entries])
    return found


RESULTS = {"evaluation": Evaluation, "comparison": Comparison}
