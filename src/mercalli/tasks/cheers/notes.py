"""What should be known before relying on a score of CHEERS."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

import numpy as np

from mercalli.estimates.settings import Settings
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.results.difference import SystemPair
from mercalli.results.limits import FEW_IN_CLASS, FEW_UNITS, on_few_units
from mercalli.results.measure import Measure
from mercalli.results.parts import SliceReport
from mercalli.tasks.cheers.data import Sentences
from mercalli.tasks.cheers.result import CoverageReport
from mercalli.text.numbers import percent
from mercalli.text.words import counted
from mercalli.uncertainty.few_units import TESTED_UNITS

LOW_COVERAGE, NO_SCORE = "Low coverage", "There is no"


def run_notes(
    coverage: CoverageReport,
    measures: Sequence[Measure],
    without_sector: tuple[int, int],
    slices: Sequence[SliceReport],
) -> Iterator[str]:
    """Notes on one run, in the order in which they matter; of sentences without a sector, how many, and that count."""
    undefined = [each for each in measures if each.undefined]
    if undefined:
        yield f"{NO_SCORE} {undefined[0].metric} because {undefined[0].undefined}."
    if coverage.low and coverage.scored:
        yield (
            f"{LOW_COVERAGE}: the sector accuracy, which is half of HumImpact, is a mean over only "
            f"{counted(coverage.scored, 'sentence')}; {coverage.extracted:,} of {coverage.with_sector:,} that have a "
            f"sector were extracted, less than {percent(coverage.least)}. A run that marks one easy sentence gets "
            f"about 0.7."
        )
    without, missed = without_sector
    if without:
        counting = f"{missed:,} of {without:,} count, each as a miss" if missed else "none of them counts"
        yield f"{counted(without, 'sentence')} called relevant without a sector: {counting}."
    if 0 < coverage.extracted < FEW_IN_CLASS:
        yield f"Only {counted(coverage.extracted, 'sentence')} with a sector extracted: the accuracy is rough."
    unsure = next((each for each in measures if each.undefined_share), None)
    if unsure is not None:
        yield f"{unsure.metric} was undefined in {unsure.undefined_share:.1%} of the replicates, which are left out."
    thin = sum(part.few for part in slices)
    if thin:
        least = f"{FEW_IN_CLASS} sentences with a sector or {FEW_UNITS} documents"
        yield f"{thin} of {len(slices)} slices have fewer than {least}."


def shared_notes(sentences: Sentences, settings: Settings, pairs: Sequence[SystemPair]) -> Iterator[str]:
    """Notes on all runs."""
    documents = sentences.documents
    yield from _untold(sentences)
    if documents == 1:
        yield "All sentences are of one document, so there is nothing to resample: no intervals and no p-values."
    elif documents < TESTED_UNITS and pairs:
        yield f"With {documents} documents no p-value can reach .05, so none is given."
    else:
        yield from on_few_units(documents, "document")
    if len(np.unique(sentences.relevant)) == 1:
        which = "relevant" if sentences.relevant[0] else "irrelevant"
        yield f"Every sentence of the gold file is {which}, so that even a perfect run gets an F1 of 0.5."
    needed = ceil(len(pairs) / (1 - settings.level))
    if settings.replicates < needed:
        yield (
            f"{len(pairs):,} pairs are tested by {settings.replicates:,} replicates, so that no corrected p can show "
            f"a difference; it takes {needed:,} replicates or more."
        )


def _untold(sentences: Sentences) -> Iterator[str]:
    """Columns to slice by that say nothing of some sentences."""
    for name, column in sentences.by.items():
        absent = np.array([value == MISSING_SLICE for value in column.values], np.bool_)[column.codes]
        rows, documents = int(sentences.rows[absent].sum()), len(np.unique(sentences.document[absent]))
        if rows:
            yield (
                f"{name!r} is missing for {rows:,} of {counted(sentences.n, 'sentence')}, in {documents:,} of "
                f"{counted(sentences.documents, 'document')}: they are the slice {MISSING_SLICE}."
            )
