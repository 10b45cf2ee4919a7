"""Sentences of a challenge to scores: relevance, sectors and HumImpact, with intervals over documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property

import numpy as np

from mercalli.errors import SettingError
from mercalli.estimates.label_sets import SetPanel, label_metrics, set_estimates, set_pairs, set_slices
from mercalli.estimates.measure import cards
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric, catalogue
from mercalli.metrics.sentences.sector_rows import READINGS, Reading, scored
from mercalli.plan.provenance import provenance
from mercalli.results.limits import FEW_IN_CLASS, FEW_UNITS
from mercalli.results.measure import Measure
from mercalli.results.parts import SliceReport, Table
from mercalli.stats.extraction import RELEVANCE, Extraction
from mercalli.stats.set_sample import SetSample
from mercalli.tasks.cheers.data import Sentences
from mercalli.tasks.cheers.notes import run_notes, shared_notes
from mercalli.tasks.cheers.result import (
    ACCURACY,
    COVERAGE,
    F1,
    HUMIMPACT,
    Cheers,
    CoverageReport,
    ReadingReport,
    RunReport,
)
from mercalli.tasks.cheers.sectors import NO_SECTOR


def estimate(
    sentences: Sentences,
    settings: Settings,
    roles: Mapping[str, str | tuple[str, ...] | None],
    *,
    reading: Reading = "as_written",
    least_coverage: float = 0.5,
    progress: Progress = quiet,
) -> Cheers:
    """Every run of some sentences; `least_coverage` is the share below which a run is warned of."""
    if reading not in READINGS:
        raise SettingError.choice("reading", reading, READINGS)
    if not 0 <= least_coverage <= 1:
        raise SettingError.outside("least_coverage", least_coverage, "between 0 and 1")
    metrics = (
        catalogue()[F1],
        *(catalogue()[name].having({"reading": reading}) for name in (ACCURACY, HUMIMPACT)),
        catalogue()[COVERAGE],
    )
    sample = sentences.sample(np.arange(len(sentences.rows)))
    panel, runs = SetPanel(metrics, (), Extraction), list(sentences.runs)
    pairs, rankings = set_pairs(sample, runs, panel, settings, progress)
    slices = set_slices(sentences, runs, panel, settings, _few)
    plan = _ChallengePlan(sentences, sample, metrics, settings, reading, least_coverage, progress)
    recorded = {**asdict(settings), "reading": reading, "least_coverage": least_coverage}
    return Cheers(
        reading=reading,
        metrics=cards([*metrics, *label_metrics(), catalogue()["sector_ceiling"]]),
        systems=tuple(plan.report(at, name, slices[at]) for at, name in enumerate(runs)),
        pairs=pairs,
        rankings=rankings,
        provenance=provenance(sentences.origin, roles, recorded),
        notes=tuple(shared_notes(sentences, settings, pairs)),
    )


def _few(sample: SetSample) -> bool:
    """Too few documents, or sentences with a sector, which are the same in every run."""
    extraction = Extraction(sample.tables[0])
    return sample.fewer_units(FEW_UNITS) or bool(extraction.count(extraction.sectored) < FEW_IN_CLASS)


@dataclass(frozen=True)
class _ChallengePlan:
    """All sentences, and what is wanted of every run; `metrics` are in the reading that was asked for."""

    sentences: Sentences
    sample: SetSample
    metrics: tuple[Metric, ...]
    settings: Settings
    reading: Reading
    least_coverage: float
    progress: Progress

    @cached_property
    def panel(self) -> SetPanel:
        """The metrics, the ceiling, and what other readings give; precision, recall and F1 of every sector."""
        others = [catalogue()[each].having({"reading": how}) for how in READINGS for each in (ACCURACY, HUMIMPACT)]
        return SetPanel((*self.metrics, catalogue()["sector_ceiling"], *others), label_metrics(), Extraction)

    @cached_property
    def everything(self) -> Floats:
        """What extracting every sentence with the most frequent sector would get."""
        same = self.sentences.everything
        return self.panel(same.sample(np.arange(len(same.rows))).tables[0])

    def report(self, at: int, name: str, slices: tuple[SliceReport, ...]) -> RunReport:
        """Everything about one run."""
        sentences, run, table = self.sentences, self.sentences.runs[name], self.sample.tables[at]
        extraction, size = Extraction(table), len(self.metrics)
        estimates = set_estimates(self.sample, at, self.panel, self.settings, name="sentences", progress=self.progress)
        measures = estimates.measures(sentences.n, self.everything)
        coverage = self._coverage(extraction)
        without = int(sentences.rows[(run.relevant == 1) & (run.sector == NO_SECTOR)].sum())
        missed = int(extraction.count(scored(extraction, self.reading) & (extraction.kinds.pred == 0)))
        return RunReport(
            name=name,
            n=sentences.n,
            documents=sentences.documents,
            without_sector=without,
            table=_counted(extraction.relevance.cells),
            measures=measures[:size],
            coverage=coverage,
            ceiling=measures[size],
            readings=tuple(_readings(extraction, measures[size + 1 :])),
            sectors=estimates.of_labels(table),
            slices=slices,
            notes=tuple(run_notes(coverage, measures[:size], (without, missed), slices)),
            digest=sentences.digest(run),
        )

    def _coverage(self, extraction: Extraction) -> CoverageReport:
        sectored = extraction.sectored
        kinds = (scored(extraction, self.reading), sectored, sectored & extraction.extracted)
        rests_on, with_sector, extracted = (int(extraction.count(chosen)) for chosen in kinds)
        return CoverageReport(rests_on, with_sector, extracted, self.least_coverage)


def _readings(extraction: Extraction, measures: tuple[Measure, ...]) -> Iterator[ReadingReport]:
    extracted = int(extraction.count(extraction.extracted))
    for at, name in enumerate(READINGS):
        rests = int(extraction.count(scored(extraction, name)))
        yield ReadingReport(name, rests, extracted - rests, *measures[2 * at : 2 * at + 2])


def _counted(cells: Floats) -> Table:
    """The table of relevance; every error weighs the same."""
    wrong = cells.copy()
    np.fill_diagonal(wrong, 0.0)
    counts, harms = (tuple(tuple(map(float, row)) for row in each) for each in (cells, wrong))
    return Table(RELEVANCE, counts, harms)
