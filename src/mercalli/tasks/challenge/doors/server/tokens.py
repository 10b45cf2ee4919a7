"""Tokens for programs: told once, stored as their hash, with a beginning by which people know them."""

import secrets
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, insert, or_, select, update
from starlette.requests import Request

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import later, utc_now
from mercalli.tasks.challenge.doors.database import note, reading
from mercalli.tasks.challenge.doors.server.accounts import DAY_SECONDS
from mercalli.tasks.challenge.doors.server.refusals import not_found
from mercalli.tasks.challenge.doors.server.sessions import Who, digest, user_named
from mercalli.tasks.challenge.doors.server.site import plain, site_of
from mercalli.tasks.challenge.errors import ChallengeError

READ, SUBMIT = "read", "submit"
SCOPES = {READ: (READ, SUBMIT), SUBMIT: (SUBMIT,)}
MOST_TOKENS = 20


def new_token(connection: Connection, who: Who, scope: str, days: int) -> str:
    """A token of a user, as they must keep it."""
    if len([each for each in tokens_of(connection, who.user) if each["revoked_at"] is None]) >= MOST_TOKENS:
        raise ChallengeError.coded("too_many", f"You have {MOST_TOKENS} tokens. Revoke one that you do not need.")
    prefix = f"mct_{secrets.token_hex(4)}"
    token = f"{prefix}_{secrets.token_urlsafe(32)}"
    values = {"user_id": who.user, "prefix": prefix, "token_hash": digest(token), "scope": scope}
    times = {"expires_at": later(utc_now(), days * DAY_SECONDS), "created_at": utc_now()}
    connection.execute(insert(tables.tokens).values({**values, **times}))
    note(connection, who.name, "new token", prefix, scope=scope, days=days)
    return token


def tokens_of(connection: Connection, user: int) -> list[dict[str, Any]]:
    """The tokens of a user, the last first."""
    table = tables.tokens
    shown = select(table.c.prefix, table.c.scope, table.c.created_at, table.c.expires_at, table.c.revoked_at)
    return plain(connection.execute(shown.where(table.c.user_id == user).order_by(table.c.id.desc())))


def revoke(connection: Connection, who: Who, prefix: str) -> None:
    """End a token of a user; that of another is as if it were not there."""
    table = tables.tokens
    mine = (table.c.user_id == who.user) & (table.c.prefix == prefix) & table.c.revoked_at.is_(None)
    if connection.execute(update(table).where(mine).values(revoked_at=utc_now())).rowcount != 1:
        raise not_found()
    note(connection, who.name, "revoke token", prefix)


def bearer(scope: str) -> Callable[[Request], Who]:
    """Who sends a request with a token that allows this."""

    def found(request: Request) -> Who:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        with reading(site_of(request).host.engine) as connection:
            who = _bearer(connection, token.strip(), scope) if kind.lower() == "bearer" else None
        if who is None or who.team is None:
            raise ChallengeError.coded("unknown", "Send a valid token: Authorization: Bearer TOKEN.")
        return who

    return found


def _bearer(connection: Connection, token: str, scope: str) -> Who | None:
    table = tables.tokens
    query = select(table.c.user_id).where(
        table.c.token_hash == digest(token),
        table.c.scope.in_(SCOPES[scope]),
        table.c.revoked_at.is_(None),
        or_(table.c.expires_at.is_(None), table.c.expires_at > utc_now()),
    )
    user = connection.execute(query).scalar()
    return None if user is None else user_named(connection, user)
