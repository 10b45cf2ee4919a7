"""Estimates: the values of a panel with their intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from mercalli.estimates.progress import Progress, quiet, told
from mercalli.stats.confusion import Confusion
from mercalli.uncertainty.intervals import bca, percentile, wilson
from mercalli.uncertainty.resample import left_out, replicates

if TYPE_CHECKING:
    from mercalli.estimates.panel import Panel
    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats
    from mercalli.stats.sample import Sample


@dataclass(frozen=True)
class Estimates:
    """Values along the places of a panel, their intervals, how these were made, the baselines, and the replicates."""

    values: Floats
    low: Floats
    high: Floats
    methods: list[str | None]
    undefined_share: Floats
    baselines: dict[str, Floats]
    drawn: Floats


def generator(settings: Settings, name: str) -> np.random.Generator:
    """Random numbers of their own for every part, so that adding one part changes no other."""
    return np.random.default_rng([settings.seed, crc32(name.encode())])


def can_resample(sample: Sample) -> bool:
    """A single unit cannot be drawn in more than one way."""
    return sample.unit is None or sample.units > 1


def estimates(sample: Sample, panel: Panel, settings: Settings, name: str, progress: Progress = quiet) -> Estimates:
    """Values and intervals of one system's table."""
    confusion = sample.confusions[0]
    whole = confusion.merged(-1)
    as_if = [confusion.as_if(share[None]).cells for share in (whole.majority(), whole.prior())]
    values, majority, prior = panel(Confusion(np.stack([confusion.cells, *as_if]), sample.classes))
    baselines = {"majority": majority, "prior": prior}
    if not settings.replicates or not can_resample(sample):
        nothing, none = np.full_like(values, np.nan), np.empty((0, len(values)))
        return Estimates(values, nothing, nothing, [None] * len(values), np.zeros_like(values), baselines, none)
    rng = generator(settings, name)
    blocks = (panel(tables[0]) for tables in replicates(sample, settings.replicates, rng))
    drawn = np.concatenate(list(told(blocks, "resampling", settings.replicates, progress)))
    low, high, methods = _intervals(sample, panel, settings, values, drawn)
    undefined = np.isnan(drawn).mean(axis=0)
    return Estimates(values, low, high, methods, undefined, baselines, drawn)


def _intervals(
    sample: Sample, panel: Panel, settings: Settings, values: Floats, drawn: Floats
) -> tuple[Floats, Floats, list[str | None]]:
    units = "" if sample.unit is None else " over units"
    if settings.method == "bca":
        parts = [(panel(tables[0]), times) for tables, times in left_out(sample)]
        without, times = (np.concatenate(each) for each in zip(*parts, strict=True))
        low, high = bca(values, drawn, without, times, settings.level)
    else:
        low, high = percentile(drawn, settings.level)
    methods: list[str | None] = [("bca" if settings.method == "bca" else "percentile") + units] * len(values)
    if settings.method == "auto" and sample.unit is None and not sample.weighted:
        trials = panel.trials(sample.confusions[0])
        plain = ~np.isnan(trials)
        score = wilson(values[plain], trials[plain], settings.level)
        low[plain], high[plain] = score
        methods = ["wilson" if is_plain else method for method, is_plain in zip(methods, plain, strict=True)]
    return low, high, methods
