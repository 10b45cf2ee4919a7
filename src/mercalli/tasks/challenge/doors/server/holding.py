"""What an organiser does while a challenge runs, each thing with its line in the audit log."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from mercalli.tasks.challenge.challenge import MOST_RUNS
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import phase_named
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.database import note
from mercalli.tasks.challenge.doors.exports import export
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.server.refusals import not_found
from mercalli.tasks.challenge.doors.tables import LEASED, QUEUED, SCORED
from mercalli.tasks.challenge.errors import ChallengeError

LONGEST_LOG = 500


def team_rows(connection: Connection) -> list[Any]:
    """All teams with how many runs they have, and how many were scored."""
    teams, runs = tables.teams, tables.submissions
    query = (
        select(teams, func.count(runs.c.id).label("runs"))
        .add_columns(func.count(runs.c.id).filter(runs.c.state == SCORED).label("scored"))
        .join(runs, runs.c.team_id == teams.c.id, isouter=True)
        .group_by(teams.c.id)
        .order_by(teams.c.id)
    )
    return list(connection.execute(query).all())


def waiting(connection: Connection) -> int:
    """How many jobs are in line or being done."""
    found: int = connection.execute(select(func.count()).where(tables.jobs.c.state.in_((QUEUED, LEASED)))).scalar_one()
    return found


def exception_rows(connection: Connection) -> list[Any]:
    """What single teams were granted."""
    table = tables.exceptions
    query = (
        select(table, tables.teams.c.name.label("team"), tables.phases.c.name.label("phase"))
        .join(tables.teams, tables.teams.c.id == table.c.team_id)
        .join(tables.phases, tables.phases.c.id == table.c.phase_id)
    )
    return list(connection.execute(query).all())


def set_disabled(connection: Connection, team: int, actor: str, *, disabled: bool) -> None:
    """Exclude a team from the challenge and its boards, or let it back."""
    table = tables.teams
    name = connection.execute(
        update(table).where(table.c.id == team).values(disabled=disabled).returning(table.c.name)
    ).scalar()
    if name is None:
        raise not_found()
    note(connection, actor, "exclude team" if disabled else "let team back", name)


def grant(
    connection: Connection, actor: str, *, team: int, phase: str, more_runs: int, closes: str, reason: str
) -> None:
    """More runs or a later close for one team, instead of what it was granted before."""
    row, table = phase_named(connection, phase), tables.exceptions
    name = connection.execute(select(tables.teams.c.name).where(tables.teams.c.id == team)).scalar()
    if name is None:
        raise not_found()
    if not 0 <= more_runs <= MOST_RUNS or not reason.strip():
        raise ChallengeError.coded("bad_exception", f"Give 0 to {MOST_RUNS:,} more runs, and a reason.")
    mine = (table.c.team_id == team) & (table.c.phase_id == row.id)
    values = {"more_runs": more_runs, "closes_at": closes or None, "reason": reason}
    if connection.execute(update(table).where(mine).values(values)).rowcount == 0:
        connection.execute(insert(table).values({"team_id": team, "phase_id": row.id, **values}))
    note(connection, actor, "exception", name, phase=row.name, more_runs=more_runs, closes=closes, reason=reason)


def log_rows(connection: Connection, before: int | None = None) -> list[Any]:
    """The audit log, the last first."""
    table = tables.audit
    query = select(table).order_by(table.c.id.desc()).limit(LONGEST_LOG)
    return list(connection.execute(query if before is None else query.where(table.c.id < before)).all())


def packed_export(host: Host) -> bytes:
    """The files of an export in one zip file."""
    with TemporaryDirectory() as place:
        out = Path(place) / "export"
        names = export(host, out)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
            for name in names:
                file.write(out / name, name)
    return packed.getvalue()


def export_name() -> str:
    """What an export of now is called."""
    return f"export_{utc_now()[:10]}.zip"
