"""One pass over two maps, a strip of rows at a time: counts by tile, what is excluded and why, and a small map."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.estimates.progress import Progress
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.grid import Grid, to_east_north
from mercalli.io.maps.geo import north_of
from mercalli.io.maps.rasters import Raster, Strip
from mercalli.stats.fractions import TileFractions
from mercalli.stats.tiles import HIGHEST_STRIP, TileCounts
from mercalli.tasks.wildfire.codes import Reading
from mercalli.tasks.wildfire.result import MOST_CELLS, Exclusion, FireAreas, FireMap

MAP_CELLS = 480
MOST_CODES = 5  # that are told
SILENT = "no data in the model"
REST, FALSE, MISSED, HIT, UNSEEN = range(5)

NORTH_ENOUGH = 3.0  # degrees from north that nobody sees


@dataclass(frozen=True)
class Side:
    """A map and how its values are read."""

    raster: Raster
    reading: Reading


@dataclass
class CellsLeft:
    """How many cells count, and how many do not, by reason; with the codes that are a reason."""

    known: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    codes: dict[str, set[float]] = field(default_factory=dict)

    def narrow(self, known: Bools, reason: str, part: Bools | None, codes: NDArray[Any] | None = None) -> None:
        """Leave out, in place, what is not in a part; the codes of what is left out are a reason, if they are given."""
        self.reasons.setdefault(reason, 0)
        if part is None:
            return
        if codes is not None:
            self.codes.setdefault(reason, set()).update(np.unique(codes[known & ~part]).tolist())
        before = int(np.count_nonzero(known))
        np.logical_and(known, part, out=known)
        self.reasons[reason] += before - int(np.count_nonzero(known))

    @property
    def excluded(self) -> tuple[Exclusion, ...]:
        """What does not count, in the order in which it was left out."""
        return tuple(Exclusion(f"{reason}{self._told(reason)}", n) for reason, n in self.reasons.items() if n)

    def _told(self, reason: str) -> str:
        codes = [f"{code:g}" for code in sorted(self.codes.get(reason, ()))]
        more = ["..."] if len(codes) > MOST_CODES else []
        return f" ({', '.join(codes[:MOST_CODES] + more)})" if codes else ""


@dataclass
class FirePass:
    """What one pass finds.

    `odd` counts codes of the model that mean in the observation that nobody looked, and `infinite` cells of the
    observation and of the model.
    """

    grid: Grid
    tiles: TileCounts
    left: CellsLeft = field(default_factory=CellsLeft)
    odd: int = 0
    infinite: list[int] = field(default_factory=lambda: [0, 0])
    rows: list[NDArray[np.uint8]] = field(default_factory=list)
    fractions: TileFractions | None = None

    def add(self, start: int, truth: Bools, pred: Bools, known: Bools, area: Floats | None) -> None:
        """What is counted of a strip, and its cells that are on the small map."""
        self.tiles.add(start, truth, pred, known, area)
        if self.fractions is not None:
            self.fractions.add(start, truth, pred, known)
        row, column = (min(self.step // 2, side - 1) for side in self.grid.shape)
        drawn = np.s_[(row - start) % self.step :: self.step, column :: self.step]
        code = pred[drawn].astype(np.uint8) * FALSE + truth[drawn] * np.uint8(MISSED)
        code[~known[drawn]] = UNSEEN
        self.rows.append(code)

    @property
    def step(self) -> int:
        """Every so many cells one is drawn."""
        return max(1, -(-max(self.grid.shape) // MAP_CELLS))

    @property
    def n(self) -> int:
        """How many cells count."""
        return int(self.tiles.counts.total)

    @property
    def areas(self) -> FireAreas | None:
        """The same in hectares, if the cells have a size; differences of sums may fall below zero by rounding."""
        if self.grid.area_ha() is None:
            return None
        area = self.tiles.hectares
        return FireAreas(*(round(max(float(part), 0.0), 6) for part in (area.tp, area.fp, area.fn, area.tn)))

    def small_map(self) -> FireMap:
        """What was drawn, north up."""
        drawn = np.concatenate([row for row in self.rows if row.size] or [np.zeros((0, 0), np.uint8)])
        return small_map(drawn, self.grid, self.step)


def strips(rows: int, side: int) -> Iterator[tuple[int, int]]:
    """Stretches of rows that lie in one row of tiles and are not too high."""
    for top in range(0, rows, side):
        bottom = min(top + side, rows)
        yield from ((start, min(start + HIGHEST_STRIP, bottom)) for start in range(top, bottom, HIGHEST_STRIP))


def fire_pass(
    sides: tuple[Side, Side],
    side: int,
    windows: tuple[int, ...],
    domain: Callable[[int, int], Bools] | None,
    progress: Progress,
) -> FirePass:
    """Everything that is counted of an observation and a model."""
    observed, model = sides
    grid = observed.raster.grid
    fractions = TileFractions(grid.shape, side, windows) if windows else None
    counts = FirePass(grid, TileCounts.empty(grid.shape, side), fractions=fractions)
    area = grid.area_ha()
    for start, stop in strips(grid.shape[0], side):
        known = np.ones((stop - start, grid.shape[1]), np.bool_)
        counts.left.narrow(known, "outside the domain", None if domain is None else domain(start, stop))
        truth, pred = _strip(observed, model, (start, stop), known, counts)
        counts.add(start, truth, pred, known, None if area is None else area[start:stop])
        progress(f"counting {model.raster.name}", stop, grid.shape[0])
    return counts


def _strip(observed: Side, model: Side, rows: tuple[int, int], known: Bools, counts: FirePass) -> tuple[Bools, Bools]:
    """What is high in each map of a strip; `known` is narrowed to what counts, and nothing else is high."""
    (values, seen), (answers, answered) = (
        _finite(side, rows, known, counts.infinite, at) for at, side in enumerate((observed, model))
    )
    truth, pred = observed.reading.binary(values, seen), model.reading.binary(answers, answered)
    codes = ", ".join(map(str, observed.reading.missing))
    counts.left.narrow(known, "no data in the observation", seen)
    counts.left.narrow(known, f"not observed (code {codes})", truth.known)
    counts.left.narrow(known, SILENT, pred.known)
    counts.odd += observed.reading.shared(answers, known) if model.reading.has_codes else 0
    return truth.positive & known, pred.positive & known


def answered(models: Sequence[Side], start: int, stop: int) -> Bools:
    """The cells of a strip for which every model has an answer."""
    strips = ((side.reading, *side.raster.read(start, stop)) for side in models)
    sides = [reading.binary(values, reading.finite(values, seen)) for reading, values, seen in strips]
    known = np.ones(sides[0].positive.shape, np.bool_)
    for each in sides:
        if each.known is not None:
            known &= each.known
    return known


def _finite(side: Side, rows: tuple[int, int], known: Bools, counts: list[int], at: int) -> Strip:
    """A strip in which infinite numbers, if numbers are read, were not seen; those inside the domain are counted."""
    values, seen = side.raster.read(*rows)
    there = side.reading.finite(values, seen)
    if there is not seen:
        counts[at] += int(np.count_nonzero(np.isinf(values) & known))
    return values, there


def small_map(codes: NDArray[np.uint8], grid: Grid, step: int) -> FireMap:
    """Codes of every `step`th cell of a grid as a map, north up, whichever way the rows run or the map is turned."""
    if grid.transform is not None and abs(_off_north(grid)) > NORTH_ENOUGH:
        return _turned(codes, grid, step)
    a, _, _, _, e, _ = grid.transform or (1.0, 0.0, 0.0, 0.0, -1.0, 0.0)
    upright = np.ascontiguousarray(codes[:: 1 if e < 0 else -1, :: 1 if a > 0 else -1])
    return FireMap(len(upright), upright.shape[1], step, *sides_m(grid), packed(upright))


def sides_m(grid: Grid) -> tuple[float | None, float | None]:
    """Width and height of a cell in metres, in the middle of the map."""
    across = grid.metres_across()
    if across is None:
        return None, None
    areas = grid.area_ha()
    area = 0.0 if areas is None else float(areas[len(areas) // 2]) * 10_000
    return across, area / across


def packed(codes: NDArray[Any]) -> str:
    """Small numbers as text."""
    return base64.b64encode(zlib.compress(codes.tobytes(), 6)).decode("ascii")


def unpacked(text: str, kind: str) -> Any:  # noqa: ANN401 - an array of that kind
    """Small numbers from text; no more of them than a map has, whatever somebody packed."""
    most = MOST_CELLS * np.dtype(kind).itemsize
    return np.frombuffer(zlib.decompressobj().decompress(base64.b64decode(text), most), dtype=kind)


def _off_north(grid: Grid) -> float:
    """Degrees between the direction in which rows are stacked and north, in the middle of the map."""
    _, b, _, _, e, _ = grid.transform or (1.0, 0.0, 0.0, 0.0, -1.0, 0.0)
    way = -1 if e <= 0 else 1
    up = float(np.degrees(np.arctan2(way * b, way * e)))
    return (up - north_of(grid.crs, *grid.corners().mean(axis=0)) + 180) % 360 - 180


def _turned(codes: NDArray[np.uint8], grid: Grid, step: int) -> FireMap:
    """The same cells looked up from a grid that has north at the top; what lies outside was not observed."""
    a, b, x, d, e, y = grid.transform or (1.0, 0.0, 0.0, 0.0, -1.0, 0.0)
    spin = to_east_north(north_of(grid.crs, *grid.corners().mean(axis=0)))
    size = min(grid.cell_size()) * step
    around = (grid.corners() - (x, y)) @ spin
    low, high = around.min(axis=0), around.max(axis=0)
    columns, rows = (max(1, round(each)) for each in ((high - low) / size).tolist())
    east, north = np.meshgrid(low[0] + (np.arange(columns) + 0.5) * size, high[1] - (np.arange(rows) + 0.5) * size)
    places = np.stack([east, north], axis=-1) @ spin.T @ np.linalg.inv([[a, d], [b, e]]) / step
    column, row = np.floor(places).astype(np.int64).transpose(2, 0, 1)
    inside = (row >= 0) & (row < codes.shape[0]) & (column >= 0) & (column < codes.shape[1])
    turned = np.full((rows, columns), UNSEEN, np.uint8)
    turned[inside] = codes[row[inside], column[inside]]
    square = replace(grid, transform=(size / step, 0.0, x, 0.0, -size / step, y))
    return FireMap(rows, columns, step, *sides_m(square), packed(turned))
