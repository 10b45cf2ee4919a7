"""Caps: how many runs of each kind a team may send, counted in the transaction that takes one more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import next_day, short
from mercalli.tasks.challenge.doors.tables import FAILED, INVALID, QUEUED, SCORED
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.text.words import counted

# By kind: the states that count, the two caps of the phase, and what such a run is called. A run in line may fail.
KINDS = {
    SCORED: ((QUEUED, SCORED), "runs_per_day", "runs", "run"),
    INVALID: ((INVALID,), "invalid_per_day", "invalid", "invalid run"),
    FAILED: ((FAILED,), "failed_per_day", "failed", "failed run"),
    QUEUED: ((FAILED, QUEUED), "failed_per_day", "failed", "failed run"),
}


@dataclass(frozen=True)
class Caps:
    """How many runs of one kind a team has used, and how many it may."""

    today: int
    per_day: int
    all: int
    in_all: int

    @property
    def left(self) -> int:
        """How many it may still send today."""
        return max(0, min(self.per_day - self.today, self.in_all - self.all))


def caps(connection: Connection, team: int, phase: Row[Any], at: str, kind: str = SCORED) -> Caps:
    """Runs of a team in a phase against its caps; days are UTC days."""
    states, per_day, in_all, _ = KINDS[kind]
    table = tables.submissions
    rows = select(func.count()).where(table.c.team_id == team, table.c.phase_id == phase.id, table.c.state.in_(states))
    today = connection.execute(rows.where(table.c.day == at[:10])).scalar_one()
    more = _more_runs(connection, team, phase.id) if kind == SCORED else 0
    every = connection.execute(rows).scalar_one()
    return Caps(today, getattr(phase, per_day) + more, every, getattr(phase, in_all) + more)


def _more_runs(connection: Connection, team: int, phase: int) -> int:
    table = tables.exceptions
    query = select(table.c.more_runs).where(table.c.team_id == team, table.c.phase_id == phase)
    return connection.execute(query).scalar() or 0


def runs_left(connection: Connection, team: int, phase: Row[Any], at: str) -> int:
    """How many runs a team may still send today: none once too many have failed, or could."""
    return min(caps(connection, team, phase, at, kind).left for kind in (SCORED, QUEUED))


def check_caps(connection: Connection, team: int, phase: Row[Any], at: str, *, valid: bool) -> None:
    """Refuse a run beyond a cap; baselines have none. What fails costs most, so it stops further runs."""
    row = connection.execute(select(tables.teams).where(tables.teams.c.id == team)).one()
    if row.disabled:
        raise ChallengeError.coded("disabled", "This team was excluded by the organiser.")
    if row.baseline:
        return
    for kind in (SCORED, FAILED) if valid else (INVALID,):
        _check(caps(connection, team, phase, at, kind), phase.name, KINDS[kind][-1], at)
    if valid and not caps(connection, team, phase, at, QUEUED).left:
        says = "As many runs of your team are in line as may fail. Wait until one of them is scored, and send this one."
        raise ChallengeError.coded("cap_in_line", says)


def _check(used: Caps, phase: str, what: str, at: str) -> None:
    if used.all >= used.in_all:
        allowed = counted(used.in_all, what)
        raise ChallengeError.coded("cap", f"The phase {phase!r} allows {allowed} for each team, and all are used.")
    if used.today >= used.per_day:
        raise ChallengeError.coded(
            "cap_today",
            f"The phase {phase!r} allows {counted(used.per_day, what)} a day for each team, and all of today are "
            f"used. The next day begins at {short(next_day(at))}.",
        )
