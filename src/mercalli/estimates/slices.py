"""Slices: the same report on every group of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mercalli.estimates.confusion import estimates
from mercalli.estimates.measure import unmeasured
from mercalli.estimates.panel import Panel
from mercalli.estimates.progress import Progress, quiet, steps
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, sums
from mercalli.inputs.labels import Labels
from mercalli.profiles.profile import Profile
from mercalli.results.measure import Measure
from mercalli.stats.groups import Entries, Slice, slices
from mercalli.stats.raking import LEAST_COVERAGE, Mix
from mercalli.stats.sample import Sample

Report = TypeVar("Report")
OTHER_MIX = 0.05  # how far a slice's mix of classes must be from that of all rows to be called another


def mixed_otherwise(labels: Labels, mix: Mix, fewest: int) -> set[tuple[str, ...]]:
    """The columns by which a slice of so many rows has another mix of true classes than all rows."""
    return {
        part.columns
        for part in slices(labels)
        if labels.rows[part.chosen].sum() >= fewest and mix.distance_of(_truths(labels, part)) >= OTHER_MIX
    }


def _truths(labels: Labels, part: Slice) -> Floats:
    return sums(labels.truth[part.chosen], labels.weight[part.chosen], len(labels.classes.names))


def alike_measures(
    sample: Sample, panel: Panel, settings: Settings, profile: Profile, name: str
) -> tuple[tuple[Measure, ...], float]:
    """The values of a slice like for like, and how much of the mix is in classes that it has."""
    coverage = 0.0 if panel.mix is None else panel.mix.coverage(sample.confusions[0].merged(-1))
    if coverage < LEAST_COVERAGE:
        why = f"its classes make up {coverage:.0%} of all rows, less than {LEAST_COVERAGE:.0%}"
        return tuple(unmeasured(metric.text, sample.n, why) for metric in panel.metrics), coverage
    return estimates(sample, panel, settings, name).measures(profile, sample), coverage


def slice_reports(
    entries: Entries, report: Callable[[Slice], Report], progress: Progress = quiet, what: str = "resampling slices"
) -> tuple[Report, ...]:
    """What `report` says of every slice, in their order."""
    return tuple(report(part) for part in steps(list(slices(entries)), what, progress))
