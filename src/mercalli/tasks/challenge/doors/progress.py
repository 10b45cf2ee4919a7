"""How the lead of a phase moved: each run that was better than all before it, as far as the board ever showed it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any

from sqlalchemy import Connection, Row

from mercalli.tasks.challenge.doors.boards import shown_runs, teams_shown
from mercalli.tasks.challenge.doors.host import PUBLIC, Host
from mercalli.tasks.challenge.doors.scored import ScoredRun
from mercalli.tasks.challenge.doors.scoring import Minimum, direction, measure, missed


@dataclass(frozen=True)
class Lead:
    """A run that took the lead on the public part: when it was received, whose it is, and its score."""

    received: str
    team: str
    submission: str
    value: float


@dataclass(frozen=True)
class Progress:
    """The lead of a phase.

    Attributes:
        metric: The metric that decides.
        leads: Runs that took the lead, in their order.
        ends: When the last run came whose score is shown.
        baseline: The best score of a baseline.
    """

    metric: str
    leads: tuple[Lead, ...]
    ends: str
    baseline: float | None


def progress_of(connection: Connection, host: Host, phase: Row[Any]) -> Progress:
    """The lead on the public part of a phase: nothing that was not on its board when it was released."""
    challenge, teams = host.revision(connection).challenge, teams_shown(connection)
    metric, minimum = challenge.rank_by, tuple(challenge.minimum.items())
    rows = [row for row in shown_runs(connection, phase, PUBLIC) if row.team_id in teams]
    side = direction(rows[0].metrics, measure(rows[0].measures, metric)["metric"]) if rows else 1
    found = ((row, _score(row.measures, row.metrics, metric, minimum)) for row in rows)
    runs = sorted(((row, value) for row, value in found if value is not None), key=lambda each: each[0].received_at)
    marks = [value for row, value in runs if teams[row.team_id].baseline]
    leads = _leads(((row, value) for row, value in runs if not teams[row.team_id].baseline), side)
    return Progress(
        metric,
        tuple(Lead(row.received_at, teams[row.team_id].name, row.public_id, value) for row, value in leads),
        runs[-1][0].received_at if runs else "",
        max(marks, key=lambda value: value * side, default=None),
    )


def _leads(runs: Iterable[tuple[ScoredRun, float]], side: int) -> Iterator[tuple[ScoredRun, float]]:
    """Each run that is better than all before it."""
    best: float | None = None
    for run, value in runs:
        if best is None or (value - best) * side > 0:
            best = value
            yield run, value


@lru_cache(maxsize=1 << 16)
def _score(measures: str, metrics: str, metric: str, minimum: Minimum) -> float | None:
    """The score of a run that may be ranked; the same runs are asked for again and again."""
    value: float | None = measure(measures, metric)["value"]
    return None if value is None or not isfinite(value) or missed(measures, metrics, dict(minimum)) else value
