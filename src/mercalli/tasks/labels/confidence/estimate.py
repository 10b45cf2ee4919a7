"""Estimates of how sure a system is: means with intervals, bins of reliability, and how much can be left to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, log

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import NO_INTERVAL, Interval, Intervals, bounds_of, finite, method_name
from mercalli.estimates.measure import measure_of
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.inputs.chances import CONFIDENCE, SQUARED, SURPRISE
from mercalli.inputs.confidences import Confidences
from mercalli.metrics.catalogue import Metric, parse
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.stats.confidence import ConfidenceTable
from mercalli.tasks.labels.confidence.result import (
    ClassHandover,
    ConfidenceReport,
    CoveragePoint,
    Handover,
    ReliabilityBin,
)
from mercalli.tasks.labels.confidence.roles import ConfidenceColumns
from mercalli.text.numbers import percent
from mercalli.uncertainty.few_units import FEWEST_UNITS, MANY_UNITS
from mercalli.uncertainty.influence import plain_interval, share_interval
from mercalli.uncertainty.intervals import percentile, wilson
from mercalli.uncertainty.multinomial import times_of_cells
from mercalli.uncertainty.nested import nested_lower, nested_lower_over_units
from mercalli.uncertainty.resample import totals_drawn

ACCURACY, ECE, AREA = "accuracy", "expected_calibration_error", "risk_coverage_area"
MEANS = ("mean_confidence", "overconfidence")
OF_CLASSES = ("multiclass_brier", "multiclass_log_loss")
TENTHS, TENTH, LAST_WIDE = 10, 100, 990
MOST_LEVELS, MOST_NUMBERS = 100, 20_000_000
STANDARD_ERROR = "standard error"
NAME = "confidence"


def confidence_report(
    confidences: Confidences, found: ConfidenceColumns, settings: Settings, target: float
) -> ConfidenceReport:
    """Everything about how sure one system is."""
    part = _Said(confidences, settings, with_classes=bool(found.labels))
    accuracy, *means = part.means()
    ece, area = parse(ECE), parse(AREA)
    return ConfidenceReport(
        columns=found.columns,
        called=found.called,
        n=confidences.n,
        unsaid=int(confidences.rows.sum()) - confidences.n,
        moved=confidences.moved if found.labels else None,
        accuracy=accuracy,
        measures=(
            *means[: len(MEANS)],
            measure_of(ece, float(ece(part.table.scores)), n=confidences.n),
            measure_of(area, float(area(part.table)), part.area_interval(), n=confidences.n),
            *means[len(MEANS) :],
        ),
        bins=tuple(part.bins()),
        curve=part.curve,
        handover=part.handover(target),
    )


def metrics_used(report: ConfidenceReport) -> list[Metric]:
    """The metrics of a report."""
    return [parse(measure.metric) for measure in report.measures]


@dataclass(frozen=True)
class _Said:
    """Confidences that were said, and what is made of them."""

    every: Confidences
    settings: Settings
    with_classes: bool

    @cached_property
    def said(self) -> Bools:
        return self.every.said

    @cached_property
    def unit(self) -> Ints | None:
        """The place of each entry's unit among those that occur."""
        if self.every.unit is None:
            return None
        return np.unique(self.every.unit.codes, return_inverse=True)[1].astype(np.int64)

    @cached_property
    def units(self) -> int:
        return 0 if self.unit is None else int(self.unit.max(initial=-1)) + 1

    @cached_property
    def places(self) -> Ints:
        """The bins that occur, the surest first."""
        return np.unique(self.every.place[self.said])[::-1]

    @cached_property
    def at(self) -> Ints:
        """Which of these each entry is in, the number of all where nothing was said."""
        rising = np.searchsorted(self.places[::-1], self.every.place)
        found: Ints = np.where(self.said, len(self.places) - 1 - rising, len(self.places))
        return found

    def by_bin(self, values: Floats | Ints) -> Floats:
        """Values of entries added up by bin, without those where nothing was said."""
        return sums(self.at, values, len(self.places) + 1)[:-1]

    @cached_property
    def table(self) -> ConfidenceTable:
        weight, right = self.every.weight, self.every.right
        rows = self.by_bin(weight)
        mean = ratio(self.by_bin(self.every.sums[CONFIDENCE][0]), rows)
        squared, surprise = (
            np.float64(self.every.sums[name][0][self.said].sum()) if self.with_classes else np.float64("nan")
            for name in (SQUARED, SURPRISE)
        )
        return ConfidenceTable(
            mean, self.by_bin(weight * right), self.by_bin(weight * ~right), np.asarray(squared), np.asarray(surprise)
        )

    # Means over rows, each from its sums.

    def means(self) -> list[Measure]:
        """Accuracy, the mean confidence, their difference, and the means over all class probabilities."""
        metrics = [parse(name) for name in (ACCURACY, *MEANS, *(OF_CLASSES if self.with_classes else ()))]
        parts = self._parts()[:, :, self.said]
        weight, squares, rows = (each[self.said] for each in (self.every.weight, self.every.weight_sq, self.every.rows))
        added, mass = parts.sum(axis=2), float(weight.sum())
        values = ratio(added[:, 0], np.full(len(added), mass))
        intervals = (
            self._over_units(metrics, values, parts[:, 0], weight)
            if self.unit is not None
            else self._over_rows(metrics, values, added, (mass, float(squares.sum()), int(rows.sum())))
        )
        n = self.every.n
        return [measure_of(metric, float(values[at]), intervals[at], n=n) for at, metric in enumerate(metrics)]

    def _parts(self) -> Floats:
        """For each number its three sums: (numbers, 3, entries)."""
        right = self.every.right.astype(np.float64)
        weight, squares = self.every.weight, self.every.weight_sq
        confidence = self.every.sums[CONFIDENCE]
        hits = np.stack([weight * right, squares * right, squares * right])
        first, second, third = confidence
        over = np.stack([first - hits[0], second - hits[1], third - 2 * right * second + hits[2]])
        more = [self.every.sums[name] for name in (SQUARED, SURPRISE)] if self.with_classes else []
        return np.stack([hits, confidence, over, *more])

    def _over_rows(
        self, metrics: Sequence[Metric], values: Floats, added: Floats, mass: tuple[float, float, int]
    ) -> Sequence[Interval]:
        if not self.settings.replicates:
            return [NO_INTERVAL] * len(values)
        weight, squares, rows = mass
        spread = added[:, 2] - 2 * values * added[:, 1] + values**2 * squares
        errors = np.sqrt(np.maximum(spread, 0.0) * rows / max(rows - 1, 1)) / weight
        found = [self._plain(*each) for each in zip(metrics, values, errors, strict=True)]
        if not self.every.weighted:
            low, high = wilson(values[0], np.asarray(float(rows)), self.settings.level)
            found[0] = Interval(float(low), float(high), "wilson")
        return found

    def _plain(self, metric: Metric, value: float, error: float) -> Interval:
        """From the standard error; on the scale of log odds where a metric has two ends."""
        low, high = metric.facts.range
        if isfinite(high):
            width = high - low
            ends = share_interval((value - low) / width, error / width, self.settings.level)
            ends = None if ends is None else (low + width * ends[0], low + width * ends[1])
        else:
            ends = plain_interval(value, error, self.settings.level)
            ends = None if ends is None else (max(low, ends[0]), ends[1])
        return NO_INTERVAL if ends is None else Interval(*map(float, ends), STANDARD_ERROR)

    def _over_units(
        self, metrics: Sequence[Metric], values: Floats, first: Floats, weight: Floats
    ) -> Sequence[Interval]:
        """By leaving out one unit at a time, however many there are: a mean without a unit is quickly had."""
        if not self.settings.replicates or self.units < FEWEST_UNITS:
            return [NO_INTERVAL] * len(values)
        unit = self._unit_codes()[self.said]
        mass = sums(unit, weight, self.units)
        parts = np.stack([sums(unit, each, self.units) for each in first], axis=1)
        without = (parts.sum(axis=0) - parts) / (mass.sum() - mass)[:, None]
        found = Intervals.over_units(values, without, bounds_of(metrics), self.settings.level)
        return [found[at] for at in range(len(values))]

    def _unit_codes(self) -> Ints:
        return np.zeros(len(self.every.rows), np.int64) if self.unit is None else self.unit

    # Reliability.

    def bins(self) -> Sequence[ReliabilityBin]:
        """Predictions in tenths of confidence, those that occur."""
        tenth = np.minimum(np.where(self.every.place >= LAST_WIDE, LAST_WIDE, self.every.place) // TENTH, TENTHS - 1)
        inside = np.where(self.said, tenth, TENTHS)
        weight, right = self.every.weight, self.every.weight * self.every.right
        parts = (weight, right, self.every.sums[CONFIDENCE][0], self.every.weight_sq)
        mass, hits, promised, squares = (sums(inside, part, TENTHS + 1)[:-1] for part in parts)
        share = ratio(hits, mass)
        if self.unit is None:
            low, high = wilson(share, ratio(mass**2, squares), self.settings.level)
        else:
            low, high = self._bins_over_units(inside, share)
        if not self.settings.replicates:
            low = high = np.full(TENTHS, np.nan)
        return [
            ReliabilityBin(
                at / TENTHS,
                (at + 1) / TENTHS,
                float(mass[at]),
                float(promised[at] / mass[at]),
                float(share[at]),
                finite(low[at]),
                finite(high[at]),
            )
            for at in np.flatnonzero(mass > 0).tolist()
        ]

    def _bins_over_units(self, inside: Ints, share: Floats) -> tuple[Floats, Floats]:
        if self.units < FEWEST_UNITS:
            return np.full(TENTHS, np.nan), np.full(TENTHS, np.nan)
        cell = self._unit_codes() * (TENTHS + 1) + inside
        size = self.units * (TENTHS + 1)
        mass, hits = (
            sums(cell, part, size).reshape(self.units, -1)[:, :-1]
            for part in (self.every.weight, self.every.weight * self.every.right)
        )
        without = ratio(hits.sum(axis=0) - hits, mass.sum(axis=0) - mass)
        ends = np.zeros(TENTHS), np.ones(TENTHS)
        found = Intervals.over_units(share, without, ends, self.settings.level)
        return found.low, found.high

    # The surest items first.

    @cached_property
    def levels(self) -> Ints:
        """Bins at which about each hundredth of all items ends."""
        most = MOST_LEVELS if self.unit is None else max(10, min(MOST_LEVELS, MOST_NUMBERS // max(self.units, 1)))
        until, all_rows = np.cumsum(self.by_bin(self.every.rows)), int(self.every.rows.sum())
        wanted = np.ceil(np.arange(1, most + 1) / most * all_rows)
        found = np.unique(np.searchsorted(until, wanted))
        return np.unique(np.minimum(found, len(self.places) - 1)).astype(np.int64)

    @cached_property
    def nested(self) -> tuple[Floats, Floats, Floats]:
        """Right, all and squared weights of each level and those before it."""
        parts = (self.every.weight * self.every.right, self.every.weight, self.every.weight_sq)
        right, mass, squares = (np.cumsum(self.by_bin(part))[self.levels] for part in parts)
        return right, mass, squares

    @cached_property
    def least(self) -> Floats:
        """The lowest confidence of each bin."""
        lowest = np.full(len(self.places) + 1, np.inf)
        np.fmin.at(lowest, self.at, self.every.least)
        return lowest[:-1]

    def _by_unit(self, values: Floats) -> Floats:
        """Values of entries by unit and level, each level with those before it: (units, levels)."""
        level = np.searchsorted(self.levels, self.at)
        size = len(self.levels) + 1
        flat = sums(self._unit_codes() * size + level, values, self.units * size)
        return np.cumsum(flat.reshape(self.units, size)[:, :-1], axis=1)

    @cached_property
    def lower(self) -> Floats:
        """The lower bound of the accuracy at each level, for all of them together; NaN where there are too few."""
        right, mass, squares = self.nested
        rng = generator(self.settings, NAME)
        low = np.full(len(mass), np.nan)
        enough = mass**2 / squares >= FEWEST_UNITS
        if self.unit is None:
            low[enough] = nested_lower(right[enough], mass[enough], squares[enough], self.settings.level, rng)
            return low
        every = self._by_unit(self.every.weight)
        hits = self._by_unit(self.every.weight * self.every.right)
        low[enough] = nested_lower_over_units(hits[:, enough], every[:, enough], self.settings.level, rng)
        return low

    @cached_property
    def curve(self) -> tuple[CoveragePoint, ...]:
        right, mass, _ = self.nested
        total = float(self.every.weight.sum())
        return tuple(
            CoveragePoint(float(mass[at] / total), float(self.least[level]), float(right[at] / mass[at]), finite(low))
            for at, (level, low) in enumerate(zip(self.levels.tolist(), self.lower, strict=True))
            if mass[at] > 0
        )

    def handover(self, target: float) -> Handover:
        """The largest share whose lower bound reaches the target."""
        right, mass, _ = self.nested
        total = float(self.every.weight.sum())
        shares = ratio(right, mass)
        seems, holds = (np.flatnonzero(each >= target) for each in (np.nan_to_num(shares), np.nan_to_num(self.lower)))
        apparent = float(mass[seems[-1]] / total) if len(seems) else 0.0
        if not len(holds):
            return Handover(target, 0.0, None, 0.0, None, None, apparent, self._why(target))
        at = int(holds[-1])
        level = int(self.levels[at])
        return Handover(
            target,
            float(mass[at] / total),
            float(self.least[level]),
            float(mass[at]),
            float(shares[at]),
            float(self.lower[at]),
            apparent,
            None,
            tuple(self._classes(level)),
        )

    def _classes(self, level: int) -> Sequence[ClassHandover]:
        size, inside = len(self.every.classes), self.at <= level
        weight = self.every.weight
        parts = (weight * inside, weight * inside * self.every.right, weight)
        count, right, total = (sums(self.every.truth, part, size + 1)[:-1] for part in parts)
        return [
            ClassHandover(name, float(count[at]), float(right[at]), float(total[at]))
            for at, name in enumerate(self.every.classes)
            if total[at] > 0
        ]

    def _why(self, target: float) -> str:
        if self.unit is not None and self.units < FEWEST_UNITS:
            return f"{self.units} units do not say how much units vary"
        least = int(np.ceil(log(1 - self.settings.level) / log(target)))
        if self.every.n < least:
            return f"it takes at least {least:,} items, all of them right, to show {percent(target)}"
        return f"no share of the items was shown to be at least {percent(target)} right"

    # The area under the risk-coverage curve.

    def area_interval(self) -> Interval:
        """By replicates of rows, or over units; these are looked at in levels, and the ends moved to the value."""
        settings, metric = self.settings, parse(AREA)
        value = float(metric(self.table))
        if not settings.replicates or (self.unit is not None and self.units < FEWEST_UNITS):
            return NO_INTERVAL
        if self.unit is None:
            low, high = percentile(self._drawn_areas(metric), settings.level)
            return Interval(float(low), float(high), method_name("percentile", units=False))
        hits, mass = (
            np.diff(self._by_unit(part), axis=1, prepend=0.0)
            for part in (self.every.weight * self.every.right, self.every.weight)
        )
        both = np.concatenate([hits, mass - hits], axis=1)
        rough = self._areas(metric, both.sum(axis=0))
        if self.units < MANY_UNITS:
            without = self._areas(metric, both.sum(axis=0) - both)
            found = Intervals.over_units(
                np.array([value]), without[:, None] + (value - rough), bounds_of([metric]), settings.level
            )
            return found[0]
        drawn = [self._areas(metric, part) for part in totals_drawn(both, settings.replicates, self._rng())]
        low, high = percentile(np.concatenate(drawn), settings.level) + (value - rough)
        return Interval(max(float(low), 0.0), float(high), method_name("percentile", units=True))

    def _rng(self) -> np.random.Generator:
        return generator(self.settings, f"{NAME}|area")

    def _drawn_areas(self, metric: Metric) -> Floats:
        """Replicates of rows: a cell for each bin and whether it is right."""
        cells = self.at + np.where(self.every.right, 0, len(self.places) + 1)
        size = 2 * (len(self.places) + 1)
        rows, weight = (sums(cells, part, size) for part in (self.every.rows, self.every.weight))
        kept = np.flatnonzero((rows > 0) & (np.arange(size) % (len(self.places) + 1) < len(self.places)))
        times = times_of_cells(rows[kept], self.settings.replicates, self._rng())
        tables = np.zeros((len(times), size))
        tables[:, kept] = times * (weight[kept] / rows[kept])
        right, wrong = np.split(tables, 2, axis=1)
        return self._areas(metric, np.concatenate([right[:, :-1], wrong[:, :-1]], axis=1))

    @staticmethod
    def _areas(metric: Metric, both: Floats) -> Floats:
        right, wrong = np.split(both, 2, axis=-1)
        unknown = np.asarray(np.nan)
        return metric(ConfidenceTable(np.zeros(right.shape[-1]), right, wrong, unknown, unknown))
