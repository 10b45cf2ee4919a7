"""Who is asking: a session by a cookie that is stored as its hash alone, and what forms must bring back."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, insert, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import later, utc_now
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.server.site import site_of
from mercalli.tasks.challenge.doors.tables import ORGANISER, VIEWER
from mercalli.tasks.challenge.errors import ChallengeError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

SECONDS: dict[str, float] = dict.fromkeys((ORGANISER, VIEWER), 12 * 3600.0)
USUAL_SECONDS = 14 * 24 * 3600.0


@dataclass(frozen=True)
class Who:
    """A user who is known, and the team that they belong to."""

    user: int
    name: str
    role: str
    team: int | None
    team_name: str

    @property
    def organiser(self) -> bool:
        """Whether they hold the challenge."""
        return self.role == ORGANISER

    @property
    def watches(self) -> bool:
        """Whether they see the desk: organisers, and viewers, who change nothing and know nothing that is private."""
        return self.role in {ORGANISER, VIEWER}


def digest(secret: str) -> str:
    """How a secret is stored."""
    return sha256(secret.encode()).hexdigest()


def _cookie(request: Request) -> str:
    """The name of the cookie, of its own under each path; on https it is one that no other host can set."""
    place = request.scope.get("root_path", "").replace("/", "-")
    return f"{'__Host-' if _safe(request) else ''}mercalli{place}"


def _safe(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")


def _value(request: Request) -> str:
    """The cookie as it came or, on the first visit, as it will be set."""
    found = request.cookies.get(_cookie(request), "")
    if found:
        return found
    if not hasattr(request.state, "visit"):
        request.state.visit = secrets.token_urlsafe(32)
    return str(request.state.visit)


def form_token(request: Request) -> str:
    """What forms of this visitor must bring back; it cannot be known without the cookie."""
    return digest(f"form:{_value(request)}")


def check_form(request: Request, token: str) -> None:
    """Refuse a form that another site sent."""
    here = f"{request.scope['scheme']}://{request.headers.get('host', '')}"
    if request.headers.get("origin", "") != here or not hmac.compare_digest(
        token.encode(), form_token(request).encode()
    ):
        raise ChallengeError.coded("forged", "This form is too old or came from another site. Load the page again.")


def set_cookie(request: Request, response: Response, value: str = "") -> Response:
    """Give the visitor a cookie: that of a new session, or of a first visit."""
    safe = _safe(request)
    path = "/" if safe else f"{request.scope.get('root_path', '')}/"
    kept = value or _value(request)
    response.set_cookie(_cookie(request), kept, path=path, httponly=True, secure=safe, samesite="lax")
    return response


def visitor(request: Request) -> Who | None:
    """Who is asking, if they have a session; looked up once for a request."""
    if not hasattr(request.state, "who"):
        value = request.cookies.get(_cookie(request), "")
        with reading(site_of(request).host.engine) as connection:
            request.state.who = _user_of(connection, value) if value else None
    found: Who | None = request.state.who
    return found


def _user_of(connection: Connection, value: str) -> Who | None:
    table = tables.sessions
    query = select(table.c.user_id).where(table.c.session_hash == digest(value), table.c.expires_at > utc_now())
    user = connection.execute(query).scalar()
    return None if user is None else user_named(connection, user)


def user_named(connection: Connection, user: int) -> Who | None:
    """A user by their number, unless they are shut out."""
    users, teams, members = tables.users, tables.teams, tables.members
    query = (
        select(users.c.id, users.c.name, users.c.role, teams.c.id.label("team"), teams.c.name.label("team_name"))
        .join(members, members.c.user_id == users.c.id, isouter=True)
        .join(teams, teams.c.id == members.c.team_id, isouter=True)
        .where(users.c.id == user, ~users.c.disabled)
    )
    row = connection.execute(query).first()
    return None if row is None else Who(row.id, row.name, row.role, row.team, row.team_name or "")


def begin(connection: Connection, user: int, role: str) -> str:
    """A new session: the value of its cookie, which is stored nowhere."""
    value, now, table = secrets.token_urlsafe(32), utc_now(), tables.sessions
    connection.execute(delete(table).where(table.c.expires_at <= now))
    values = {"session_hash": digest(value), "user_id": user, "csrf": digest(f"form:{value}"), "created_at": now}
    ends = later(now, SECONDS.get(role, USUAL_SECONDS))
    connection.execute(insert(table).values({**values, "expires_at": ends}))
    return value


def end(connection: Connection, request: Request) -> None:
    """End the session of a request."""
    table = tables.sessions
    connection.execute(delete(table).where(table.c.session_hash == digest(_value(request))))
