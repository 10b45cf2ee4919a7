"""What became of a fire's forecast: counts and areas, numbers of fields, perimeters, and maps to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import ClassVar

from mercalli.results.difference import Ranking, SystemPair
from mercalli.results.faults import Fault, empty, ragged, strange, unequal
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import number_named, system_named
from mercalli.results.seal import Result, since

MOST_CELLS = 1 << 24  # of a map in a result; those that we make have far fewer
SEVERITY, STRUCTURES = "severity", "structures"
FIELDS = ("fss", "arrival", "probability", "ordinal")
# Rings as x, y, x, y ..., in metres from the middle of the observed fire, north up.
Outline = tuple[tuple[float, ...], ...]

MATCHED = "Structures were matched"  # how a note begins that says how: no reason for caution


@dataclass(frozen=True)
class FireCounts:
    """Cells or structures: hits, false alarms, misses, and those rightly left alone."""

    tp: int
    fp: int
    fn: int
    tn: int

    @property
    def total(self) -> int:
        """All that were counted."""
        return self.tp + self.fp + self.fn + self.tn


@dataclass(frozen=True)
class FireAreas:
    """The same in hectares."""

    hit_ha: float
    false_ha: float
    missed_ha: float
    rest_ha: float

    @property
    def observed_ha(self) -> float:
        """What truly was high."""
        return self.hit_ha + self.missed_ha

    @property
    def modelled_ha(self) -> float:
        """What the model said is high."""
        return self.hit_ha + self.false_ha


@dataclass(frozen=True)
class Exclusion:
    """What was not counted, and why."""

    reason: str
    n: int


@dataclass(frozen=True)
class Kpi:
    """A number under the name that a benchmark gives it, and its score from 0 to 100."""

    name: str
    category: str
    metric: str
    value: float | None
    score: float | None


@dataclass(frozen=True)
class FireMap:
    """A small map, north up: one of every `step` x `step` cells, as codes packed by zlib in base64.

    Codes: 0 rightly left alone, 1 false alarm, 2 missed, 3 hit, 4 not observed.
    """

    rows: int
    columns: int
    step: int
    across_m: float | None
    down_m: float | None
    cells: str

    def faults(self) -> Iterator[Fault]:
        """It is small, as it was made."""
        if self.rows * self.columns > MOST_CELLS:
            yield "rows", f"times 'columns' must be at most {MOST_CELLS:,} cells"


@dataclass(frozen=True)
class FirePoints:
    """Where structures stand, every `step`th: longitude and latitude in millionths of a degree, and codes as of a map.

    Both are packed by zlib in base64.
    """

    n: int
    step: int
    places: str
    codes: str


@dataclass(frozen=True)
class Unmatched:
    """Structures of one side without a partner: how many, and their ids (the first 10,000)."""

    side: str
    n: int
    first: tuple[str, ...]


@dataclass(frozen=True)
class FieldTable:
    """Numbers by something (windows, bins, classes), with a title."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[float | None, ...], ...]

    def faults(self) -> Iterator[Fault]:
        """Rows are as wide as the header."""
        yield from empty("header", self.header)
        yield from ragged("rows", self.rows, len(self.header))

    def useful_from(self, enough: float | None) -> float | None:
        """Of scores by window: the smallest window from which on none falls below one that is enough.

        >>> rows = ((1.0, 0.4), (3.0, 0.7), (5.0, 0.5), (9.0, 0.8), (17.0, None))
        >>> FieldTable("by window", ("window", "score"), rows).useful_from(0.6)
        9.0
        """
        known = [(row[0], row[1]) for row in self.rows if row[0] is not None and row[1] is not None]
        good = takewhile(lambda each: enough is not None and each[1] >= enough, reversed(known))
        return min((window for window, _ in good), default=None)


@dataclass(frozen=True)
class FireComparison:
    """Models against each other on what all of them were counted on.

    Attributes:
        n: How many cells, structures, steps or fires that is.
        units: How many tiles, structures, steps or fires were left out or exchanged in turn.
        pairs: First minus second for every pair of models.
        rankings: Models from best to worst by each number.
        notes: What should be known of the comparison.
    """

    n: int
    units: int
    pairs: tuple[SystemPair, ...]
    rankings: tuple[Ranking, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class FireReport:
    """One model against what was observed.

    Attributes:
        name: The model.
        n: Cells or structures that were counted.
        counts: Hits, misses and false alarms.
        areas: The same in hectares, where the size of cells is known.
        excluded: What was not counted.
        measures: Metrics with their intervals and what predicting nothing would get.
        kpis: The benchmark's names and scores.
        units: How many tiles were resampled.
        unmatched: Structures without a partner.
        map: A map of cells.
        points: A map of structures, where it is known where they stand.
        windows: The fractions skill score by window, if windows were asked for.
        useful: From which score on that is of use.
        notes: What should be known before relying on it.
        digest: Of the counts.
        columns: Of structures, the columns of the observation and of the model that were read.
        alarms: What makes the numbers doubtful as a whole, which the verdict says first.
    """

    name: str
    n: int
    counts: FireCounts | None
    areas: FireAreas | None
    excluded: tuple[Exclusion, ...]
    measures: tuple[Measure, ...]
    kpis: tuple[Kpi, ...]
    units: int
    notes: tuple[str, ...]
    digest: str
    unmatched: tuple[Unmatched, ...] = ()
    map: FireMap | None = None
    points: FirePoints | None = None
    windows: FieldTable | None = None
    useful: float | None = None
    columns: tuple[str, ...] = since("0.2.0", ())
    alarms: tuple[str, ...] = since("0.2.0", ())

    def faults(self) -> Iterator[Fault]:
        """What was counted is a hit, a miss, a false alarm or rightly left alone."""
        return unequal("counts", self.n if self.counts is None else self.counts.total, self.n)

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return by_text(self.measures, metric)


@dataclass(frozen=True)
class FireResult(Result):
    """One or more models of one fire; `kind` is severity or structures, `observed` the file they are compared with."""

    sealed_as: ClassVar[str] = "fire"
    needs: ClassVar[tuple[str, ...]] = ("level", "replicates")

    kind: str
    observed: str
    metrics: tuple[MetricCard, ...]
    systems: tuple[FireReport, ...]
    provenance: Provenance
    comparison: FireComparison | None = field(default=None, metadata={"since": "0.2.0"})

    def faults(self) -> Iterator[Fault]:
        """Also its kind is one of two."""
        yield from super().faults()
        yield from strange("kind", self.kind, (SEVERITY, STRUCTURES), f"{SEVERITY} or {STRUCTURES}")

    def __getitem__(self, system: str) -> FireReport:
        """A model by its name."""
        return system_named(self.systems, system)


@dataclass(frozen=True)
class Quantity:
    """A number with its unit; `undefined` says why there is none, `low` and `high` are the ends of its interval."""

    name: str
    label: str
    value: float | None
    unit: str
    undefined: str | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class FieldReport:
    """One model; `units` is how many tiles were resampled."""

    name: str
    n: int
    units: int
    quantities: tuple[Quantity, ...]
    table: FieldTable | None
    excluded: tuple[Exclusion, ...]
    notes: tuple[str, ...]
    digest: str

    def quantity(self, name: str) -> Quantity:
        """A number by its name."""
        return number_named(self.quantities, name)


@dataclass(frozen=True)
class FireField(Result):
    """One or more models of one field; `kind` is fss, arrival, probability or ordinal."""

    sealed_as: ClassVar[str] = "fire_field"
    needs: ClassVar[tuple[str, ...]] = ("level", "replicates")

    kind: str
    observed: str
    systems: tuple[FieldReport, ...]
    provenance: Provenance
    comparison: FireComparison | None = field(default=None, metadata={"since": "0.2.0"})

    def faults(self) -> Iterator[Fault]:
        """Also its kind is one of four."""
        yield from super().faults()
        yield from strange("kind", self.kind, FIELDS, " or ".join(FIELDS))

    def __getitem__(self, system: str) -> FieldReport:
        """A model by its name."""
        return system_named(self.systems, system)


@dataclass(frozen=True)
class PerimeterStep:
    """One time: what both perimeters cover, and outlines to draw.

    `growth` compares only what burned since the step before (or the perimeter that was given as the one before), which
    alone would have the Jaccard index `unchanged`.
    """

    time: str
    quantities: tuple[Quantity, ...]
    growth: tuple[Quantity, ...]
    observed: Outline
    model: Outline
    unchanged: float | None = since("0.2.0", None)

    def quantity(self, name: str) -> Quantity:
        """A number by its name."""
        return number_named(self.quantities, name)


@dataclass(frozen=True)
class PerimeterReport:
    """One model; `kpis` are of the last step, `growth` is that of all steps."""

    name: str
    steps: tuple[PerimeterStep, ...]
    kpis: tuple[Kpi, ...]
    notes: tuple[str, ...]
    digest: str
    growth: tuple[Quantity, ...] = ()


@dataclass(frozen=True)
class Perimeters(Result):
    """One or more models of one fire's perimeter."""

    sealed_as: ClassVar[str] = "perimeters"
    needs: ClassVar[tuple[str, ...]] = ("level", "replicates")

    observed: str
    systems: tuple[PerimeterReport, ...]
    provenance: Provenance
    comparison: FireComparison | None = field(default=None, metadata={"since": "0.2.0"})

    def __getitem__(self, system: str) -> PerimeterReport:
        """A model by its name."""
        return system_named(self.systems, system)
