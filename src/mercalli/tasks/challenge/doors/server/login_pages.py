"""Joining, logging in and out."""

import hmac
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from mercalli.tasks.challenge.doors.database import note, writing
from mercalli.tasks.challenge.doors.server.accounts import LOCAL, Joining, join, known_user, local_organiser
from mercalli.tasks.challenge.doors.server.documented import FORM, PAGE
from mercalli.tasks.challenge.doors.server.forms import Text, address, back
from mercalli.tasks.challenge.doors.server.rates import spend
from mercalli.tasks.challenge.doors.server.refusals import not_found, status_of
from mercalli.tasks.challenge.doors.server.rendering import page
from mercalli.tasks.challenge.doors.server.sessions import begin, digest, end, set_cookie
from mercalli.tasks.challenge.doors.server.site import site_of
from mercalli.tasks.challenge.doors.tables import ORGANISER, VIEWER
from mercalli.tasks.challenge.doors.teams import folded
from mercalli.tasks.challenge.errors import ChallengeError

router = APIRouter(tags=["entering"])
Code = Annotated[str, Query(max_length=64)]
EMPTY = {"message": "", "name": "", "team": ""}
HOMES: dict[str, str] = dict.fromkeys((ORGANISER, VIEWER), "/desk")
MINUTE = 60


def _entered(request: Request, user: int, role: str, to: str) -> Response:
    """A new session, whatever there was before."""
    with writing(site_of(request).host.engine) as connection:
        value = begin(connection, user, role)
    return set_cookie(request, back(request, to), value)


@router.get("/join", **PAGE)
def join_page(request: Request, code: Code = "") -> Response:
    """The form to join."""
    return set_cookie(request, page(request, "join", **EMPTY, code=code))


@router.post("/join", **FORM)
def join_form(request: Request, *, name: Text, password: Text, code: Text = "", team: Text = "") -> Response:
    """Join by a code, with a name, a password and a team."""
    host = site_of(request).host
    spend(host, f"join:{address(request)}", 30, 10 * MINUTE)
    try:
        user, role = join(host, Joining(code, name, password, team))
    except ChallengeError as error:
        told = {"message": str(error), "code": code, "name": name, "team": team}
        return set_cookie(request, page(request, "join", status_of(error), **told))
    return _entered(request, user, role, HOMES.get(role, "/me"))


@router.get("/login", **PAGE)
def login_page(request: Request) -> Response:
    """The form to log in."""
    return set_cookie(request, page(request, "login", message="", name=""))


@router.post("/login", **FORM)
def login_form(request: Request, *, name: Text, password: Text) -> Response:
    """Log in by name and password."""
    host = site_of(request).host
    spend(host, f"login:{address(request)}", 60, MINUTE)
    known = digest(folded(name))
    spend(host, f"login as:{known[:32]}:{digest(address(request))[:32]}", 10, 5 * MINUTE)
    spend(host, f"login as:{known}", 100, 5 * MINUTE)  # after it: one address alone cannot use this up
    try:
        row = known_user(host, name, password)
    except ChallengeError as error:
        return set_cookie(request, page(request, "login", status_of(error), message=str(error), name=name))
    return _entered(request, row.id, row.role, HOMES.get(row.role, "/me"))


@router.post("/logout", **FORM)
def logout(request: Request) -> Response:
    """End the session."""
    with writing(site_of(request).host.engine) as connection:
        end(connection, request)
    return back(request, "/")


@router.get("/enter", **PAGE)
def enter_page(request: Request, code: Code = "") -> Response:
    """Where the one-time link of the organiser leads; it is used by the button, so that looking at it is no use."""
    if not site_of(request).link:
        raise not_found()
    return set_cookie(request, page(request, "enter", code=code))


@router.post("/enter", **FORM)
def enter_form(request: Request, code: Text) -> Response:
    """Enter as the organiser of this machine, once."""
    site = site_of(request)
    spend(site.host, f"enter:{address(request)}", 20, MINUTE)
    if not site.link or not hmac.compare_digest(site.link, digest(code)):
        raise not_found()
    site.link = ""
    with writing(site.host.engine) as connection:
        user = local_organiser(connection)
        note(connection, LOCAL, "enter")
    return _entered(request, user, ORGANISER, "/desk")
