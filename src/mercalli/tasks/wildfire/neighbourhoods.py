"""Neighbourhoods: the fractions skill score by window, and the smallest window in which it is of use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.whole_numbers import whole_numbers
from mercalli.metrics.maps.fractions_skill_score import fractions_skill_score
from mercalli.metrics.ratio import ratio
from mercalli.stats.fractions import Fractions, TileFractions
from mercalli.tasks.wildfire.over_units import over_units
from mercalli.tasks.wildfire.passes import Found, quantity
from mercalli.tasks.wildfire.result import FieldTable, Quantity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats
    from mercalli.stats.tile_sums import TileSums
    from mercalli.tasks.wildfire.codes import Reading
    from mercalli.tasks.wildfire.passes import Again, FieldStrip

TITLE = "Fractions skill score by window (cells on a side)"
HEADER = ("window", "FSS", "low", "high")
NEVER_USEFUL = "there is no window from which on all reach the useful score"


def check_windows(windows: Sequence[int] | int) -> tuple[int, ...]:
    """Refuse windows of no cells."""
    return tuple(sorted(set(whole_numbers("windows", windows, least=1, some=True))))


class FssPass:
    """High severity in both maps, by tile and window."""

    def __init__(self, tiles: TileFractions, observed: Reading, model: Reading) -> None:
        """How each map is read."""
        self.tiles, self.observed, self.model = tiles, observed, model

    @property
    def sums(self) -> TileSums:
        """By tile."""
        return self.tiles.sums

    def add(self, strip: FieldStrip) -> None:
        """The next rows."""
        truth = self.observed.binary(strip.values, strip.known).positive
        pred = self.model.binary(strip.answers, strip.known).positive
        self.tiles.add(strip.start, truth & strip.known, pred & strip.known, strip.known)

    def found(self, settings: Settings, again: Again) -> Found:  # noqa: ARG002 - as every pass
        """Scores by window."""
        return neighbourhoods(self.tiles, settings)


def neighbourhoods(tiles: TileFractions, settings: Settings) -> Found:
    """The score of every window with its interval, and from which window on it is of use."""
    base, useful, *scores = over_units(tiles.sums.units, _numbers, settings, "fss")
    rows = tuple(
        (float(side), each.value, each.low, each.high) for side, each in zip(tiles.windows, scores, strict=True)
    )
    table = FieldTable(TITLE, HEADER, rows)
    skilful = table.useful_from(useful.value)
    return Found(
        (
            quantity("base_rate", "share observed", base),
            quantity("useful", "useful from a score of", useful),
            Quantity(
                "useful_window", "smallest useful window", skilful, "cells", NEVER_USEFUL if skilful is None else None
            ),
        ),
        table,
        tuple(_wide(rows, tiles.sums.side)),
    )


def useful_score(found: Found) -> float | None:
    """From which score on it is of use."""
    return next(each.value for each in found.quantities if each.name == "useful")


def _wide(rows: Sequence[tuple[float | None, ...]], side: int) -> list[str]:
    """Whether windows with an interval reach so far that tiles are no units of their own."""
    wide = [window for window, _, low, _ in rows if low is not None and window is not None and 2 * window > side]
    if not wide:
        return []
    return [
        f"Windows from {wide[0]:.0f} cells on reach beyond half a tile of {side}, so that tiles share cells: their "
        f"intervals are too narrow. Larger tiles help."
    ]


def _numbers(sums: Floats) -> Floats:
    """The base rate, from where on a score is of use, and the score of every window: (..., 2 + windows)."""
    base = ratio(sums[..., 1], sums[..., 0])
    scores = fractions_skill_score(Fractions(sums[..., 2::2], sums[..., 3::2]))
    return np.concatenate([base[..., None], 0.5 + base[..., None] / 2, scores], axis=-1)
