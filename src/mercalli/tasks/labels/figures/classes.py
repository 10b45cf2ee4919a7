"""The sides of a confusion matrix: its classes in order of level, with their weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from mercalli.tasks.labels.figures.names import words
from mercalli.tasks.labels.result import Evaluation
from mercalli.telling.figures.canvas import Canvas
from mercalli.telling.figures.lettering import LINE_SPACING, height_of, width_of, wrapped
from mercalli.telling.figures.theme import INK, SMALL, TINY

MOST_CLASSES = 100
BOTH, COUNTS, NOTHING = "counts and shares", "counts", ""
ROOM_FOR_BOTH, ROOM_FOR_COUNTS = 0.4, 0.27
NAMES, LEVELS, GAP = 1.75, 0.9, 0.08
CORNER = "truth below,\npredicted to the right"
LEVEL_SHADES = ("0.90", "0.80")


@dataclass(frozen=True)
class Entry:
    """A class as a side shows it: what the profile says of it, and its place in the table."""

    name: str
    level: str | None
    weight: float
    at: int


def entries(result: Evaluation) -> list[Entry]:
    """The classes with most rows, in order of their levels."""
    order = {level.level: at for at, level in enumerate(result.systems[0].levels)}
    supports = [report.support for report in result.systems[0].classes]
    largest = sorted(range(len(supports)), key=lambda at: -supports[at])[:MOST_CLASSES]
    notes = enumerate(result.classes)
    kept = [Entry(note.name, note.level, note.weight, at) for at, note in notes if at in largest]
    return sorted(kept, key=lambda entry: order.get(entry.level or "", len(order)))


@dataclass(frozen=True)
class Side:
    """Names, weights and levels along cells of some size, in inches."""

    entries: tuple[Entry, ...]
    cell: float
    outside: str

    @property
    def size(self) -> float:
        """The size of the type, smaller where cells are."""
        return min(SMALL, self.cell * 72 / 1.35)

    @property
    def lines(self) -> int:
        """How many lines a cell has room for."""
        return max(1, int(self.cell * 72 / (self.size * LINE_SPACING)))

    @property
    def shows(self) -> str:
        """What a cell has room for."""
        return BOTH if self.cell >= ROOM_FOR_BOTH else COUNTS if self.cell >= ROOM_FOR_COUNTS else NOTHING

    @cached_property
    def labels(self) -> list[str]:
        """What stands beside each row; the weight too if weights differ."""
        weigh = len({entry.weight for entry in self.entries}) > 1
        return [self._label(entry, weigh=weigh) for entry in self.entries]

    def _label(self, entry: Entry, *, weigh: bool) -> str:
        weight = f"weight {entry.weight:g}" if weigh else ""
        name = words(entry.name)
        if not weigh or self.lines == 1:
            beside = f" \N{MULTIPLICATION SIGN}{entry.weight:g}" if weigh else ""
            return wrapped(name, NAMES - width_of(beside, self.size), self.size, most=self.lines) + beside
        return wrapped(name, NAMES, self.size, most=self.lines - 1) + "\n" + weight

    @property
    def column_labels(self) -> list[str]:
        """The same, and the column for predictions outside the classes."""
        outside = wrapped(self.outside, NAMES, self.size, most=self.lines)
        return [*self.labels, outside] if self.outside else self.labels

    @cached_property
    def levels(self) -> list[tuple[str, int, int]]:
        """Every level with the places of its first class and of the one after its last."""
        spans: list[tuple[str, int, int]] = []
        for level, members in groupby(self.entries, key=lambda entry: entry.level):
            start = spans[-1][2] if spans else 0
            spans.append((level or "", start, start + len(list(members))))
        return spans if any(level for level, _, _ in spans) else []

    @cached_property
    def depth(self) -> float:
        """How far the side on the left reaches out."""
        names = max(width_of(label, self.size) for label in [*self.labels, CORNER])
        return names + 2 * GAP + (LEVELS + GAP if self.levels else 0)

    @cached_property
    def upright(self) -> bool:
        """Whether the names of columns are short enough to stand upright."""
        return max(width_of(label, self.size) for label in self.column_labels) < self.cell - GAP

    @cached_property
    def height(self) -> float:
        """How far the side above reaches out."""
        size = height_of if self.upright else width_of
        names = max(size(label, self.size) for label in self.column_labels)
        return max(names, height_of(CORNER, SMALL)) + 2 * GAP + (LEVELS + GAP if self.levels else 0)

    def level_text(self, level: str, count: int) -> str:
        """The name of a level in the room of its cells; nothing if that is too small."""
        text = wrapped(words(level), LEVELS - 0.1, TINY, most=max(1, int(count * self.cell / 0.13)))
        return text if height_of(text, TINY) <= count * self.cell else ""

    @property
    def all_levels_named(self) -> bool:
        """Whether every level has room for its name."""
        return all(self.level_text(level, end - start) for level, start, end in self.levels if level)


def draw_rows(canvas: Canvas, side: Side, right: float, top: float) -> None:
    """The side on the left of a matrix."""
    for at, label in enumerate(side.labels):
        middle = top + (at + 0.5) * side.cell
        canvas.text(right - GAP, middle, label, side.size, va="center", ha="right", color=INK)
    for at, (level, start, end) in enumerate(side.levels):
        outer, height = right - side.depth, (end - start) * side.cell
        _level_box(canvas, (outer, top + start * side.cell, LEVELS, height), at)
        middle = top + (start + end) / 2 * side.cell
        canvas.text(outer + LEVELS / 2, middle, side.level_text(level, end - start), TINY, va="center", ha="center")


def draw_columns(canvas: Canvas, side: Side, left: float, bottom: float) -> None:
    """The side above a matrix, names read from below unless they are short."""
    turned: dict[str, Any] = {"rotation": 90, "multialignment": "left"}
    for at, label in enumerate(side.column_labels):
        middle, turn = left + (at + 0.5) * side.cell, {} if side.upright else turned
        canvas.text(middle, bottom - GAP, label, side.size, va="bottom", ha="center", color=INK, **turn)
    for at, (level, start, end) in enumerate(side.levels):
        outer, width = bottom - side.height, (end - start) * side.cell
        _level_box(canvas, (left + start * side.cell, outer, width, LEVELS), at)
        middle, text = left + (start + end) / 2 * side.cell, side.level_text(level, end - start)
        canvas.text(middle, outer + LEVELS / 2, text, TINY, va="center", ha="center", **turned)


def _level_box(canvas: Canvas, place: tuple[float, float, float, float], at: int) -> None:
    left, top, width, height = place
    canvas.box(left, top, width, height, facecolor=LEVEL_SHADES[at % 2], edgecolor="white", linewidth=1.0, zorder=-1)
