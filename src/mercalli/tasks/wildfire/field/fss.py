"""High severity by neighbourhoods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.wildfire.neighbourhoods import neighbourhoods

if TYPE_CHECKING:
    from mercalli.estimates.settings import Settings
    from mercalli.stats.fractions import TileFractions
    from mercalli.stats.tile_sums import TileSums
    from mercalli.tasks.wildfire.codes import Reading
    from mercalli.tasks.wildfire.field.strips import Again, FieldStrip
    from mercalli.tasks.wildfire.over_units import FieldNumbers


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

    def numbers(self, settings: Settings, again: Again) -> FieldNumbers:  # noqa: ARG002 - as every pass
        """Scores by window."""
        return neighbourhoods(self.tiles, settings)
