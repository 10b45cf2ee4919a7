"""What routes ask for: who may use them, and that a form came from our own page."""

from typing import Annotated, Any

from fastapi import Depends, Form, Request
from fastapi.responses import RedirectResponse

from mercalli.tasks.challenge.doors.server.refusals import LoginError, not_found
from mercalli.tasks.challenge.doors.server.sessions import Who, check_form, visitor

NO_NUL = "^[^\\x00]*$"  # no database keeps it in a text


def sent_from_here(request: Request, csrf: Annotated[str, Form(max_length=64)] = "") -> None:
    """Refuse a form that another site sent."""
    check_form(request, csrf)


def participant(request: Request) -> Who:
    """Somebody with a team; others are sent to log in."""
    who = visitor(request)
    if who is None:
        raise LoginError
    if who.team is None:
        raise not_found()
    return who


def watcher(request: Request) -> Who:
    """Somebody who sees the desk; for a participant there is no such page."""
    who = visitor(request)
    if who is None:
        raise LoginError
    if not who.watches:
        raise not_found()
    return who


def organiser(request: Request) -> Who:
    """The organiser; for a viewer there are no forms."""
    who = watcher(request)
    if not who.organiser:
        raise not_found()
    return who


def back(request: Request, path: str) -> RedirectResponse:
    """To a page of ours, after a form."""
    return RedirectResponse(f"{request.scope.get('root_path', '')}{path}", 303)


def address(request: Request) -> str:
    """Whence a request comes."""
    return request.client.host if request.client else ""


Text = Annotated[str, Form(max_length=256, pattern=NO_NUL)]
Participant = Annotated[Who, Depends(participant)]
Watcher = Annotated[Who, Depends(watcher)]
Organiser = Annotated[Who, Depends(organiser)]
OURS = [Depends(sent_from_here)]
WATCHERS = [Depends(watcher)]
ORGANISERS: dict[str, Any] = {"dependencies": [Depends(organiser)]}
