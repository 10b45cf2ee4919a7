"""Parts of a result that several tasks share: classes, slices, tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from mercalli.results.faults import Fault, ragged, unequal, uneven
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.results.measure import Measure, by_text

INVALID, UNREAD = "(outside the classes)", "(unread)"


@dataclass(frozen=True)
class ClassReport:
    """One class against the rest; `few` flags a class with too few rows for its interval to hold."""

    name: str
    support: int
    predicted: int
    few: bool
    measures: tuple[Measure, ...]


def weakest(reports: Sequence[ClassReport]) -> ClassReport | None:
    """The class of which the smallest share was found, among those with enough rows if there are any."""
    present = [report for report in reports if report.support]
    enough = [report for report in present if not report.few]
    return min(enough or present, key=_recall, default=None)


def of_those(worst: ClassReport, reports: Sequence[ClassReport], each: str = "rows") -> str:
    """Among which a class is the weakest, where one of few rows may be weaker."""
    weaker = any(_recall(report) < _recall(worst) for report in reports if report.support)
    return f" of those with {FEW_IN_CLASS} {each} or more" if weaker else ""


def _recall(report: ClassReport) -> float:
    value = by_text(report.measures, "recall").value
    return inf if value is None else value


@dataclass(frozen=True)
class NamedSlice:
    """The values that the rows of a slice share, by their columns."""

    columns: tuple[str, ...]
    values: tuple[str, ...]

    def faults(self) -> Iterator[Fault]:
        """Every column has its value."""
        return uneven(self, "columns", "values")

    @property
    def name(self) -> str:
        """As in `event=flood, lang=en`."""
        return ", ".join(f"{column}={value}" for column, value in zip(self.columns, self.values, strict=True))


@dataclass(frozen=True)
class SliceReport(NamedSlice):
    """One slice; `few` flags one with too few rows to rely on.

    `alike` are the headline values like for like: as if its true classes were mixed as in all rows, where the mixes of
    slices differ; `coverage` is how much of that mix is in classes that the slice has.
    """

    n: int
    few: bool
    measures: tuple[Measure, ...]
    alike: tuple[Measure, ...] = field(default=(), metadata={"since": "0.2.0"})
    coverage: float | None = field(default=None, metadata={"since": "0.2.0"})


@dataclass(frozen=True)
class Table:
    """A confusion table: rows are truth, columns predictions, then one column for invalid predictions.

    `cells` are counts; `harms` the harm (weight x count) of the error in each cell, 0 where the prediction is right;
    `outside` is what the last column is called. Where it is `fitted`, only sums of classes and the diagonal were
    counted: the rest is as mixed as these allow, and says nothing about which class was taken for which.
    """

    classes: tuple[str, ...]
    cells: tuple[tuple[float, ...], ...]
    harms: tuple[tuple[float, ...], ...]
    outside: str = field(default=INVALID, metadata={"since": "0.2.0"})
    fitted: bool = field(default=False, metadata={"since": "0.2.0"})

    def faults(self) -> Iterator[Fault]:
        """A row for each class, a column for each and one more."""
        yield from uneven(self, "classes", "cells", "harms")
        yield from ragged("cells", self.cells, len(self.classes) + 1)
        yield from ragged("harms", self.harms, len(self.classes) + 1)

    @property
    def total(self) -> float:
        """All rows, or what they weigh."""
        return sum(map(sum, self.cells))

    def row_faults(self, n: int, reports: Sequence[ClassReport]) -> Iterator[Fault]:
        """What does not fit where cells are rows: all of them, those of each class, and those predicted as it."""
        yield from unequal("table.cells", self.total, n)
        for at, report in enumerate(reports):
            place = self.classes.index(report.name) if report.name in self.classes else None
            row, column = ((), ()) if place is None else (self.cells[place], [each[place] for each in self.cells])
            yield from unequal(f"classes[{at}].support", report.support, sum(row), "its row of the table")
            yield from unequal(f"classes[{at}].predicted", report.predicted, sum(column), "its column of the table")
