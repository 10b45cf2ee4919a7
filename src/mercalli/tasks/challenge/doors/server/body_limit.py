"""How large a request may be: a run as large as the key needs, every other form small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette._utils import get_route_path
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request

from mercalli.tasks.challenge.doors.server.refusals import TOO_LARGE, answer_plain
from mercalli.tasks.challenge.doors.server.site import FORM_BYTES

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

UPLOADS = ("/me/submit", "/api/submissions")
MOST_DIGITS = 18


class Limit:
    """Refuses a body that says that it is too large, and stops one that becomes so."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app, self.most = app, most + FORM_BYTES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.most if get_route_path(scope) in UPLOADS else FORM_BYTES
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
