"""Pages of participants: their team, their runs, their tokens."""

import secrets
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response, UploadFile
from fastapi.responses import JSONResponse
from sqlalchemy import Connection, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import next_day, utc_now
from mercalli.tasks.challenge.doors.closing import choose_finals
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.server.accounts import invite
from mercalli.tasks.challenge.doors.server.forms import OURS, Participant, back
from mercalli.tasks.challenge.doors.server.public import phase_state
from mercalli.tasks.challenge.doors.server.rates import spend
from mercalli.tasks.challenge.doors.server.refusals import not_found
from mercalli.tasks.challenge.doors.server.rendering import page
from mercalli.tasks.challenge.doors.server.sessions import Who
from mercalli.tasks.challenge.doors.server.site import phase_rows, site_of
from mercalli.tasks.challenge.doors.server.tokens import new_token, revoke, tokens_of
from mercalli.tasks.challenge.doors.status import RunStatus, submissions_of
from mercalli.tasks.challenge.doors.submissions import Sender, caps, submit

router = APIRouter(prefix="/me", tags=["participant"])
Text = Annotated[str, Form(max_length=256)]
BLOCK = 1 << 16
RUNS_A_MINUTE, MINUTE = 30, 60


def sender(who: Who) -> Sender:
    """Who sends a run."""
    return Sender(who.team or 0, who.name, who.user)


def waits(run: RunStatus) -> bool:
    """Whether the state of a run will change by itself."""
    return run.state.startswith(("queued", "being scored"))


@router.get("")
def me(request: Request, who: Participant) -> Response:
    """The team: what is left of its caps, its runs, its tokens."""
    with reading(site_of(request).host.engine) as connection:
        found = _team(connection, who)
    return page(request, "me", **found, key=secrets.token_hex(16), refresh=any(map(waits, found["runs"])))


def _team(connection: Connection, who: Who) -> dict[str, Any]:
    now, team = utc_now(), who.team or 0
    finals = select(tables.submissions.c.public_id).join(
        tables.finals, tables.finals.c.submission_id == tables.submissions.c.id
    )
    users = select(tables.users.c.name).join(tables.members, tables.members.c.user_id == tables.users.c.id)
    return {
        "phases": [
            (row, phase_state(row, now), caps(connection, team, row, now, valid=True)) for row in phase_rows(connection)
        ],
        "reset": next_day(now),
        "runs": submissions_of(connection, team),
        "finals": set(connection.execute(finals.where(tables.finals.c.team_id == team)).scalars()),
        "users": connection.execute(users.where(tables.members.c.team_id == team)).scalars().all(),
        "tokens": tokens_of(connection, who.user),
        "now": now,
    }


@router.post("/submit", dependencies=OURS)
def submit_form(request: Request, who: Participant, run: UploadFile, key: Text = "", remark: Text = "") -> Response:
    """Send a run by the form; the same form sent twice is one run."""
    host = site_of(request).host
    spend(host, f"submit:{who.team}", RUNS_A_MINUTE, MINUTE)
    name = run.filename or "run.csv"
    receipt = submit(host, sender(who), _blocks(run), key=key and f"form-{key}"[:128], file_name=name, remark=remark)
    return back(request, f"/me/runs/{receipt.submission}")


def _blocks(run: UploadFile) -> Iterator[bytes]:
    while block := run.file.read(BLOCK):
        yield block


@router.get("/runs.json")
def runs_json(request: Request, who: Participant) -> JSONResponse:
    """The runs of the team for programs."""
    with reading(site_of(request).host.engine) as connection:
        return JSONResponse([asdict(each) for each in submissions_of(connection, who.team or 0)])


def own_run(request: Request, who: Who, submission: str) -> RunStatus:
    """A run of the team; that of another is as if it were not there."""
    with reading(site_of(request).host.engine) as connection:
        found = submissions_of(connection, who.team or 0, submission)
    if not found:
        raise not_found()
    return found[0]


@router.get("/runs/{submission}.json")
def run_json(request: Request, who: Participant, submission: str) -> JSONResponse:
    """A run of the team for programs."""
    return JSONResponse(asdict(own_run(request, who, submission)))


@router.get("/runs/{submission}")
def run_page(request: Request, who: Participant, submission: str) -> Response:
    """A run of the team: its state, every message, and released scores."""
    found = own_run(request, who, submission)
    return page(request, "run", run=found, refresh=waits(found))


@router.post("/finals", dependencies=OURS)
def finals(
    request: Request, who: Participant, phase: Text, run: Annotated[list[str], Form(max_length=100)]
) -> Response:
    """Choose the runs that count on the private board."""
    choose_finals(site_of(request).host, who.team or 0, phase, run, who.name)
    return back(request, "/me")


@router.post("/tokens", dependencies=OURS)
def token_form(
    request: Request,
    who: Participant,
    scope: Annotated[str, Form(pattern="^(read|submit)$")],
    days: Annotated[int, Form(ge=1, le=365)] = 90,
) -> Response:
    """A new token, shown once."""
    with writing(site_of(request).host.engine) as connection:
        token = new_token(connection, who, scope, days)
    return page(request, "secret", secret=token, what="token", back="/me")


@router.post("/tokens/{prefix}/revoke", dependencies=OURS)
def revoke_form(request: Request, who: Participant, prefix: str) -> Response:
    """End a token."""
    with writing(site_of(request).host.engine) as connection:
        revoke(connection, who, prefix)
    return back(request, "/me")


@router.post("/code", dependencies=OURS)
def code_form(request: Request, who: Participant) -> Response:
    """A code for one more member of the team, shown once."""
    spend(site_of(request).host, f"code:{who.team}", 10, 60 * MINUTE)
    with writing(site_of(request).host.engine) as connection:
        code = invite(connection, who.name, team=who.team, days=14)
    return page(request, "secret", secret=code, what="code", back="/me")
