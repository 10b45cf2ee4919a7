"""A board as its page shows it: rows in the order that the reader asked for, with a picture of score and interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from mercalli.tasks.challenge.board import Board, Entry

WIDTH, EDGE = 120, 4
NAMED: dict[str, Callable[[Entry], Any]] = {
    "rank": lambda entry: inf if entry.rank is None else entry.rank,
    "team": lambda entry: entry.team.casefold(),
    "received": lambda entry: entry.received,
    "runs": lambda entry: entry.runs,
}


@dataclass(frozen=True)
class Wish:
    """How a reader wants to see a board: sorted by what, downwards or not, and only teams with some letters."""

    sort: str = "rank"
    down: bool = False
    team: str = ""


@dataclass(frozen=True)
class Row:
    """A run on the board, and where its score and interval are drawn."""

    entry: Entry
    strip: tuple[float, float, float] | None


def rows(board: Board, wish: Wish) -> list[Row]:
    """The rows of a board that a reader asked for; a name that is not on it leaves the order as it is."""
    wanted = [entry for entry in board.entries if wish.team.casefold() in entry.team.casefold()]
    order = NAMED.get(wish.sort) or _by_metric(board, wish.sort)
    able = [entry for entry in wanted if order(entry) is not None]
    others = [entry for entry in wanted if order(entry) is None]
    able.sort(key=order, reverse=wish.down)
    scale = _scale(board)
    return [Row(entry, _strip(entry, scale)) for entry in (*able, *others)]


def _by_metric(board: Board, metric: str) -> Callable[[Entry], Any]:
    names = metrics(board)
    place = names.index(metric) if metric in names else None
    return NAMED["rank"] if place is None else lambda entry: entry.measures[place].value


def metrics(board: Board) -> list[str]:
    """The metric that decides, then its companions."""
    return [measure.metric for measure in board.entries[0].measures] if board.entries else []


def _ends(entry: Entry) -> list[float]:
    first = entry.measures[0]
    return [end for end in (first.low, first.value, first.high) if end is not None and isfinite(end)]


def _scale(board: Board) -> tuple[float, float]:
    ends = [end for entry in board.entries if entry.measures for end in _ends(entry)]
    return (min(ends), max(ends)) if ends else (0.0, 1.0)


def _strip(entry: Entry, scale: tuple[float, float]) -> tuple[float, float, float] | None:
    """Where the interval begins, where the score is, and where it ends; nothing without a score."""
    ends, (low, high) = _ends(entry), scale
    if entry.value is None:
        return None
    room = (WIDTH - 2 * EDGE) / ((high - low) or 1.0)
    x = [round(EDGE + (end - low) * room, 1) for end in (ends[0], entry.value, ends[-1])]
    return (x[0], x[1], x[2])
