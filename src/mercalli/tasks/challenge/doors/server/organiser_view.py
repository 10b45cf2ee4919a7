"""What an organiser sees while a challenge runs: teams, exceptions, the audit log, and an export in one file."""

from __future__ import annotations

import io
import zipfile
from collections import defaultdict
from typing import Any

from sqlalchemy import Connection, func, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.exports import export
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.server.site import plain
from mercalli.tasks.challenge.doors.tables import SCORED
from mercalli.tasks.challenge.doors.work_folders import work_folder

LONGEST_LOG = 500


def teams_held(connection: Connection) -> list[dict[str, Any]]:
    """All teams with how many runs they have, and how many were scored."""
    teams, runs = tables.teams, tables.submissions
    query = (
        select(teams, func.count(runs.c.id).label("runs"))
        .add_columns(func.count(runs.c.id).filter(runs.c.state == SCORED).label("scored"))
        .join(runs, runs.c.team_id == teams.c.id, isouter=True)
        .group_by(teams.c.id)
        .order_by(teams.c.id)
    )
    return plain(connection.execute(query))


def exceptions_granted(connection: Connection) -> list[dict[str, Any]]:
    """What single teams were granted."""
    table = tables.exceptions
    query = (
        select(tables.teams.c.name.label("team"), tables.phases.c.name.label("phase"))
        .add_columns(table.c.more_runs, table.c.closes_at, table.c.reason)
        .select_from(table)
        .join(tables.teams, tables.teams.c.id == table.c.team_id)
        .join(tables.phases, tables.phases.c.id == table.c.phase_id)
    )
    return plain(connection.execute(query))


def copies(connection: Connection) -> dict[str, list[str]]:
    """Runs of which several teams sent the very same file, and the others of each."""
    table = tables.submissions
    several = select(table.c.run_digest).group_by(table.c.run_digest).having(func.count(table.c.team_id.distinct()) > 1)
    query = select(table.c.public_id, table.c.run_digest).where(table.c.run_digest.in_(several)).order_by(table.c.id)
    by_digest: dict[str, list[str]] = defaultdict(list)
    for run, digest in connection.execute(query):
        by_digest[digest].append(run)
    return {run: [each for each in same if each != run] for same in by_digest.values() for run in same}


def log_lines(
    connection: Connection, before: int | None = None, most: int | None = LONGEST_LOG
) -> list[dict[str, Any]]:
    """The audit log, the last first; the whole of it if `most` is nothing."""
    table = tables.audit
    query = select(table).order_by(table.c.id.desc()).limit(most)
    return plain(connection.execute(query if before is None else query.where(table.c.id < before)))


def packed_export(host: Host) -> bytes:
    """The files of an export in one zip file."""
    with work_folder(host.store) as place:
        out = place / "export"
        names = export(host, out)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
            for name in names:
                file.write(out / name, name)
    return packed.getvalue()


def export_name() -> str:
    """What an export of now is called."""
    return f"export_{utc_now()[:10]}.zip"
