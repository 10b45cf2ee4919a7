"""Users: they join by a code with a name and a password, and are known again by these."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Row, insert, select, update

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import later, utc_now
from mercalli.tasks.challenge.doors.database import note, reading, writing
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.server.sessions import digest
from mercalli.tasks.challenge.doors.tables import ORGANISER, PARTICIPANT
from mercalli.tasks.challenge.doors.teams import check_name, folded, named, put_team, team_named, team_numbered
from mercalli.tasks.challenge.errors import ChallengeError

SHORTEST, LONGEST = 10, 200
DAY_SECONDS = 24 * 3600.0
LOCAL = "organiser of this machine"
hasher = PasswordHasher()
room = threading.BoundedSemaphore(2)  # a hash needs 64 MB: strangers may not ask for many at once


@dataclass(frozen=True)
class Joining:
    """What somebody fills in to join."""

    code: str
    name: str
    password: str
    team: str


def _hash(password: str) -> str:
    if not SHORTEST <= len(password) <= LONGEST:
        raise ChallengeError.coded("bad_password", f"A password has {SHORTEST} to {LONGEST} characters.")
    with room:
        return hasher.hash(password)


@cache
def _nobody() -> str:
    """What the password of an unknown user is compared with, so that it takes as long."""
    return hasher.hash(secrets.token_hex(16))


def known_user(host: Host, name: str, password: str) -> Row[Any]:
    """The user of a name and a password; what is wrong of the two is never said, also not by the time it takes."""
    with reading(host.engine) as connection:
        row = named(connection, tables.users, name)
    kept = row.password_hash if row is not None and row.password_hash else _nobody()
    with room:
        right = _fits(kept, password[: LONGEST + 1])
    if row is None or not row.password_hash or not right or row.disabled:
        raise ChallengeError.coded("wrong_login", "There is no user with this name and this password.")
    return row


def _fits(kept: str, password: str) -> bool:
    try:
        return hasher.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


def join(host: Host, joining: Joining) -> tuple[int, str]:
    """A new user with their team: the number and the role. Nothing is kept unless all of it can be."""
    name = check_name(joining.name, "user")
    if folded(name).startswith(ORGANISER):
        raise ChallengeError.coded("bad_name", f"A user name may not begin with {ORGANISER!r}.")
    kept = _hash(joining.password)
    with writing(host.engine) as connection:
        role, team = _invited(connection, host, joining)
        user = _put_user(connection, name, kept, role)
        note(connection, name, "join", role)
        if role == PARTICIPANT:
            number = team if team is not None else _new_team(connection, joining.team, name)
            values = {"team_id": number, "user_id": user, "created_at": utc_now()}
            connection.execute(insert(tables.members).values(values))
    return user, role


def _invited(connection: Connection, host: Host, joining: Joining) -> tuple[str, int | None]:
    """What a code allows: a role and perhaps a team. Without one, participants of an open challenge alone."""
    if not joining.code.strip() and host.revision(connection).challenge.join == "open":
        return PARTICIPANT, None
    table = tables.invitations
    mine = (table.c.code_hash == digest(joining.code.strip())) & (table.c.uses_left > 0)
    valid = mine & (table.c.expires_at.is_(None) | (table.c.expires_at > utc_now()))
    used = update(table).where(valid).values(uses_left=table.c.uses_left - 1).returning(table.c.role, table.c.team_id)
    row = connection.execute(used).first()
    if row is None or (row.role == PARTICIPANT and host.revision(connection).challenge.join == "closed"):
        raise ChallengeError.coded("no_join", "This code is not valid, or it is used up. Ask the organiser for one.")
    return row.role, row.team_id


def _put_user(connection: Connection, name: str, kept: str | None, role: str) -> int:
    users = tables.users
    if named(connection, users, name) is not None:
        raise ChallengeError.coded("name_taken", "This user name is taken. Choose another.")
    values = {"name": name, "password_hash": kept, "role": role, "disabled": False, "created_at": utc_now()}
    return int((connection.execute(insert(users).values(values)).inserted_primary_key or (0,))[0])


def _new_team(connection: Connection, name: str, actor: str) -> int:
    """A team of one's own; that of others can be joined by their code alone."""
    if team_named(connection, check_name(name)) is not None:
        raise ChallengeError.coded("name_taken", "This team name is taken. Ask the team for a code, or choose another.")
    return int(put_team(connection, name, actor).id)


def invite(
    connection: Connection, actor: str, *, role: str = PARTICIPANT, team: int | None = None, uses: int = 1, days: int
) -> str:
    """A new code, which is told once and stored as its hash."""
    if team is not None and team_numbered(connection, team).baseline:
        raise ChallengeError.coded("bad_name", "This is a baseline, which has no caps: nobody can join it.")
    code = secrets.token_urlsafe(15)
    values = {"code_hash": digest(code), "team_id": team, "role": role, "uses_left": uses, "created_at": utc_now()}
    ends = later(utc_now(), days * DAY_SECONDS)
    connection.execute(insert(tables.invitations).values({**values, "expires_at": ends}))
    note(connection, actor, "invite", role, team=team, uses=uses, days=days)
    return code


def local_organiser(connection: Connection) -> int:
    """The organiser who holds the challenge on this machine, without a password."""
    users = tables.users
    found = connection.execute(select(users.c.id).where(users.c.name == LOCAL)).scalar()
    return _put_user(connection, LOCAL, None, ORGANISER) if found is None else int(found)
