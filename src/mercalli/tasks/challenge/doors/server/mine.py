"""Pages of participants: their team, their runs, their tokens."""

import secrets
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response, UploadFile
from fastapi.responses import JSONResponse
from sqlalchemy import Connection, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.caps import KINDS, caps, runs_left
from mercalli.tasks.challenge.doors.clock import next_day, utc_now
from mercalli.tasks.challenge.doors.closing import choose_finals
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.server.accounts import invite
from mercalli.tasks.challenge.doors.server.documented import FORM, PAGE, SECRET, TO_LOGIN, twin
from mercalli.tasks.challenge.doors.server.forms import Participant, Text, back
from mercalli.tasks.challenge.doors.server.rates import spend
from mercalli.tasks.challenge.doors.server.refusals import not_found
from mercalli.tasks.challenge.doors.server.rendering import page
from mercalli.tasks.challenge.doors.server.sessions import Who
from mercalli.tasks.challenge.doors.server.site import phase_rows, phases_now, site_of
from mercalli.tasks.challenge.doors.server.tokens import new_token, revoke, tokens_of
from mercalli.tasks.challenge.doors.status import RunStatus, submissions_of
from mercalli.tasks.challenge.doors.submissions import Sender, submit
from mercalli.text.numbers import number

router = APIRouter(prefix="/me", tags=["participant"], responses=TO_LOGIN)
BLOCK = 1 << 16
RUNS_A_MINUTE, MINUTE = 30, 60


def sender(who: Who) -> Sender:
    """Who sends a run."""
    return Sender(who.team or 0, who.name, who.user)


def waits(run: RunStatus) -> bool:
    """Whether the state of a run will change by itself."""
    return run.state.startswith(("queued", "being scored"))


@router.get("", **PAGE)
def me(request: Request, who: Participant) -> Response:
    """The team: what is left of its caps, its runs, its tokens."""
    found = _team(request, who)
    scores = {run.submission: _score(run, found["rank_by"]) for run in found["runs"]}
    more = {"scores": scores, "key": secrets.token_hex(16), "now": utc_now()}
    return page(request, "me", **found, **more, refresh=any(map(waits, found["runs"])))


def _score(run: RunStatus, metric: str) -> str:
    """The score of a run that decides, as far as it was released."""
    found = [each for each in run.measures if each["metric"].partition("(")[0] == metric.partition("(")[0]]
    if found:
        return number(found[0]["value"])
    return "not released" if run.says else ""


@router.get(".json", **twin(dict[str, Any]))
def me_json(request: Request, who: Participant) -> JSONResponse:
    """The team for programs."""
    found = _team(request, who)
    return JSONResponse({**found, "runs": [asdict(each) for each in found["runs"]]})


def _team(request: Request, who: Who) -> dict[str, Any]:
    now, team = utc_now(), who.team or 0
    host = site_of(request).host
    with reading(host.engine) as connection:
        challenge = host.revision(connection).challenge
        phases = zip(phase_rows(connection), phases_now(connection), strict=True)
        return {
            "team": who.team_name,
            "members": _members(connection, team),
            "phases": [{**each, **_caps(connection, team, row, now)} for row, each in phases],
            "reset": next_day(now),
            "rank_by": challenge.rank_by,
            "most_finals": challenge.finals,
            "runs": submissions_of(connection, team),
            "finals": _finals(connection, team),
            "tokens": tokens_of(connection, who.user),
        }


def _caps(connection: Connection, team: int, phase: Any, now: str) -> dict[str, Any]:  # noqa: ANN401 - a row
    """What is used and left of the caps, and how many runs may be sent."""
    found = {kind: caps(connection, team, phase, now, kind) for kind in KINDS}
    told = {kind: {**asdict(each), "left": each.left} for kind, each in found.items()}
    return {"caps": told, "runs_left": runs_left(connection, team, phase, now)}


def _members(connection: Connection, team: int) -> list[str]:
    query = select(tables.users.c.name).join(tables.members, tables.members.c.user_id == tables.users.c.id)
    return list(connection.execute(query.where(tables.members.c.team_id == team)).scalars())


def _finals(connection: Connection, team: int) -> list[str]:
    runs, finals = tables.submissions, tables.finals
    query = select(runs.c.public_id).join(finals, finals.c.submission_id == runs.c.id)
    return list(connection.execute(query.where(finals.c.team_id == team)).scalars())


@router.post("/submit", **FORM)
def submit_form(request: Request, who: Participant, run: UploadFile, key: Text = "", remark: Text = "") -> Response:
    """Send a run by the form; the same form sent twice is one run."""
    host = site_of(request).host
    spend(host, f"submit:{who.team}", RUNS_A_MINUTE, MINUTE)
    name = (run.filename or "run.csv").encode("utf-8", "replace").decode().replace("\0", "")
    receipt = submit(host, sender(who), _blocks(run), key=key and f"form-{key}"[:128], file_name=name, remark=remark)
    return back(request, f"/me/runs/{receipt.submission}")


def _blocks(run: UploadFile) -> Iterator[bytes]:
    while block := run.file.read(BLOCK):
        yield block


@router.get("/runs.json", **twin(list[RunStatus]))
def runs_json(request: Request, who: Participant) -> JSONResponse:
    """The runs of the team for programs."""
    with reading(site_of(request).host.engine) as connection:
        return JSONResponse([asdict(each) for each in submissions_of(connection, who.team or 0)])


def own_run(request: Request, who: Who, submission: str) -> RunStatus:
    """A run of the team; that of another is as if it were not there."""
    if not submission.isalnum():
        raise not_found()
    with reading(site_of(request).host.engine) as connection:
        found = submissions_of(connection, who.team or 0, submission)
    if not found:
        raise not_found()
    return found[0]


@router.get("/runs/{submission}.json", **twin(RunStatus))
def run_json(request: Request, who: Participant, submission: str) -> JSONResponse:
    """A run of the team for programs."""
    return JSONResponse(asdict(own_run(request, who, submission)))


@router.get("/runs/{submission}", **PAGE)
def run_page(request: Request, who: Participant, submission: str) -> Response:
    """A run of the team: its state, every message, and released scores."""
    found = own_run(request, who, submission)
    return page(request, "run", run=found, refresh=waits(found))


@router.post("/finals", **FORM)
def finals(
    request: Request, who: Participant, phase: Text, run: Annotated[list[str], Form(max_length=100)]
) -> Response:
    """Choose the runs that count on the private board."""
    choose_finals(site_of(request).host, who.team or 0, phase, run, who.name)
    return back(request, "/me")


@router.post("/tokens", **SECRET)
def token_form(
    request: Request,
    who: Participant,
    scope: Annotated[str, Form(pattern="^(read|submit)$")],
    days: Annotated[int, Form(ge=1, le=365)] = 90,
) -> Response:
    """A new token, shown once."""
    with writing(site_of(request).host.engine) as connection:
        token = new_token(connection, who, scope, days)
    return page(request, "secret", secret=token, what="token", back="/me", join_by=False)


@router.post("/tokens/{prefix}/revoke", **FORM)
def revoke_form(request: Request, who: Participant, prefix: str) -> Response:
    """End a token."""
    with writing(site_of(request).host.engine) as connection:
        revoke(connection, who, prefix)
    return back(request, "/me")


@router.post("/code", **SECRET)
def code_form(request: Request, who: Participant) -> Response:
    """A code for one more member of the team, shown once."""
    spend(site_of(request).host, f"code:{who.team}", 10, 60 * MINUTE)
    with writing(site_of(request).host.engine) as connection:
        code = invite(connection, who.name, team=who.team, days=14)
    return page(request, "secret", secret=code, what="code", back="/me", join_by=True)
