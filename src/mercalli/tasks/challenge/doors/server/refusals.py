"""What is refused: the same sentence as on the command line, as a page or, for programs, as JSON with its code."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from starlette._utils import get_route_path
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from mercalli.errors import MercalliError
from mercalli.tasks.challenge.doors.clock import next_day, seconds_until, utc_now
from mercalli.tasks.challenge.doors.server.rendering import page
from mercalli.tasks.challenge.errors import ChallengeError

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request

NOT_FOUND, UNKNOWN, TOO_LARGE, TOO_OFTEN = 404, 401, 413, 429
LINE_SECONDS = 30
CODES = {NOT_FOUND: "not_found", TOO_LARGE: "too_large"}
STATUS = {
    **dict.fromkeys(("no_phase", "no_run", "no_team", "not_found", "not_closed"), NOT_FOUND),
    **dict.fromkeys(("cap", "closed", "not_open_yet", "disabled", "forged", "no_join"), 403),
    **dict.fromkeys(("cap_today", "cap_in_line", "too_often"), TOO_OFTEN),
    **dict.fromkeys(("gold_changed", "busy", "not_compared"), 503),
    "too_large": TOO_LARGE,
    "cut_off": 408,
    "wrong_login": 403,
    "key_reused": 409,
    **dict.fromkeys(("unknown", "login"), UNKNOWN),
    "name_taken": 409,
}
WORDS = {
    NOT_FOUND: "There is no such page, or it is not yours to see.",
    405: "This address does not take such a request.",
    TOO_LARGE: "This is too large. The rules say how large a run may be.",
    422: "Something in this request is missing or not as it should be.",
}
log = logging.getLogger("mercalli.challenge")


class TooOftenError(ChallengeError):
    """More requests than a limit allows, for so many seconds."""

    code = "too_often"

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"Too many attempts. Try again in {seconds} seconds.")


class LoginError(ChallengeError):
    """A page that needs a user."""

    code = "login"

    def __init__(self) -> None:
        super().__init__("Log in first.")


def not_found() -> ChallengeError:
    """What is not there, and what belongs to others, get one answer."""
    return ChallengeError.coded("not_found", WORDS[NOT_FOUND])


def status_of(error: ChallengeError) -> int:
    """The status that goes with what is refused."""
    return STATUS.get(error.code, 400)


def add_refusals(app: FastAPI) -> None:
    """Answer every error."""
    from fastapi.exceptions import RequestValidationError  # noqa: PLC0415 - heavy

    app.add_exception_handler(MercalliError, _told)
    app.add_exception_handler(HTTPException, answer_plain)
    app.add_exception_handler(RequestValidationError, _incomplete)
    app.add_exception_handler(Exception, _broken)


def _told(request: Request, error: Exception) -> Response:
    if isinstance(error, LoginError) and not for_program(request):
        return RedirectResponse(f"{request.scope.get('root_path', '')}/login", 303)
    if not isinstance(error, ChallengeError):
        log.error("refused", extra={"told": {"error": str(error)}})
        return answer(request, 503, "busy", "The challenge cannot do this now. The organiser finds why in the log.")
    found = answer(request, status_of(error), error.code, str(error))
    if found.status_code == TOO_OFTEN:
        found.headers["Retry-After"] = str(_seconds(error))
    elif found.status_code == UNKNOWN:
        found.headers["WWW-Authenticate"] = "Bearer"
    return found


def _seconds(error: ChallengeError) -> int:
    """After how long to try again."""
    if isinstance(error, TooOftenError):
        return error.seconds
    return seconds_until(next_day(utc_now())) if error.code == "cap_today" else LINE_SECONDS


def answer_plain(request: Request, error: Exception) -> Response:
    """What the routes themselves refuse."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    found = answer(request, status, CODES.get(status, "refused"), WORDS.get(status, "This request was refused."))
    found.headers.update(getattr(error, "headers", None) or {})
    return found


def _incomplete(request: Request, _error: Exception) -> Response:
    return answer(request, 422, "incomplete", WORDS[422])


def _broken(request: Request, error: Exception) -> Response:
    log.error("broken", exc_info=error)
    return answer(request, 500, "broken", "Something went wrong here. The organiser finds it in the log.")


def answer(request: Request, status: int, code: str, text: str) -> Response:
    """An error for people or for programs."""
    if for_program(request):
        return JSONResponse({"error": code, "message": text}, status)
    return page(request, "error", status, message=text)


def for_program(request: Request) -> bool:
    """Whether a program reads the answer."""
    path = get_route_path(request.scope)
    return path.startswith("/api/") or path.endswith(".json") or path == "/healthz"
