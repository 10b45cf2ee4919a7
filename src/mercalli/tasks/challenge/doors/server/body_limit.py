"""How large a request may be: a run as large as the key needs, every other form small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette._utils import get_route_path
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request

from mercalli.tasks.challenge.doors.server.refusals import TOO_LARGE, answer_plain
from mercalli.tasks.challenge.doors.server.sessions import visitor
from mercalli.tasks.challenge.doors.server.site import FORM_BYTES, site_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

UPLOAD_FORM = "/me/submit"
UPLOADS = (UPLOAD_FORM, "/api/submissions")
MOST_DIGITS = 18


class Limit:
    """Refuses a body that says that it is too large, and stops one that becomes so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_run = get_route_path(scope) in UPLOADS
        most = await run_in_threadpool(_most, Request(scope)) if is_run else FORM_BYTES
        said = Headers(scope=scope).get("content-length", "0")
        if len(said) > MOST_DIGITS or int(said) > most:
            refused = await run_in_threadpool(answer_plain, Request(scope), HTTPException(TOO_LARGE))
            await refused(scope, receive, send)
            return
        arrived = 0

        async def counted() -> Message:
            nonlocal arrived
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > most:
                raise HTTPException(TOO_LARGE)
            return message

        await self.app(scope, counted, send)


def _most(request: Request) -> int:
    """How large a run may be; a form is read before it is known whose it is, so that of a stranger stays small."""
    stranger = get_route_path(request.scope) == UPLOAD_FORM and visitor(request) is None
    return FORM_BYTES + (0 if stranger else site_of(request).most_bytes)
