"""Forests: blocks of values with their intervals, a row for each system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, floor
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.results.measure import BandCard, Measure
from mercalli.telling.axes import ticks
from mercalli.telling.figures.theme import BLACK, INK, MUTED, PAPER, RULE, Style, band_shade
from mercalli.text.numbers import tick_text, value_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


UNDEFINED = "undefined"
ROUNDING = 1e-9
Limits = tuple[float, float]
Ticks = dict[float, str]


@dataclass(frozen=True)
class Block:
    """One thing measured on every system.

    Attributes:
        title: What is measured.
        remark: What else to know of it, in small.
        measures: One for each system.
        ends: The lowest and highest value there can be, None where there is no bound.
        bands: Named stretches of values, best first.
        companions: Further measures of each system, without which these should not be read.
        baseline: Whether what a trivial model gets is worth a mark.
    """

    title: str
    remark: str
    measures: tuple[Measure, ...]
    ends: tuple[float | None, float | None] = (0.0, 1.0)
    bands: tuple[BandCard, ...] = ()
    companions: Mapping[str, tuple[Measure, ...]] = field(default_factory=dict[str, "tuple[Measure, ...]"])
    baseline: bool = True

    @property
    def is_share(self) -> bool:
        """Whether values lie between -1 and 1, so that blocks can have an axis in common."""
        low, high = self.ends
        return low is not None and high is not None and low >= -1 and high <= 1

    def points(self) -> Iterator[float]:
        """Every number that is drawn."""
        for measure in self.measures:
            majority = measure.baselines.get("majority") if self.baseline else None
            yield from (each for each in (measure.value, measure.low, measure.high, majority) if each is not None)
        yield from (each.value for others in self.companions.values() for each in others if each.value is not None)

    @property
    def undefined(self) -> str:
        """Why values are missing; nothing if none is."""
        return " or ".join(sorted({measure.undefined for measure in self.measures if measure.undefined}))


@dataclass(frozen=True)
class Forest:
    """Blocks over the same systems."""

    names: tuple[str, ...]
    blocks: tuple[Block, ...]

    @cached_property
    def limits(self) -> list[Limits]:
        """The ends of each block's axis: one for all shares, from 0 to 1 or more, and one for each other block."""
        points = [each for block in self.blocks if block.is_share for each in block.points()]
        shares = rounded([*points, 0.0, 1.0])
        return [shares if block.is_share else _padded(block.points()) for block in self.blocks]

    @cached_property
    def close_limits(self) -> list[Limits]:
        """The ends of each block's axis, no wider than what is drawn."""
        return [rounded(block.points()) if block.is_share else _padded(block.points()) for block in self.blocks]


def rounded(points: Iterable[float]) -> Limits:
    """Tenths around points.

    >>> rounded([0.31, 0.78])
    (0.3, 0.8)
    """
    reach = list(points) or [0.0, 1.0]
    low, high = floor(10 * min(reach) + ROUNDING), ceil(10 * max(reach) - ROUNDING)
    return low / 10, max(high, low + 1) / 10


def _padded(points: Iterable[float]) -> Limits:
    """A little more than the points take."""
    reach = list(points) or [0.0, 1.0]
    low, high = min(reach), max(reach)
    pad = 0.05 * ((high - low) or abs(high) or 1.0)
    return low - pad, high + pad


def measure_text(measure: Measure, *, interval: bool) -> str:
    """A value, with both ends of its interval if asked for and there is one."""
    if measure.value is None:
        return UNDEFINED
    value = value_text(measure.value)
    if not interval or measure.low is None or measure.high is None:
        return value
    return f"{value} [{value_text(measure.low)}, {value_text(measure.high)}]"


def draw_block(axes: Axes, block: Block, limits: Limits, styles: Sequence[Style], most: int) -> Ticks:
    """Bands, grid, and the row of each system, first on top; the texts of the grid, by how far to the right it is."""
    rows, places = np.arange(len(block.measures)), ticks(*limits, most)
    low, high = _opened(limits)
    axes.set(xlim=(low, high), ylim=(len(rows) - 0.5, -0.5))
    _draw_bands(axes, block.bands, limits)
    axes.vlines(places, 0, 1, transform=axes.get_xaxis_transform(), colors=RULE, linewidths=0.6, zorder=0.5)
    if block.baseline:
        trivial = _places(measure.baselines.get("majority") for measure in block.measures)
        axes.vlines(trivial, rows - 0.5, rows + 0.5, colors=INK, linewidths=1.3, linestyles=(0, (2, 1)), zorder=2)
    for others in block.companions.values():
        floors = _places(measure.value for measure in others)
        axes.plot(floors, rows, ">", markersize=5, markerfacecolor=PAPER, markeredgecolor=MUTED, zorder=2)
    _draw_measures(axes, block.measures, styles)
    return {(place - low) / (high - low): tick_text(place) for place in places}


def _opened(limits: Limits) -> Limits:
    """Room for a mark that stands at an end."""
    pad = 0.015 * (limits[1] - limits[0])
    return limits[0] - pad, limits[1] + pad


def _draw_bands(axes: Axes, bands: Sequence[BandCard], limits: Limits) -> None:
    for at, (_, low, high) in enumerate(band_spans(bands, limits)):
        shade = band_shade(at, len(bands))
        axes.axvspan(low, high, facecolor=shade, edgecolor=PAPER, linewidth=1.0, zorder=0)


def band_spans(bands: Sequence[BandCard], limits: Limits) -> list[tuple[BandCard, float, float]]:
    """Where each band begins and ends within the limits, best first."""
    tops = [limits[1], *(band.lower for band in bands)]
    spans = [(band, max(band.lower, limits[0]), min(top, limits[1])) for band, top in zip(bands, tops, strict=False)]
    return [(band, low, max(low, high)) for band, low, high in spans]


def _places(values: Iterable[float | None]) -> Floats:
    """Where marks stand; matplotlib draws none where there is no value."""
    return np.array(list(values), np.float64)


def _draw_measures(axes: Axes, measures: Sequence[Measure], styles: Sequence[Style]) -> None:
    """Intervals with their ends, and values upon them; as few artists as can be, because each takes its time."""
    rows, sizes = np.arange(len(measures)), np.array([style.size for style in styles])
    lows, highs = _places(each.low for each in measures), _places(each.high for each in measures)
    axes.hlines(rows, lows, highs, colors=INK, linewidths=sizes / 2, zorder=3)
    axes.hlines(rows, lows, highs, colors=[style.color for style in styles], linewidths=sizes / 2 - 1.2, zorder=3)
    ends = np.concatenate([lows, highs])
    axes.plot(ends, np.tile(rows, 2), "|", color=INK, markersize=styles[0].size, markeredgewidth=1.1, zorder=3)
    values = _places(each.value for each in measures)
    for style in dict.fromkeys(styles):
        alike = [row for row, each in enumerate(styles) if each == style]
        edge = PAPER if style.color == BLACK else INK
        mark: dict[str, Any] = {"markersize": style.size, "markerfacecolor": style.color, "markeredgecolor": edge}
        axes.plot(values[alike], alike, style.marker, markeredgewidth=0.8, zorder=4, clip_on=False, **mark)
