"""What a team may know: whether phases take runs; of its own, states, messages, and scores as far as released."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.jobs import progress
from mercalli.tasks.challenge.doors.scoring import latest


@dataclass(frozen=True)
class RunStatus:
    """One run of a team.

    Attributes:
        submission: Its public id.
        team: The team.
        phase: The phase.
        received: When it was received, in UTC.
        file_name: What its file was called.
        remark: What the team wrote beside it.
        state: Its state in words.
        messages: Everything that the check said.
        measures: Its public scores, if they were released; after the close, of every run.
        says: Why they were not, if they were not.
    """

    submission: str
    team: str
    phase: str
    received: str
    file_name: str
    remark: str
    state: str
    messages: tuple[str, ...]
    measures: tuple[dict[str, Any], ...]
    says: str


def phase_state(phase: Row[Any], now: str) -> str:
    """Whether a phase takes runs."""
    if phase.closed_at is not None:
        return "closed"
    if now < phase.opens_at:
        return "not open yet"
    return "open" if now < phase.closes_at else "over, not closed yet"


def submissions_of(connection: Connection, team: int | None = None, submission: str | None = None) -> list[RunStatus]:
    """The runs of a team, the last first; of all teams if none is named."""
    runs, scores = tables.submissions, tables.scores
    query = (
        select(runs, tables.teams.c.name.label("team"), tables.phases.c.name.label("phase"))
        .add_columns(scores.c.measures, scores.c.released, scores.c.says, tables.phases.c.closed_at)
        .join(tables.teams, tables.teams.c.id == runs.c.team_id)
        .join(tables.phases, tables.phases.c.id == runs.c.phase_id)
        .join(scores, (scores.c.submission_id == runs.c.id) & latest(scores), isouter=True)
        .order_by(runs.c.id.desc())
    )
    if team is not None:
        query = query.where(runs.c.team_id == team)
    if submission is not None:
        query = query.where(runs.c.public_id == submission)
    return [
        RunStatus(
            submission=row.public_id,
            team=row.team,
            phase=row.phase,
            received=row.received_at,
            file_name=row.file_name,
            remark=row.note,
            state=progress(connection, row.id),
            messages=tuple(json.loads(row.messages)),
            measures=tuple(json.loads(row.measures or "[]")) if row.released or row.closed_at else (),
            says="" if row.closed_at else row.says or "",
        )
        for row in connection.execute(query).all()
    ]
