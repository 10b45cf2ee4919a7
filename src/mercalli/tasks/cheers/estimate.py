"""Sentences of a challenge to scores: relevance, sectors and HumImpact, with intervals over documents."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import SettingError
from mercalli.estimates.label_sets import SetPanel, label_metrics, set_estimates, set_pairs, slice_key
from mercalli.estimates.measure import cards
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.slices import slice_reports
from mercalli.inputs.digest import digest_of
from mercalli.metrics.catalogue import catalogue
from mercalli.metrics.sentences.sector_rows import READINGS, scored
from mercalli.plan.provenance import provenance
from mercalli.results.limits import FEW_IN_CLASS, FEW_UNITS
from mercalli.results.parts import SliceReport, Table
from mercalli.stats.extraction import RELEVANCE, Extraction
from mercalli.stats.groups import slices
from mercalli.stats.set_sample import SetSample
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

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.metrics.catalogue import Metric
    from mercalli.metrics.sentences.sector_rows import Reading
    from mercalli.results.measure import Measure
    from mercalli.stats.groups import Slice
    from mercalli.tasks.cheers.data import RunLabels, Sentences


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
    plan = _ChallengePlan(sentences, settings, reading, least_coverage, progress)
    panel = SetPanel(plan.asked, (), Extraction)
    pairs, rankings = set_pairs(plan.sample, list(sentences.runs), panel, settings, progress)
    recorded = {**asdict(settings), "reading": reading, "least_coverage": least_coverage}
    return Cheers(
        reading=reading,
        metrics=cards([*plan.asked, *label_metrics(), catalogue()["sector_ceiling"]]),
        systems=tuple(plan.report(name, at) for at, name in enumerate(sentences.runs)),
        pairs=pairs,
        rankings=rankings,
        provenance=provenance(sentences.origin, roles, recorded),
        notes=tuple(shared_notes(sentences, settings, pairs)),
    )


@dataclass(frozen=True)
class _ChallengePlan:
    """What is wanted of every run."""

    sentences: Sentences
    settings: Settings
    reading: Reading
    least_coverage: float
    progress: Progress

    @cached_property
    def sample(self) -> SetSample:
        """All sentences, drawn by documents."""
        return self._sample(np.arange(len(self.sentences.rows)))

    @cached_property
    def asked(self) -> tuple[Metric, ...]:
        """The three scores and the coverage, in the reading that was asked for."""
        return (
            catalogue()[F1],
            *(catalogue()[name].having({"reading": self.reading}) for name in (ACCURACY, HUMIMPACT)),
            catalogue()[COVERAGE],
        )

    def _sample(self, chosen: Ints) -> SetSample:
        here = self.sentences
        relevant = here.relevant[chosen]
        flags = [(relevant, run.relevant[chosen]) for run in here.runs.values()]
        preds = [here.sectors.one_each(run.sector[chosen]) for run in here.runs.values()]
        truth = here.sets[here.set_of[chosen]]
        return SetSample.of(
            here.sectors.names, truth, preds, here.rows[chosen], unit=here.document[chosen], flags=flags
        )

    def report(self, name: str, at: int) -> RunReport:
        """Everything about one run."""
        run, table = self.sentences.runs[name], self.sample.tables[at]
        whole = Extraction(table)
        others = [catalogue()[each].having({"reading": how}) for how in READINGS for each in (ACCURACY, HUMIMPACT)]
        panel = SetPanel((*self.asked, catalogue()["sector_ceiling"], *others), label_metrics(), Extraction)
        estimates = set_estimates(self.sample, at, panel, self.settings, name=name, progress=self.progress)
        measures = estimates.measures(self.sentences.n)
        asked, ceiling, rest = measures[: len(self.asked)], measures[len(self.asked)], measures[len(self.asked) + 1 :]
        coverage = self._coverage(whole)
        without = int(self.sentences.rows[(run.relevant == 1) & (run.sector == NO_SECTOR)].sum())
        missed = int(whole.count(scored(whole, self.reading) & (whole.kinds.pred == 0)))
        parts = slice_reports(self.sentences, partial(self._slice, name, at))
        return RunReport(
            name=name,
            n=self.sentences.n,
            documents=self.sentences.documents,
            without_sector=without,
            table=_counted(whole.relevance.cells),
            measures=asked,
            coverage=coverage,
            ceiling=ceiling,
            readings=tuple(_readings(whole, rest)),
            sectors=estimates.of_labels(table),
            slices=parts,
            notes=tuple(run_notes(coverage, asked, (without, missed), parts)),
            digest=self._digest(run),
        )

    def _coverage(self, whole: Extraction) -> CoverageReport:
        counts = (scored(whole, self.reading), whole.sectored, whole.sectored & whole.extracted)
        rests, with_sector, extracted = (int(whole.count(kinds)) for kinds in counts)
        return CoverageReport(rests, with_sector, extracted, self.least_coverage)

    def _slice(self, name: str, at: int, part: Slice) -> SliceReport:
        """The asked measures of a slice, its documents drawn again."""
        sample = self._sliced[part.columns, part.values]
        panel = SetPanel(self.asked, (), Extraction)
        estimates = set_estimates(sample, at, panel, self.settings, name=slice_key(name, part))
        here = Extraction(sample.tables[at])
        few = sample.fewer_units(FEW_UNITS) or bool(here.count(here.sectored) < FEW_IN_CLASS)
        return SliceReport(part.columns, part.values, sample.n, few, estimates.measures(sample.n))

    @cached_property
    def _sliced(self) -> dict[tuple[tuple[str, ...], tuple[str, ...]], SetSample]:
        return {(part.columns, part.values): self._sample(part.chosen) for part in slices(self.sentences)}

    def _digest(self, run: RunLabels) -> str:
        here = self.sentences
        parts = [here.document, here.relevant, here.sets, here.set_of, run.relevant, run.sector, here.rows]
        return digest_of([here.sectors.ids, here.sectors.names], parts)


def _readings(whole: Extraction, measures: tuple[Measure, ...]) -> Iterator[ReadingReport]:
    extracted = int(whole.count(whole.extracted))
    for at, name in enumerate(READINGS):
        rests = int(whole.count(scored(whole, name)))
        yield ReadingReport(name, rests, extracted - rests, *measures[2 * at : 2 * at + 2])


def _counted(cells: Floats) -> Table:
    """The table of relevance; every error weighs the same."""
    wrong = cells.copy()
    np.fill_diagonal(wrong, 0.0)
    counts, harms = (tuple(tuple(map(float, row)) for row in each) for each in (cells, wrong))
    return Table(RELEVANCE, counts, harms)
