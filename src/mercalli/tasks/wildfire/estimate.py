"""Measures of 2 x 2 tables of a fire, of neighbourhoods and of other sums, with intervals over tiles or other units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from mercalli.errors import SettingError
from mercalli.estimates.confusion import can_resample, generator, with_wilson
from mercalli.estimates.intervals import LEFT_OUT, Intervals, finite, sampled_intervals
from mercalli.estimates.measure import measure_of
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.estimates.whole_numbers import whole_numbers
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import PER_CLASS, Metric, parse
from mercalli.metrics.maps.fractions_skill_score import fractions_skill_score
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.stats.confusion import Confusion
from mercalli.stats.fractions import Fractions, TileFractions
from mercalli.stats.sample import Sample
from mercalli.stats.tiles import CLASSES, PLACES, SHAPE
from mercalli.tasks.wildfire.kpis import BESIDE, SIX, kpis_of
from mercalli.tasks.wildfire.notes import fire_notes
from mercalli.tasks.wildfire.result import Exclusion, FieldTable, FireCounts, FireReport, Quantity
from mercalli.uncertainty.few_units import MANY_UNITS
from mercalli.uncertainty.resample import replicates, totals_drawn

LIKES = ("firebench",)
BASELINE, ALL_POSITIVE, OBSERVED_RATE = "all_negative", "all_positive", "observed_rate"
EXACT = 12  # decimals of what guessing gets, beyond which there is only rounding
SHARE = (0.0, 1.0)  # the range of a share
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
    """Every metric with its interval, and its value if nothing were predicted, everything, or guessed at the rate.

    `over` is what is resampled; `drawn` are tables of other draws, if those are not simply of the sample's units.
    """
    metrics = fire_metrics()
    panel = Panel(metrics, len(sample.classes), settings.like)
    confusion = sample.confusions[0]
    values, none, *guesses = panel(Confusion(np.stack([confusion.cells, *_trivial(confusion)]), sample.classes))
    trivial = [none, *(np.round(each, EXACT) + 0.0 for each in guesses)]
    enough = settings.replicates and (drawn is not None or can_resample(sample))
    if not enough:
        intervals = Intervals.none(len(values))
    elif drawn is None and sample.unit is not None:
        intervals = _over_tiles(sample, panel, settings, values, name, over)
    else:
        tables = _rows_drawn(sample, settings, name) if drawn is None else drawn
        intervals = _intervals(sample, panel, settings, values, tables, over)
    places = [(metric, place_in(panel, metric)) for metric in metrics]
    rules = (BASELINE, ALL_POSITIVE, OBSERVED_RATE)
    return tuple(
        measure_of(
            metric,
            values[at],
            intervals[at],
            n=sample.n,
            baselines={rule: each[at] for rule, each in zip(rules, trivial, strict=True)},
            trivial=BASELINE,
        )
        for metric, at in places
    )


def _trivial(confusion: Confusion) -> Iterator[Floats]:
    """The tables of predicting none, all, and as many as were observed whatever the place."""
    rate = confusion.merged(-1).prior()[HIGH]
    for share in (0.0, 1.0, rate):
        yield confusion.as_if(np.array([[1 - share, share]])).cells


def fire_report(
    kind: str,
    name: str,
    sample: Sample,
    settings: Settings,
    *,
    excluded: tuple[Exclusion, ...],
    notes: Iterable[str],
    digest: str,
    over: str = "tiles",
    sampled: Callable[[Sample], None] | None = None,
) -> FireReport:
    """What is told of one model of cells or of structures alike; `sampled` is called with the sample."""
    if sampled is not None:
        sampled(sample)
    measures = fire_measures(sample, settings, "overall", over)
    tn, fp, fn, tp = (int(n) for n in sample.rows.reshape(-1, len(PLACES)).sum(axis=0))
    return FireReport(
        name=name,
        n=sample.n,
        counts=FireCounts(tp, fp, fn, tn),
        areas=None,
        excluded=excluded,
        measures=measures,
        kpis=kpis_of(kind, {each.metric: each.value for each in measures}),
        units=sample.units,
        notes=(*notes, *fire_notes(measures, sample, settings)),
        digest=digest,
    )


def place_in(panel: Panel, metric: Metric) -> int:
    """Where the value of a metric stands, of the class that counts if it has one for each."""
    start: int = panel.places[metric.text].start
    return start + (HIGH if metric.needs == PER_CLASS else 0)


def _intervals(  # noqa: PLR0917 - values, and how other draws of them are made
    sample: Sample, panel: Panel, settings: Settings, values: Floats, tables: Iterable[Confusion], over: str
) -> Intervals:
    drawn = np.concatenate([panel(each) for each in tables])
    if sample.unit is not None:
        return Intervals.percentile(drawn, settings.level, f"percentile over {over}")
    intervals = Intervals.percentile(drawn, settings.level, "percentile")
    found = with_wilson(intervals, sample.confusions[0], panel, values=values, drawn=drawn, level=settings.level)
    return replace(found, methods=intervals.methods)


def _rows_drawn(sample: Sample, settings: Settings, name: str) -> Iterator[Confusion]:
    """Tables of structures drawn one by one, in blocks."""
    yield from (tables[0] for tables in replicates(sample, settings.replicates, generator(settings, name)))


def _over_tiles(  # noqa: PLR0917 - values, and how those of other tiles are made
    sample: Sample, panel: Panel, settings: Settings, values: Floats, name: str, over: str
) -> Intervals:
    """Each of few tiles is left out in turn; four counts for each of many are drawn by one product of matrices."""
    tiles = sample.rows.reshape(sample.units, -1)
    found = sampled_intervals(
        values,
        lambda: np.concatenate(
            [panel(tables_of(each)) for each in totals_drawn(tiles, settings.replicates, generator(settings, name))]
        ),
        lambda: panel(tables_of(tiles.sum(axis=0) - tiles)),
        level=settings.level,
        units=sample.units,
        bounds=panel.bounds,
    )
    return replace(found, methods=[method_over(sample.units, over)] * len(values))


def method_over(units: int, over: str) -> str:
    """How intervals over so many tiles, steps or fires are made.

    >>> method_over(40, "tiles"), method_over(400, "tiles")
    ('t over units left out in turn', 'percentile over tiles')
    """
    return LEFT_OUT if units < MANY_UNITS else f"percentile over {over}"


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


def over_units(
    units: Floats,
    numbers: Callable[[Floats], Floats],
    settings: Settings,
    name: str,
    ranges: Sequence[tuple[float, float]] = (),
) -> list[Ends]:
    """What `numbers` makes of sums (..., K) as (..., M): of all units (T, K), and of other units like them.

    `ranges` are those of the first numbers; the others have no bounds.
    """
    whole = units.sum(axis=0)
    values, free = numbers(whole), (-inf, inf)
    low = high = np.full_like(values, np.nan)
    if settings.replicates:
        ends = np.array([*ranges, *[free] * (len(values) - len(ranges))]).T
        found = sampled_intervals(
            values,
            lambda: np.concatenate(
                [numbers(block) for block in totals_drawn(units, settings.replicates, generator(settings, name))]
            ),
            lambda: numbers(whole - units),
            level=settings.level,
            units=len(units),
            bounds=(ends[0], ends[1]),
        )
        low, high = found.low, found.high
    each_end = zip(values.tolist(), low.tolist(), high.tolist(), strict=True)
    return [Ends(*map(finite, each)) if np.isfinite(each[0]) else Ends(None) for each in each_end]


def check_windows(windows: Sequence[int] | int) -> tuple[int, ...]:
    """Refuse windows of no cells."""
    return tuple(sorted(set(whole_numbers("windows", windows, least=1, some=True))))


def neighbourhoods(tiles: TileFractions, settings: Settings) -> FieldNumbers:
    """The score of every window with its interval, and from which window on it is of use."""
    ranges = [SHARE] * (2 + len(tiles.windows))
    base, useful, *scores = over_units(tiles.sums.units, _numbers, settings, "fss", ranges)
    rows = tuple(
        (float(side), each.value, each.low, each.high) for side, each in zip(tiles.windows, scores, strict=True)
    )
    table = FieldTable("Fractions skill score by window (cells on a side)", ("window", "FSS", "low", "high"), rows)
    return FieldNumbers(
        (
            base.quantity("base_rate", "share observed"),
            useful.quantity("useful", "useful from a score of"),
            Ends(table.useful_from(useful.value)).quantity(
                "useful_window",
                "smallest useful window",
                "cells",
                "there is no window from which on all reach the useful score",
            ),
        ),
        table,
        tuple(_wide(rows, tiles.sums.side)),
    )


def _wide(rows: Sequence[tuple[float | None, ...]], side: int) -> Iterator[str]:
    """Whether windows with an interval reach so far that tiles are no units of their own."""
    wide = [window for window, _, low, _ in rows if low is not None and window is not None and 2 * window > side]
    if wide:
        yield (
            f"Windows of {wide[0]:.0f} cells or more reach beyond half a tile of {side}, so tiles share cells: their "
            f"intervals are too narrow. Larger tiles help."
        )


def _numbers(sums: Floats) -> Floats:
    """The base rate, from where on a score is of use, and the score of every window: (..., 2 + windows)."""
    base = ratio(sums[..., 1], sums[..., 0])
    return np.concatenate([base[..., None], 0.5 + base[..., None] / 2, fss_by_window(sums)], axis=-1)


def fss_by_window(sums: Floats) -> Floats:
    """The fractions skill score of every window: (..., windows)."""
    return fractions_skill_score(Fractions(sums[..., 2::2], sums[..., 3::2]))


def window_name(window: float) -> str:
    """What the score of a window is called.

    >>> window_name(9)
    'FSS (9 cells)'
    """
    return f"FSS ({window:.0f} {'cell' if window == 1 else 'cells'})"
