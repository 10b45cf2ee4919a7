"""How the lead of a phase moved: each run that was better than all before it, as far as the board ever showed it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row

from mercalli.tasks.challenge.doors.boards import shown_runs, teams_shown
from mercalli.tasks.challenge.doors.host import PUBLIC, Host
from mercalli.tasks.challenge.doors.scored import ScoredRun
from mercalli.tasks.challenge.doors.scoring import able_score


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
    found = [(row, *able_score(row.measures, row.metrics, metric, minimum)) for row in rows]
    side = found[0][2] if found else 1
    runs = sorted(((row, value) for row, value, _ in found if value is not None), key=lambda each: each[0].received_at)
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
