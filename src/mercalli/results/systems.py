"""Everything about one system: overall, by class, by level, by slice, and its errors."""

from __future__ import annotations

from dataclasses import dataclass

from mercalli.results.measured import Measure, by_text

INVALID = "(outside the classes)"


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
class ErrorExample:
    """One item that a system got wrong: its text, perhaps cut short, what the error weighs, and its id if any."""

    truth: str
    pred: str
    harm: float
    text: str
    id: str | None = None


@dataclass(frozen=True)
class Table:
    """A confusion table: rows are truth, columns predictions, then one column for invalid predictions.

    `cells` are counts; `harms` the harm (weight x count) of the error in each cell, 0 where the prediction is right.
    """

    classes: tuple[str, ...]
    cells: tuple[tuple[float, ...], ...]
    harms: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class SystemReport:
    """Everything about one system; `confusions` are its most harmful kinds of error, the `table` has all of them."""

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

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return by_text(self.measures, metric)
