"""A board as its page shows it: runs in the order that the reader asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from mercalli.tasks.challenge.board import Board, Entry

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


def rows(board: Board, wish: Wish) -> list[Entry]:
    """The runs of a board that a reader asked for; a name that is not on it leaves the order as it is."""
    wanted = [entry for entry in board.entries if wish.team.casefold() in entry.team.casefold()]
    order = NAMED.get(wish.sort) or _by_metric(board, wish.sort)
    able = [entry for entry in wanted if order(entry) is not None]
    others = [entry for entry in wanted if order(entry) is None]
    return [*sorted(able, key=order, reverse=wish.down), *others]


def _by_metric(board: Board, metric: str) -> Callable[[Entry], Any]:
    names = metrics(board)
    place = names.index(metric) if metric in names else None
    return NAMED["rank"] if place is None else lambda entry: entry.measures[place].value


def metrics(board: Board) -> list[str]:
    """The metric that decides, then its companions."""
    return [measure.metric for measure in board.entries[0].measures] if board.entries else []
