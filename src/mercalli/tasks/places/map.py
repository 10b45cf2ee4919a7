"""The map of observed over expected errors, as one SVG file without anything from the net."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, log2, radians, sqrt

from markupsafe import Markup

from mercalli.inputs.keys.over_place import EAST, MOST_LONGITUDE, NORTH
from mercalli.tasks.places.data import SMALL, crosses_180
from mercalli.tasks.places.result import Line, Places, PlaceSlice
from mercalli.telling.axes import round_step
from mercalli.telling.figures.theme import INK, MUTED, PAPER, RIGHT, RULE, WRONG

MAP = "map.svg"
WIDE, PAD, FOOT, LEAST_HIGH, MOST_HIGH = 760, 16, 118, 220, 1100
FULL = log2(3)  # a ratio of 3, or a third, has the full colour
LEAST_CELL = 5.0  # pixels
SMALL_SHARE = 0.3  # of the colour, where nothing much can be told
DOT, MOST_DOT = 1.6, 11.0  # the radius of one miss, and the largest
MARKS = (1 / 3, 0.5, 1.0, 2.0, 3.0)


@dataclass(frozen=True)
class Ground:
    """From degrees to pixels."""

    west: float
    north: float
    east_scale: float
    scale: float
    high: float
    turned: bool

    @classmethod
    def of(cls, cells: Sequence[PlaceSlice], width: float) -> Ground:
        """All cells and some room; around 180 degrees longitudes go on."""
        lat, lon = ([each for part in cells if (each := getattr(part, name)) is not None] for name in ("lat", "lon"))
        turned = crosses_180(lon)
        lon = [each % MOST_LONGITUDE if turned else each for each in lon]
        per_degree = EAST * cos(radians((min(lat) + max(lat)) / 2))
        across, down = (max(lon) - min(lon)) * per_degree + 2 * width, (max(lat) - min(lat)) * NORTH + 2 * width
        scale = min((WIDE - 2 * PAD) / across, MOST_HIGH / down)
        west = (min(lon) + max(lon)) / 2 - WIDE / 2 / scale / per_degree
        high = max(LEAST_HIGH, down * scale)
        north = (min(lat) + max(lat)) / 2 + high / 2 / scale / NORTH
        return cls(west, north, per_degree, scale, high, turned)

    def place(self, lat: float, lon: float) -> tuple[float, float]:
        """Across and down."""
        return (
            round(((lon % MOST_LONGITUDE if self.turned else lon) - self.west) * self.east_scale * self.scale, 1),
            round(PAD + (self.north - lat) * NORTH * self.scale, 1),
        )


def colour(ratio: float, share: float = 1.0) -> str:
    """Blue below 1, white at 1, orange above; the full colour at three times or a third, or a share of it.

    >>> colour(1.0), colour(3.0), colour(0.0)
    ('#ffffff', '#d55e00', '#0072b2')
    """
    strength = 1.0 if ratio <= 0 else min(abs(log2(ratio)) / FULL, 1.0)
    strength *= share
    end = WRONG if ratio > 1 else RIGHT
    parts = [int(end[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - strength * (255 - part)):02x}" for part in parts)


def map_drawing(result: Places) -> str:
    """The first system: cells, misses as dots, outlines, a scale, and what the colours mean."""
    system, width = result.systems[0], result.width or 1.0
    cells = [part for part in system.parts(result.parts[0]) if part.lat is not None and part.lon is not None]
    ground = Ground.of(cells, width)
    high = round(ground.high + 2 * PAD + FOOT)
    head = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" '
        'font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" fill="{2}"><title>{3}</title>'
        '<defs><pattern id="few" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path d="M0 0V5" stroke="{4}" stroke-width="1.2"/></pattern></defs>'
        '<rect width="{0}" height="{1}" fill="{5}"/>'
    )
    title = f"Observed over expected errors of {system.name} in cells of {width:g} km"
    parts = [
        *_outlines(result.outlines, ground),
        *(mark for cell in cells for mark in _cell(cell, ground, width)),
        *_dots(cells, ground, urgent=bool(result.urgent)),
        *_legend(ground, width, urgent=bool(result.urgent)),
    ]
    return str(head.format(WIDE, high, INK, title, MUTED, PAPER) + Markup("").join(parts) + Markup("</svg>\n"))


def _outlines(lines: Sequence[Line], ground: Ground) -> Iterator[Markup]:
    for line in lines:
        points = " ".join("{:g},{:g}".format(*ground.place(lat, lon)) for lon, lat in line)
        yield Markup('<polyline points="{}" fill="none" stroke="{}" stroke-width="1"/>').format(points, MUTED)


def _cell(cell: PlaceSlice, ground: Ground, width: float) -> Iterator[Markup]:
    x, y = ground.place(cell.lat or 0.0, cell.lon or 0.0)
    size = round(max(width * ground.scale, LEAST_CELL), 1)
    ratio = cell.measure("error_ratio").value
    box = Markup('<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" fill="{}" stroke="{}" stroke-width=".6"/>')
    at = (round(x - size / 2, 1), round(y - size / 2, 1), size, size)
    small = cell.expected < SMALL
    yield box.format(*at, PAPER if ratio is None else colour(ratio, SMALL_SHARE if small else 1.0), RULE)
    if small:
        yield Markup('<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" fill="url(#few)"/>').format(*at)


def _dots(cells: Sequence[PlaceSlice], ground: Ground, *, urgent: bool) -> Iterator[Markup]:
    """A dot for what is missed, of an area by its number; the largest ones first."""
    for cell in sorted(cells, key=lambda each: -_misses(each, urgent=urgent)):
        if _misses(cell, urgent=urgent):
            yield _dot(*ground.place(cell.lat or 0.0, cell.lon or 0.0), _misses(cell, urgent=urgent))


def _misses(cell: PlaceSlice, *, urgent: bool) -> int:
    return cell.missed if urgent else cell.errors


def _dot(x: float, y: float, number: int) -> Markup:
    radius = round(min(DOT * sqrt(number), MOST_DOT), 1)
    mark = Markup('<circle cx="{:g}" cy="{:g}" r="{:g}" fill="{}" fill-opacity=".75" stroke="{}" stroke-width=".8"/>')
    return mark.format(x, y, radius, INK, PAPER)


def _legend(ground: Ground, width: float, *, urgent: bool) -> Iterator[Markup]:
    """Colours, hatching, dots, and how far it is."""
    top, box = ground.high + 2 * PAD + 8, 46
    text = Markup('<text x="{:g}" y="{:g}"{}>{}</text>')
    middle = Markup(' text-anchor="middle"')
    yield text.format(PAD, top + 12, Markup(""), "errors, as a multiple of what the classes explain")
    for at, mark in enumerate(MARKS):
        x = PAD + at * box
        rect = Markup('<rect x="{}" y="{:g}" width="{}" height="16" fill="{}" stroke="{}" stroke-width=".6"/>')
        yield rect.format(x, top + 22, box, colour(mark), RULE)
        yield text.format(x + box / 2, top + 53, middle, f"{mark:g}" if mark > MARKS[0] else "1/3")
    yield Markup('<rect x="{}" y="{:g}" width="24" height="16" fill="url(#few)" stroke="{}"/>').format(
        390, top + 22, RULE
    )
    yield text.format(422, top + 35, Markup(""), f"fewer than {SMALL:.0f} errors expected: mostly chance")
    for x, number in ((396, 1), (414, 10), (440, 40)):
        yield _dot(x, top + 52, number)
    yield text.format(458, top + 57, Markup(""), f"1, 10, 40 {'missed urgent items' if urgent else 'errors'}")
    length = round_step(max(100 / ground.scale, width / 10))
    line = Markup('<path d="M{} {:g}h{:g}" stroke="{}" stroke-width="2"/>')
    yield line.format(PAD, top + 80, length * ground.scale, INK)
    yield text.format(PAD, top + 98, Markup(""), f"{length:g} km; cells of {width:g} km; north is up")
