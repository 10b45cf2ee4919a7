"""Crosses: systems by two measures, each with both intervals, laid out the same for a page and for a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import ceil, cos, floor, hypot, log10, pi, sin

from mercalli.telling.axes import ticks

PAD = 0.06
ZERO, BREAK, START = 0.035, 0.085, 0.13  # shares of an axis: where 0 stands, where it breaks, where logarithms begin
MOST_TICKS, LEAST_TICKS = 6, 2
NEAR_ONE = (1, 2, 5)
RINGS, DIRECTIONS = (1.0, 1.5, 2.2, 3.0, 4.0, 5.2), 12


@dataclass(frozen=True)
class Span:
    """A value with both ends of its interval; `is_open` if it has no upper end."""

    value: float
    low: float | None = None
    high: float | None = None
    is_open: bool = False

    @property
    def ends(self) -> list[float]:
        """All numbers that should be seen."""
        return [each for each in (self.value, self.low, self.high) if each is not None]


@dataclass(frozen=True)
class Cross:
    """One system: hollow if another dominates it, `on_line` if no other beats it on both measures."""

    name: str
    across: Span
    up: Span
    hollow: bool = False
    on_line: bool = False
    says: str = ""


@dataclass(frozen=True)
class Crosses:
    """All systems of one picture, in the order of their numbers.

    Attributes:
        title: What it shows.
        across: What goes from left to right, on a scale of logarithms ...
        up: ... and what goes from bottom to top.
        crosses: The systems.
        higher: Whether more is better from bottom to top.
    """

    title: str
    across: str
    up: str
    crosses: tuple[Cross, ...]
    higher: bool = True

    @cached_property
    def x(self) -> LogScale:
        """From left to right."""
        return LogScale.of([end for each in self.crosses for end in each.across.ends])

    @cached_property
    def y(self) -> PlainScale:
        """From bottom to top."""
        return PlainScale.of([end for each in self.crosses for end in each.up.ends])

    @property
    def line(self) -> list[tuple[float, float]]:
        """The points that no other beats or dominates, as shares of both axes, from left to right."""
        joined = [each for each in self.crosses if each.on_line and not each.hollow]
        return sorted((self.x(each.across.value), self.y(each.up.value)) for each in joined)


@dataclass(frozen=True)
class PlainScale:
    """From numbers to shares of an axis."""

    low: float
    high: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> PlainScale:
        """Wide enough for all, with some room."""
        low, high = min(numbers, default=0.0), max(numbers, default=1.0)
        room = PAD * ((high - low) or abs(high) or 1.0)
        return cls(low - room, high + room)

    def __call__(self, value: float) -> float:
        """A share between 0 and 1, never outside."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Places and texts of round numbers."""
        return [(self(each), f"{each:g}") for each in ticks(self.low, self.high, MOST_TICKS - 1)]


@dataclass(frozen=True)
class LogScale:
    """The same on a scale of logarithms, which is broken where there is a 0."""

    low: float
    high: float
    zero: bool

    @classmethod
    def of(cls, numbers: Sequence[float]) -> LogScale:
        """Wide enough for all, with some room.

        >>> LogScale.of([0.0, 1.0, 100.0])(0.0), round(LogScale.of([1.0, 100.0])(10.0), 12)
        (0.035, 0.5)
        """
        logs = [log10(each) for each in numbers if each > 0]
        low, high = min(logs, default=-1.0), max(logs, default=1.0)
        room = max(PAD * (high - low), 0.05)
        return cls(low - room, high + room, any(each <= 0 for each in numbers))

    def __call__(self, value: float) -> float:
        """A share between 0 and 1, never outside."""
        first = START if self.zero else 0.0
        if value <= 0:
            return ZERO if self.zero else 0.0
        share = (log10(value) - self.low) / (self.high - self.low)
        return first + min(max(share, 0.0), 1.0) * (1 - first)

    @property
    def broken(self) -> float:
        """Where the axis is broken, if there is a 0."""
        return BREAK

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Places and texts of round numbers, and of 0 if there is one."""
        start = [(ZERO, "0")] if self.zero else []
        return [*start, *((self(each), f"{each:g}") for each in self._round)]

    @property
    def _round(self) -> list[float]:
        tens = range(floor(self.low), ceil(self.high) + 1)
        every = [near * 10.0**ten for ten, near in product(tens, NEAR_ONE)]
        seen = [each for each in every if self.low <= log10(each) <= self.high]
        if len(seen) > MOST_TICKS:
            seen = [10.0**ten for ten in tens if self.low <= ten <= self.high]
        if len(seen) > MOST_TICKS:
            return seen[:: ceil(len(seen) / MOST_TICKS)]
        return seen if len(seen) >= LEAST_TICKS else ticks(10**self.low, 10**self.high, MOST_TICKS - 2)


@dataclass(frozen=True)
class Box:
    """A rectangle by its centre."""

    x: float
    y: float
    width: float
    height: float

    def overlap(self, other: Box) -> float:
        """The area that both have in common."""
        across = (self.width + other.width) / 2 - abs(self.x - other.x)
        up = (self.height + other.height) / 2 - abs(self.y - other.y)
        return max(across, 0.0) * max(up, 0.0)

    def outside(self, width: float, height: float) -> float:
        """How far it reaches beyond a sheet."""
        over = (self.width / 2 - self.x, self.x + self.width / 2 - width)
        beyond = (self.height / 2 - self.y, self.y + self.height / 2 - height)
        return sum(max(each, 0.0) for each in (*over, *beyond))


def label_places(
    points: Sequence[tuple[float, float]], sheet: tuple[float, float], label: tuple[float, float], mark: float
) -> list[tuple[float, float]]:
    """Where the number of each point stands: beside it, on no other number or mark, and on the sheet.

    >>> label_places([(50, 50), (52, 50)], (100, 100), (12, 10), 8)[0] != (50, 50)
    True
    """
    marks = [Box(x, y, mark, mark) for x, y in points]
    taken: list[Box] = []
    for x, y in points:
        options = [Box(x + across, y + up, *label) for across, up in _around(hypot(*label) / 2 + mark / 2)]
        taken.append(min(options, key=lambda box: _cost(box, marks, taken, sheet, (x, y))))
    return [(box.x, box.y) for box in taken]


def _around(reach: float) -> Iterable[tuple[float, float]]:
    """Places around a point, the nearest first."""
    for ring, at in product(RINGS, range(DIRECTIONS)):
        angle = pi / 4 + 2 * pi * at / DIRECTIONS
        yield reach * ring * cos(angle), reach * ring * sin(angle)


def _cost(
    box: Box, marks: Sequence[Box], taken: Sequence[Box], sheet: tuple[float, float], point: tuple[float, float]
) -> float:
    """How bad a place is: on other numbers or off the sheet, then on marks, then on its own cross or far away."""
    on_numbers = sum(box.overlap(each) for each in taken)
    on_marks = sum(box.overlap(each) for each in marks)
    across, up = abs(box.x - point[0]), abs(box.y - point[1])
    on_arms = box.height * ((across < box.width / 2) + (up < box.height / 2))
    return 1000 * (on_numbers + box.outside(*sheet)) + 100 * on_marks + on_arms + hypot(across, up)
