"""Measures of 2 x 2 tables of a fire, and numbers of other sums, with intervals over tiles or other units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import SettingError
from mercalli.estimates.confusion import can_resample, generator, with_wilson
from mercalli.estimates.intervals import Intervals, finite
from mercalli.estimates.measure import measure_of
from mercalli.estimates.panel import Panel
from mercalli.metrics.catalogue import PER_CLASS, parse
from mercalli.stats.confusion import Confusion
from mercalli.stats.tiles import CLASSES, PLACES, SHAPE
from mercalli.tasks.wildfire.kpis import ENDINGS
from mercalli.tasks.wildfire.result import Quantity
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.resample import replicates, totals_drawn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats
    from mercalli.metrics.catalogue import Metric
    from mercalli.results.measure import Measure
    from mercalli.stats.sample import Sample
    from mercalli.tasks.wildfire.result import FieldTable

# The six of every benchmark, then what must stand beside them.
SIX = tuple(ENDINGS)
BESIDE = (
    *("csi", "balanced_accuracy", "mcc", "cohen_kappa", "peirce_skill", "equitable_threat_score"),
    *("false_alarm_ratio", "fpr", "frequency_bias", "prevalence"),
)
LIKES = ("firebench",)
BASELINE = "all_negative"
HIGH = 1  # the place of the class that counts


def fire_metrics() -> tuple[Metric, ...]:
    """Everything that is computed of a 2 x 2 table."""
    return tuple(parse(name) for name in (*SIX, *BESIDE))


def check_like(like: str | None) -> None:
    """Refuse a program nobody knows."""
    if like is not None and like not in LIKES:
        raise SettingError.choice("like", like, LIKES)


def fire_measures(
    sample: Sample, settings: Settings, name: str, over: str = "tiles", drawn: Iterable[Confusion] | None = None
) -> tuple[Measure, ...]:
    """Every metric with its interval, and its value if nothing were predicted.

    `over` is what is resampled; `drawn` are tables of other draws, if those are not simply of the sample's units.
    """
    metrics = fire_metrics()
    panel = Panel(metrics, len(sample.classes), settings.like)
    confusion = sample.confusions[0]
    nothing = confusion.as_if(np.array([[1.0, 0.0]])).cells
    values, baseline = panel(Confusion(np.stack([confusion.cells, nothing]), sample.classes))
    tables = _replicates(sample, settings, name) if drawn is None else drawn
    intervals = _intervals(sample, panel, settings, values, tables, over)
    places = [(metric, _place(panel, metric)) for metric in metrics]
    return tuple(
        measure_of(metric, values[at], intervals[at], n=sample.n, baselines={BASELINE: baseline[at]}, trivial=BASELINE)
        for metric, at in places
    )


def _place(panel: Panel, metric: Metric) -> int:
    start: int = panel.places[metric.text].start
    return start + (HIGH if metric.needs == PER_CLASS else 0)


def _intervals(  # noqa: PLR0917 - values, and how other draws of them are made
    sample: Sample, panel: Panel, settings: Settings, values: Floats, tables: Iterable[Confusion], over: str
) -> Intervals:
    if not settings.replicates or not can_resample(sample):
        return Intervals.none(len(values))
    drawn = np.concatenate([panel(each) for each in tables])
    if sample.unit is not None:
        return Intervals.percentile(drawn, settings.level, f"percentile over {over}")
    intervals = Intervals.percentile(drawn, settings.level, "percentile")
    return replace(with_wilson(intervals, sample, panel, values, settings.level), methods=intervals.methods)


def _replicates(sample: Sample, settings: Settings, name: str) -> Iterator[Confusion]:
    """Tables of other draws, in blocks; four counts for each tile are drawn by one product of matrices."""
    rng = generator(settings, name)
    if sample.unit is None:
        yield from (tables[0] for tables in replicates(sample, settings.replicates, rng))
        return
    tiles = sample.rows.reshape(sample.units, -1)
    yield from map(tables_of, totals_drawn(tiles, settings.replicates, rng))


def tables_of(totals: Floats) -> Confusion:
    """Tables of rest and high from [TN, FP, FN, TP]: (R, 4)."""
    cells = np.zeros((len(totals), *SHAPE))
    cells.reshape(len(totals), -1)[:, PLACES] = totals
    return Confusion(cells, CLASSES)


@dataclass(frozen=True)
class Ends:
    """A number and the ends of its interval; None where there is none."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def quantity(self, name: str, label: str, unit: str = "", why: str | None = None) -> Quantity:
        """What it is a number of; `why` is told where there is none."""
        return Quantity(name, label, self.value, unit, why if self.value is None else None, self.low, self.high)


@dataclass(frozen=True)
class FieldNumbers:
    """Numbers of a field, a table of them by something, and what should be known of both."""

    quantities: tuple[Quantity, ...]
    table: FieldTable | None = None
    notes: tuple[str, ...] = ()


def over_units(units: Floats, numbers: Callable[[Floats], Floats], settings: Settings, name: str) -> list[Ends]:
    """What `numbers` makes of sums (..., K) as (..., M): of all units (T, K), and of units drawn again."""
    values = numbers(units.sum(axis=0))
    low = high = np.full_like(values, np.nan)
    if settings.replicates and len(units) > 1:
        drawn = totals_drawn(units, settings.replicates, generator(settings, name))
        low, high = percentile(np.concatenate([numbers(block) for block in drawn]), settings.level)
    ends = zip(values.tolist(), low.tolist(), high.tolist(), strict=True)
    return [Ends(*map(finite, each)) if np.isfinite(each[0]) else Ends(None) for each in ends]
