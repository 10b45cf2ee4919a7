"""What a score of CHEERS carries: how well relevant sentences are found, and their sectors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.difference import Ranking, SystemPair
from mercalli.results.faults import Fault, above, unequal
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import SystemLookup
from mercalli.results.parts import ClassReport, SliceReport, Table
from mercalli.results.seal import Result
from mercalli.tasks.cheers.errors import RunError
from mercalli.text.words import short_name, visible

F1, ACCURACY, HUMIMPACT, COVERAGE = "relevance_f1_score_macro", "sectorids_accuracy", "humimpact", "sector_coverage"
MOST_LISTED = 20
SHORT = {F1: "F1", ACCURACY: "accuracy", HUMIMPACT: "HumImpact", COVERAGE: "coverage"}


@dataclass(frozen=True)
class ReadingReport:
    """One reading of the sector accuracy: how many sentences it rests on, and how many it leaves out."""

    name: str
    scored: int
    left_out: int
    accuracy: Measure
    humimpact: Measure


@dataclass(frozen=True)
class CoverageReport:
    """On how much the sector accuracy rests.

    Attributes:
        scored: Sentences that count in the accuracy.
        with_sector: Sentences of the gold file that have a sector.
        extracted: Of those, how many the run took for relevant.
        least: The share below which the result is warned of.
    """

    scored: int
    with_sector: int
    extracted: int
    least: float

    def faults(self) -> Iterator[Fault]:
        """What was extracted is a part of what has a sector."""
        return above("extracted", self.extracted, self.with_sector, "with_sector")

    @property
    def share(self) -> float | None:
        """Of the sentences that have a sector, the share that was extracted."""
        return self.extracted / self.with_sector if self.with_sector else None

    @property
    def low(self) -> bool:
        """Whether it is too little to rely on the accuracy."""
        return self.share is not None and self.share < self.least


@dataclass(frozen=True)
class RunReport:
    """One run.

    Attributes:
        name: What it is called.
        n: How many sentences.
        documents: Of how many documents.
        without_sector: Sentences that the run calls relevant without a sector.
        table: Relevant or not, truly and as predicted.
        measures: Relevance, sector accuracy, HumImpact and coverage, in the reading that was asked for.
        coverage: On how much the accuracy rests.
        ceiling: The accuracy of a run that finds everything and names one right sector each.
        readings: The accuracy and HumImpact in every reading.
        sectors: Every sector by itself, end to end.
        slices: The same measures by columns of the data.
        notes: What should be known before relying on it.
        digest: Of what was scored.
    """

    name: str
    n: int
    documents: int
    without_sector: int
    table: Table
    measures: tuple[Measure, ...]
    coverage: CoverageReport
    ceiling: Measure
    readings: tuple[ReadingReport, ...]
    sectors: tuple[ClassReport, ...]
    slices: tuple[SliceReport, ...]
    notes: tuple[str, ...]
    digest: str

    def faults(self) -> Iterator[Fault]:
        """Every sentence is in the table once."""
        return unequal("table.cells", self.table.total, self.n)

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its name, whatever the reading."""
        read = next((each for each in self.measures if each.metric.partition("(")[0] == metric), None)
        return by_text(self.measures, metric) if read is None else read

    @property
    def scores(self) -> dict[str, float | None]:
        """The three scores under the names that the challenge gives them."""
        return {
            F1: self.measure(F1).value,
            ACCURACY: self.measure(ACCURACY).value,
            "HumImpact": self.measure(HUMIMPACT).value,
        }


@dataclass(frozen=True)
class Cheers(Result, SystemLookup[RunReport]):
    """One or more runs on the same sentences."""

    sealed_as: ClassVar[str] = "cheers"
    needs: ClassVar[tuple[str, ...]] = ("level",)

    reading: str
    metrics: tuple[MetricCard, ...]
    systems: tuple[RunReport, ...]
    pairs: tuple[SystemPair, ...]
    rankings: tuple[Ranking, ...]
    provenance: Provenance
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a file.

    Attributes:
        rule: The name of the rule that it breaks.
        line: The line in the file; None for a sentence that is not there, and for the file as a whole.
        doc_id: The document as the file writes it; None if it is not told.
        sentence_id: The sentence as the file writes it; None if it is not told.
        value: What was found, if it is a value.
        says: What is wrong and what is expected, in words.
    """

    rule: str
    line: int | None
    doc_id: str | None
    sentence_id: str | None
    value: str | None
    says: str

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}: "
        ids = (self.doc_id, self.sentence_id)
        sentence = "" if ids == (None, None) else f"({', '.join(short_name(each or '') for each in ids)}) "
        return visible(f"{place}{sentence}{self.says}")


@dataclass(frozen=True)
class Validation:
    """A file, how many sentences it speaks of, its problems and warnings (the first few) and how many there are."""

    file: str
    rows: int
    problems: tuple[Problem, ...]
    found: int
    warnings: tuple[Problem, ...] = ()
    warned: int = 0

    @property
    def valid(self) -> bool:
        """Whether it may be scored."""
        return not self.found

    def checked(self) -> None:
        """Refuse a file that breaks the rules, with an error that lists what is wrong."""
        if not self.valid:
            raise self.error()

    def error(self) -> RunError:
        """The error that lists what is wrong."""
        return RunError.problems(self.file, [str(each) for each in self.problems], self.found)
