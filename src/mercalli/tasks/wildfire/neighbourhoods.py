"""Neighbourhoods: the fractions skill score by window, and the smallest window in which it is of use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.whole_numbers import whole_numbers
from mercalli.metrics.maps.fractions_skill_score import fractions_skill_score
from mercalli.metrics.ratio import ratio
from mercalli.stats.fractions import Fractions
from mercalli.tasks.wildfire.estimate import Ends, FieldNumbers, over_units
from mercalli.tasks.wildfire.result import FieldTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats
    from mercalli.stats.fractions import TileFractions

TITLE = "Fractions skill score by window (cells on a side)"
HEADER = ("window", "FSS", "low", "high")
NEVER_USEFUL = "there is no window from which on all reach the useful score"


def check_windows(windows: Sequence[int] | int) -> tuple[int, ...]:
    """Refuse windows of no cells."""
    return tuple(sorted(set(whole_numbers("windows", windows, least=1, some=True))))


def neighbourhoods(tiles: TileFractions, settings: Settings) -> FieldNumbers:
    """The score of every window with its interval, and from which window on it is of use."""
    base, useful, *scores = over_units(tiles.sums.units, _numbers, settings, "fss")
    rows = tuple(
        (float(side), each.value, each.low, each.high) for side, each in zip(tiles.windows, scores, strict=True)
    )
    table = FieldTable(TITLE, HEADER, rows)
    window = Ends(table.useful_from(useful.value))
    return FieldNumbers(
        (
            base.quantity("base_rate", "share observed"),
            useful.quantity("useful", "useful from a score of"),
            window.quantity("useful_window", "smallest useful window", "cells", NEVER_USEFUL),
        ),
        table,
        tuple(_wide(rows, tiles.sums.side)),
    )


def _wide(rows: Sequence[tuple[float | None, ...]], side: int) -> Iterator[str]:
    """Whether windows with an interval reach so far that tiles are no units of their own."""
    wide = [window for window, _, low, _ in rows if low is not None and window is not None and 2 * window > side]
    if wide:
        yield (
            f"Windows from {wide[0]:.0f} cells on reach beyond half a tile of {side}, so that tiles share cells: their "
            f"intervals are too narrow. Larger tiles help."
        )


def _numbers(sums: Floats) -> Floats:
    """The base rate, from where on a score is of use, and the score of every window: (..., 2 + windows)."""
    base = ratio(sums[..., 1], sums[..., 0])
    scores = fractions_skill_score(Fractions(sums[..., 2::2], sums[..., 3::2]))
    return np.concatenate([base[..., None], 0.5 + base[..., None] / 2, scores], axis=-1)
