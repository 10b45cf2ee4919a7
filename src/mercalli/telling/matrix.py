"""A confusion matrix: what was taken for what, in groups of classes, with the harm beside each count."""

from __future__ import annotations

from dataclasses import dataclass

TALL_FROM = 13


@dataclass(frozen=True)
class Square:
    """How many of a class were taken for another, in what share, and the harm if that is wrong; `shade` is 0 to 1."""

    count: float
    share: float
    harm: float | None
    shade: float
    right: bool


@dataclass(frozen=True)
class Line:
    """A class, what an error on it weighs, and what it was taken for."""

    name: str
    weight: float
    cells: tuple[Square, ...]


@dataclass(frozen=True)
class Level:
    """Classes that ask for the same, and what that is."""

    name: str
    response: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Grid:
    """Rows of true classes in levels; the columns are the same classes, then `extra` ones.

    Attributes:
        levels: The rows.
        extra: Columns that are no rows.
        left_out: How many classes have no row.
        weighs: Whether the harm of an error is anything else than its count.
    """

    levels: tuple[Level, ...]
    extra: tuple[str, ...]
    left_out: int
    weighs: bool

    @property
    def lines(self) -> list[Line]:
        """All rows."""
        return [line for level in self.levels for line in level.lines]

    @property
    def columns(self) -> list[str]:
        """The classes and what is outside them."""
        return [*(line.name for line in self.lines), *self.extra]

    @property
    def tall(self) -> bool:
        """So many columns that their names stand upright."""
        return len(self.columns) >= TALL_FROM
