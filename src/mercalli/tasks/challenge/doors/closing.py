"""The end of a phase: which runs count, and when what was private becomes public."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import phase_named
from mercalli.tasks.challenge.doors.clock import short, utc_now
from mercalli.tasks.challenge.doors.database import note, writing
from mercalli.tasks.challenge.doors.host import PRIVATE, SALT, Host
from mercalli.tasks.challenge.doors.jobs import waiting
from mercalli.tasks.challenge.doors.tables import SCORED
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.text.words import counted


def choose_finals(host: Host, team: int, phase: str, submissions: Sequence[str], actor: str) -> None:
    """The runs of a team that count on the private board, instead of those chosen before."""
    with writing(host.engine) as connection:
        row = phase_named(connection, phase)
        if row.closed_at is not None:
            raise ChallengeError.coded("closed", f"The phase {phase!r} is closed: its final runs are fixed.")
        most = host.revision(connection).challenge.finals
        if not 1 <= len(set(submissions)) <= most:
            raise ChallengeError.coded("finals", f"Choose from 1 to {counted(most, 'run')}.")
        numbers = [_own(connection, team, row, public_id) for public_id in dict.fromkeys(submissions)]
        table = tables.finals
        connection.execute(delete(table).where(table.c.team_id == team, table.c.phase_id == row.id))
        for number in numbers:
            values = {"team_id": team, "phase_id": row.id, "submission_id": number, "created_at": utc_now()}
            connection.execute(insert(table).values(values))
        note(connection, actor, "choose finals", row.name, runs=list(submissions))


def _own(connection: Connection, team: int, phase: Row[Any], public_id: str) -> int:
    """A scored run of the team in that phase; that of another team is as if it were not there."""
    table = tables.submissions
    query = select(table.c.id).where(
        table.c.public_id == public_id,
        table.c.team_id == team,
        table.c.phase_id == phase.id,
        table.c.state == SCORED,
    )
    found = connection.execute(query).scalar()
    if found is None:
        raise ChallengeError.coded("no_run", f"The team has no scored run {public_id!r} in the phase {phase.name!r}.")
    return int(found)


def close_phase(host: Host, phase: str | None, actor: str, *, early: bool = False) -> str:
    """Close a phase for good, once its time is over and every run is scored; which one it was."""
    with writing(host.engine) as connection:
        row = phase_named(connection, phase)
        if row.closed_at is not None:
            raise ChallengeError.coded("closed", f"The phase {row.name!r} is closed already.")
        now, ends = utc_now(), _ends(connection, row)
        if now < ends and not early:
            raise ChallengeError.coded(
                "not_over", f"The phase {row.name!r} runs until {short(ends)}. Close it now with --early."
            )
        left = waiting(connection)
        if left:
            what = counted(left, "run")
            raise ChallengeError.coded("not_scored", f"{what} still to be scored. Run: mercalli challenge work DIR")
        connection.execute(update(tables.phases).where(tables.phases.c.id == row.id).values(closed_at=now))
        note(connection, actor, "close", row.name, early=early)
        return str(row.name)


def _ends(connection: Connection, phase: Row[Any]) -> str:
    """When the last team's time is over."""
    table = tables.exceptions
    latest = connection.execute(select(func.max(table.c.closes_at)).where(table.c.phase_id == phase.id)).scalar()
    return max(str(phase.closes_at), latest or "")


def revealed_salt(connection: Connection, host: Host) -> str | None:
    """The salt of the split, once every phase is closed: it divides the units of all of them."""
    left = select(func.count()).where(tables.phases.c.closed_at.is_(None))
    if connection.execute(left).scalar_one():
        return None
    return (host.store / PRIVATE / SALT).read_text(encoding="utf-8")
