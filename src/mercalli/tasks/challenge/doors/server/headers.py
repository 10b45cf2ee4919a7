"""Around every answer: headers that keep a page to itself, HEAD answered as GET without a body, a line in the log."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from starlette._utils import get_route_path
from starlette.datastructures import MutableHeaders

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

EMBEDDED = "/board/embed"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors "
)
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
log = logging.getLogger("mercalli.challenge")


class Shield:
    """Every answer, also that to an error, has the same headers; a request is logged without its query."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path, started, status = get_route_path(scope), time.perf_counter(), 500

        async def shielded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _put_headers(MutableHeaders(scope=message), path)
            await send(message)

        head = scope["method"] == "HEAD"  # the server sends no body
        try:
            await self.app({**scope, "method": "GET"} if head else scope, receive, shielded)
        finally:
            spent = round(1000 * (time.perf_counter() - started), 1)
            told = {"method": scope["method"], "path": path, "status": status, "ms": spent}
            log.info("request", extra={"told": told})


def _put_headers(headers: MutableHeaders, path: str) -> None:
    for name, value in ALWAYS.items():
        headers[name] = value
    embedded = path == EMBEDDED
    headers["Content-Security-Policy"] = POLICY + ("*" if embedded else "'none'")
    if not embedded:
        headers["X-Frame-Options"] = "DENY"
    headers.setdefault("Cache-Control", "no-store")
