"""What an organiser rules for one team or one board; each ruling is a line of the audit log, with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from mercalli.tasks.challenge.challenge import CAPS, MOST_RUNS
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import phase_named
from mercalli.tasks.challenge.doors.clock import short, utc_now
from mercalli.tasks.challenge.doors.database import note, writing
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.teams import team_numbered
from mercalli.tasks.challenge.errors import ChallengeError


def allow(
    host: Host, team: int, phase: str | None, why: str, actor: str, *, more_runs: int = 0, closes: str | None = None
) -> str:
    """More runs or a later deadline for one team in one phase, instead of what was allowed before; in words."""
    _check_reason(why)
    if not 0 <= more_runs <= MOST_RUNS:
        raise ChallengeError.coded("bad_exception", f"From 0 to {MOST_RUNS:,} more runs can be allowed.")
    with writing(host.engine) as connection:
        row, name = _open_phase(connection, phase), team_numbered(connection, team).name
        if closes is not None and closes <= row.closes_at:
            raise ChallengeError.coded(
                "bad_exception", f"The phase {row.name!r} runs until {short(row.closes_at)}. Give a later time."
            )
        table = tables.exceptions
        mine = (table.c.team_id == team) & (table.c.phase_id == row.id)
        values = {"more_runs": more_runs, "closes_at": closes, "reason": why}
        if connection.execute(select(table.c.id).where(mine)).first() is None:
            connection.execute(insert(table).values(team_id=team, phase_id=row.id, **values))
        else:
            connection.execute(update(table).where(mine).values(values))
        note(connection, actor, "allow", name, phase=row.name, **values)
    until = "" if closes is None else f", until {short(closes)}"
    return f"{name}: {more_runs} more runs a day and in all in {row.name}{until}."


def change_caps(host: Host, phase: str | None, caps: Mapping[str, int], why: str, actor: str) -> str:
    """Other caps for all teams from now on, until a later revision of the file says others; in words."""
    _check_reason(why)
    if not caps.keys() <= {*CAPS} or not all(0 <= each <= MOST_RUNS for each in caps.values()):
        raise ChallengeError.coded(
            "bad_caps", f"A cap is a number from 0 to {MOST_RUNS:,}. Caps are {', '.join(CAPS)}."
        )
    with writing(host.engine) as connection:
        row = _open_phase(connection, phase)
        before = {name: getattr(row, name) for name in caps}
        changed = {name: each for name, each in caps.items() if each != before[name]}
        if not changed:
            raise ChallengeError.coded("bad_caps", f"The phase {row.name!r} has these caps already.")
        connection.execute(update(tables.phases).where(tables.phases.c.id == row.id).values(changed))
        note(
            connection, actor, "caps", row.name, reason=why, before={name: before[name] for name in changed}, **changed
        )
    return f"{row.name}: " + ", ".join(f"{name} {each} (was {before[name]})" for name, each in changed.items())


def freeze(host: Host, phase: str | None, why: str, actor: str, *, frozen: bool = True) -> str:
    """Hold the public board as it is while runs are still taken, or let it go on; the phase."""
    _check_reason(why)
    with writing(host.engine) as connection:
        row = _open_phase(connection, phase)
        if (row.frozen_at is not None) == frozen:
            state = "frozen already" if frozen else "not frozen"
            raise ChallengeError.coded("frozen", f"The board of {row.name!r} is {state}.")
        at = utc_now() if frozen else None
        connection.execute(update(tables.phases).where(tables.phases.c.id == row.id).values(frozen_at=at))
        note(connection, actor, "freeze" if frozen else "unfreeze", row.name, reason=why)
    return str(row.name)


def exclude(host: Host, team: int, why: str, actor: str, *, excluded: bool = True) -> str:
    """Take a team off every board and take no more runs of it, or let it back in; its name. Its runs stay."""
    _check_reason(why)
    with writing(host.engine) as connection:
        row = team_numbered(connection, team)
        if bool(row.disabled) == excluded:
            state = "excluded already" if excluded else "not excluded"
            raise ChallengeError.coded("excluded", f"The team {row.name!r} is {state}.")
        connection.execute(update(tables.teams).where(tables.teams.c.id == team).values(disabled=excluded))
        note(connection, actor, "exclude" if excluded else "let back in", row.name, reason=why)
    return str(row.name)


def _check_reason(why: str) -> None:
    if not why.strip():
        raise ChallengeError.coded("no_reason", "A ruling needs a reason, which stands in the audit log.")


def _open_phase(connection: Connection, phase: str | None) -> Row[Any]:
    row = phase_named(connection, phase)
    if row.closed_at is not None:
        raise ChallengeError.coded("closed", f"The phase {row.name!r} is closed for good.")
    return row
